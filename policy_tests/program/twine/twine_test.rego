package regent.program.twine_test

import data.regent.fact_test as fact
import data.regent.program.twine as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"twine upload dist/x.whl": [{"commands": [{"program": "twine", "subcommand": ["upload"], "operands": ["dist/x.whl"]}]}, {"twine.asks"}],
	"twine check dist/x.whl": [{"commands": [{"program": "twine", "subcommand": ["check"], "operands": ["dist/x.whl"]}]}, set()],
	"twine zap": [{"commands": [{"program": "twine", "operands": ["zap"]}]}, {"twine.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
