package regent.program.dropdb_test

import data.regent.fact_test as fact
import data.regent.program.dropdb as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"dropdb x": [{"commands": [{"program": "dropdb", "operands": ["x"]}]}, {"dropdb.drops"}],
	"dropdb --help": [{"commands": [{"program": "dropdb", "options": [["--help", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
