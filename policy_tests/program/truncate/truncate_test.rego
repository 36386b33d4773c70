package regent.program.truncate_test

import data.regent.fact_test as fact
import data.regent.program.truncate as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"truncate -s 0 README.md": [{"commands": [{"program": "truncate", "options": [["-s", "0"]], "operands": ["README.md"]}], "accesses": [{"access": "write", "root": "/code/app"}]}, {"truncate.overwrites"}],
	"truncate -s 0 /tmp/x": [{"commands": [{"program": "truncate", "options": [["-s", "0"]], "operands": ["/tmp/x"]}], "accesses": [{"access": "write"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
