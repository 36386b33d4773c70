package regent.program.yarn_test

import data.regent.fact_test as fact
import data.regent.program.yarn as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"yarn test": [{"commands": [{"program": "yarn", "subcommand": ["test"]}]}, set()],
	"yarn build": [{"commands": [{"program": "yarn", "subcommand": ["build"]}]}, set()],
	"yarn": [{"commands": [{"program": "yarn"}]}, {"yarn.asks"}],
	"yarn install": [{"commands": [{"program": "yarn", "subcommand": ["install"]}]}, {"yarn.asks"}],
	"yarn add x": [{"commands": [{"program": "yarn", "subcommand": ["add"], "operands": ["x"]}]}, {"yarn.asks"}],
	"yarn deploy": [{"commands": [{"program": "yarn", "subcommand": ["deploy"]}]}, {"yarn.asks"}],
	"yarn run lint": [{"commands": [{"program": "yarn", "subcommand": ["run"], "operands": ["lint"]}]}, set()],
	"yarn zap": [{"commands": [{"program": "yarn", "operands": ["zap"]}]}, {"yarn.asks"}],
	"yarn run deploy": [{"commands": [{"program": "yarn", "subcommand": ["run"], "operands": ["deploy"]}]}, {"yarn.script"}],
	"yarn config set x y": [{"commands": [{"program": "yarn", "subcommand": ["config"], "operands": ["set", "x", "y"]}]}, {"yarn.configures"}],
	"yarn exec create-x": [{"commands": [{"program": "yarn", "subcommand": ["exec"], "operands": ["create-x"]}, {"program": "create-x", "via": ["yarn"]}]}, {"yarn.package"}],
	"yarn test --script-shell=./x": [{"commands": [{"program": "yarn", "subcommand": ["test"], "options": [["--script-shell", "./x"]]}, {"program": "x", "program_file": {"below_temp": false, "classes": [], "explicit": true, "found": false, "path": "", "root": "/code/app", "wrapper": false}, "via": ["yarn"]}]}, {"yarn.package", "yarn.script_shell"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
