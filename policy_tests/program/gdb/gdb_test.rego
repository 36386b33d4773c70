package regent.program.gdb_test

import data.regent.fact_test as fact
import data.regent.program.gdb as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"gdb ./x": [{"commands": [{"program": "gdb", "operands": ["./x"]}]}, {"gdb.attaches"}],
	"gdb --version": [{"commands": [{"program": "gdb", "options": [["--version", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
