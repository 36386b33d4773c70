package regent.program.rg_test

import data.regent.fact_test as fact
import data.regent.program.rg as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"rg foo src": [{"commands": [{"program": "rg", "operands": ["foo", "src"]}]}, set()],
	"rg --pre ./x foo": [{"commands": [{"program": "rg", "options": [["--pre", "./x"]], "operands": ["foo"]}, {"program": "x"}]}, {"rg.preprocessor"}],
	"rg foo ~/.aws/credentials": [{"commands": [{"program": "rg", "operands": ["foo", "/home/dev/.aws/credentials"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
