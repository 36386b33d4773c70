package regent.program.bun_test

import data.regent.fact_test as fact
import data.regent.program.bun as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"bun test": [{"commands": [{"program": "bun", "subcommand": ["test"]}]}, set()],
	"bun run build": [{"commands": [{"program": "bun", "subcommand": ["run"], "operands": ["build"]}]}, set()],
	"bun install": [{"commands": [{"program": "bun", "subcommand": ["install"]}]}, {"bun.asks"}],
	"bun add x": [{"commands": [{"program": "bun", "subcommand": ["add"], "operands": ["x"]}]}, {"bun.asks"}],
	"bun run deploy": [{"commands": [{"program": "bun", "subcommand": ["run"], "operands": ["deploy"]}]}, {"bun.script"}],
	"bun x.ts": [{"commands": [{"program": "bun", "operands": ["x.ts"]}]}, {"bun.script"}],
	"bun deploy": [{"commands": [{"program": "bun", "operands": ["deploy"]}]}, {"bun.script"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
