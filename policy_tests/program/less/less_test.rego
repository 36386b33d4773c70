package regent.program.less_test

import data.regent.fact_test as fact
import data.regent.program.less as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"less '+!ls' README.md": [{"commands": [{"program": "less", "operands": ["+!ls", "README.md"]}]}, {"less.escapes"}],
	"less README.md": [{"commands": [{"program": "less", "operands": ["README.md"]}]}, set()],
	"less -o out README.md": [{"commands": [{"program": "less", "options": [["-o", "out"]], "operands": ["README.md"]}]}, {"less.log_file"}],
	"less ~/.ssh/id_rsa": [{"commands": [{"program": "less", "operands": ["/home/dev/.ssh/id_rsa"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
