package regent.program.npm_test

import data.regent.fact_test as fact
import data.regent.program.npm as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"npm test": [{"commands": [{"program": "npm", "subcommand": ["test"]}]}, set()],
	"npm run build": [{"commands": [{"program": "npm", "subcommand": ["run"], "operands": ["build"]}]}, set()],
	"npm run": [{"commands": [{"program": "npm", "subcommand": ["run"]}]}, set()],
	"npm run deploy": [{"commands": [{"program": "npm", "subcommand": ["run"], "operands": ["deploy"]}]}, {"npm.script"}],
	"npm start": [{"commands": [{"program": "npm", "subcommand": ["start"]}]}, set()],
	"npm install": [{"commands": [{"program": "npm", "subcommand": ["install"]}]}, {"npm.asks"}],
	"npm ci": [{"commands": [{"program": "npm", "subcommand": ["ci"]}]}, {"npm.asks"}],
	"npm i left-pad": [{"commands": [{"program": "npm", "subcommand": ["i"], "operands": ["left-pad"]}]}, {"npm.asks"}],
	"npm uninstall left-pad": [{"commands": [{"program": "npm", "subcommand": ["uninstall"], "operands": ["left-pad"]}]}, {"npm.asks"}],
	"npm publish": [{"commands": [{"program": "npm", "subcommand": ["publish"]}]}, {"npm.asks"}],
	"npm ls": [{"commands": [{"program": "npm", "subcommand": ["ls"]}]}, set()],
	"npm config get registry": [{"commands": [{"program": "npm", "subcommand": ["config"], "operands": ["get", "registry"]}]}, set()],
	"npm config set registry http://x": [{"commands": [{"program": "npm", "subcommand": ["config"], "operands": ["set", "registry", "http://x"]}]}, {"npm.configures"}],
	"npm update": [{"commands": [{"program": "npm", "subcommand": ["update"]}]}, {"npm.asks"}],
	"npm version patch": [{"commands": [{"program": "npm", "subcommand": ["version"], "operands": ["patch"]}]}, {"npm.asks"}],
	"npm exec create-x": [{"commands": [{"program": "npm", "subcommand": ["exec"], "operands": ["create-x"]}, {"program": "create-x", "via": ["npm"]}]}, {"npm.package"}],
	"npm login": [{"commands": [{"program": "npm", "subcommand": ["login"]}]}, {"npm.asks"}],
	"npm test --script-shell=./x": [{"commands": [{"program": "npm", "subcommand": ["test"], "options": [["--script-shell", "./x"]]}, {"program": "x", "program_file": {"below_temp": false, "classes": [], "explicit": true, "found": false, "path": "", "root": "/code/app", "wrapper": false}, "via": ["npm"]}]}, {"npm.package", "npm.script_shell"}],
	"npm audit fix": [{"commands": [{"program": "npm", "subcommand": ["audit"], "operands": ["fix"]}]}, {"npm.asks"}],
	"npm --version": [{"commands": [{"program": "npm", "options": [["--version", ""]], "help_only": true}]}, set()],
	"npm zap": [{"commands": [{"program": "npm", "operands": ["zap"]}]}, {"npm.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
