package regent.program.chattr_test

import data.regent.fact_test as fact
import data.regent.program.chattr as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"chattr +i src/x": [{"commands": [{"program": "chattr", "operands": ["+i", "src/x"]}]}, {"chattr.changes_attributes"}],
	"chattr -i /etc/hosts": [{"commands": [{"program": "chattr", "options": [["-i", ""]], "operands": ["/etc/hosts"]}]}, {"chattr.changes_attributes"}],
	"lsattr src": [{"commands": [{"program": "lsattr", "operands": ["src"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
