package regent.program.hostnamectl_test

import data.regent.fact_test as fact
import data.regent.program.hostnamectl as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"hostnamectl set-hostname x": [{"commands": [{"program": "hostnamectl", "operands": ["set-hostname", "x"]}]}, {"hostnamectl.changes"}],
	"ip addr": [{"commands": [{"program": "hostnamectl", "operands": ["addr"]}]}, set()],
	"ip link set eth0 down": [{"commands": [{"program": "hostnamectl", "operands": ["link", "set", "eth0", "down"]}]}, {"hostnamectl.changes"}],
	"timedatectl status": [{"commands": [{"program": "hostnamectl", "operands": ["status"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
