package regent.program.rustup_test

import data.regent.fact_test as fact
import data.regent.program.rustup as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"rustup show": [{"commands": [{"program": "rustup", "subcommand": ["show"]}]}, set()],
	"rustup update": [{"commands": [{"program": "rustup", "subcommand": ["update"]}]}, {"rustup.asks"}],
	"rustup zap": [{"commands": [{"program": "rustup", "operands": ["zap"]}]}, {"rustup.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
