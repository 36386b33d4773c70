package regent.program.deno_test

import data.regent.fact_test as fact
import data.regent.program.deno as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"deno test": [{"commands": [{"program": "deno", "subcommand": ["test"]}]}, set()],
	"deno run x.ts": [{"commands": [{"program": "deno", "subcommand": ["run"], "operands": ["x.ts"]}]}, set()],
	"deno install x": [{"commands": [{"program": "deno", "subcommand": ["install"], "operands": ["x"]}]}, {"deno.asks"}],
	"deno fmt": [{"commands": [{"program": "deno", "subcommand": ["fmt"]}]}, set()],
	"deno zap": [{"commands": [{"program": "deno", "operands": ["zap"]}]}, {"deno.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
