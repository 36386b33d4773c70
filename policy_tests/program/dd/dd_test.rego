package regent.program.dd_test

import data.regent.fact_test as fact
import data.regent.program.dd as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"dd if=/dev/zero of=src/x": [{"commands": [{"program": "dd", "operands": ["if=/dev/zero", "of=src/x"]}], "accesses": [{}, {"access": "write", "root": "/code/app"}]}, {"dd.overwrites"}],
	"dd if=src/x of=/dev/null": [{"commands": [{"program": "dd", "operands": ["if=src/x", "of=/dev/null"]}], "accesses": [{"root": "/code/app"}, {"access": "write"}]}, set()],
	"dd if=/dev/urandom of=/tmp/blob bs=1k count=1": [{"commands": [{"program": "dd", "operands": ["if=/dev/urandom", "of=/tmp/blob", "bs=1k", "count=1"]}], "accesses": [{}, {"access": "write"}]}, set()],
	"dd if=/dev/zero of=/dev/sda": [{"commands": [{"program": "dd", "operands": ["if=/dev/zero", "of=/dev/sda"]}], "accesses": [{}, {"access": "write"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
