package regent.program.tcpdump_test

import data.regent.fact_test as fact
import data.regent.program.tcpdump as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"tcpdump -i any": [{"commands": [{"program": "tcpdump", "options": [["-i", "any"]]}]}, {"tcpdump.captures"}],
	"tcpdump -r x.pcap": [{"commands": [{"program": "tcpdump", "options": [["-r", "x.pcap"]]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
