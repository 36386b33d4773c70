package regent.program.alias_test

import data.regent.fact_test as fact
import data.regent.program.alias as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"alias ll='ls -l'": [{"commands": [{"program": "alias", "operands": ["ll=ls -l"]}]}, {"alias.defines"}],
	"alias": [{"commands": [{"program": "alias"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
