package regent.program["iptables-restore_test"]

import data.regent.fact_test as fact
import data.regent.program["iptables-restore"] as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"iptables-restore": [{"commands": [{"program": "iptables-restore"}]}, {"iptables_restore.changes"}],
	"iptables-restore --help": [{"commands": [{"program": "iptables-restore", "options": [["--help", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
