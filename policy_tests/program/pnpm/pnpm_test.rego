package regent.program.pnpm_test

import data.regent.fact_test as fact
import data.regent.program.pnpm as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"pnpm test": [{"commands": [{"program": "pnpm", "subcommand": ["test"]}]}, set()],
	"pnpm run lint": [{"commands": [{"program": "pnpm", "subcommand": ["run"], "operands": ["lint"]}]}, set()],
	"pnpm lint": [{"commands": [{"program": "pnpm", "subcommand": ["lint"]}]}, set()],
	"pnpm add x": [{"commands": [{"program": "pnpm", "subcommand": ["add"], "operands": ["x"]}]}, {"pnpm.asks"}],
	"pnpm deploy-it": [{"commands": [{"program": "pnpm", "operands": ["deploy-it"]}]}, {"pnpm.asks"}],
	"pnpm dlx create-x": [{"commands": [{"program": "pnpm", "subcommand": ["dlx"], "operands": ["create-x"]}, {"program": "create-x", "via": ["pnpm"]}]}, {"pnpm.asks", "pnpm.package"}],
	"pnpm run deploy": [{"commands": [{"program": "pnpm", "subcommand": ["run"], "operands": ["deploy"]}]}, {"pnpm.script"}],
	"pnpm config set x y": [{"commands": [{"program": "pnpm", "subcommand": ["config"], "operands": ["set", "x", "y"]}]}, {"pnpm.configures"}],
	"pnpm test --script-shell=./x": [{"commands": [{"program": "pnpm", "subcommand": ["test"], "options": [["--script-shell", "./x"]]}, {"program": "x", "program_file": {"below_temp": false, "classes": [], "explicit": true, "found": false, "path": "", "root": "/code/app", "wrapper": false}, "via": ["pnpm"]}]}, {"pnpm.package", "pnpm.script_shell"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
