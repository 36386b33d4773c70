package regent.program.iptables_test

import data.regent.fact_test as fact
import data.regent.program.iptables as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"firewall-cmd --add-port=80/tcp": [{"commands": [{"program": "iptables", "options": [["--add-port", "80/tcp"]]}]}, {"iptables.changes"}],
	"iptables -L": [{"commands": [{"program": "iptables", "options": [["-L", ""]]}]}, set()],
	"iptables -F": [{"commands": [{"program": "iptables", "options": [["-F", ""]]}]}, {"iptables.changes"}],
	"iptables -A INPUT -j DROP": [{"commands": [{"program": "iptables", "options": [["-A", "INPUT"], ["-j", "DROP"]]}]}, {"iptables.changes"}],
	"ufw status": [{"commands": [{"program": "iptables", "operands": ["status"]}]}, set()],
	"ufw disable": [{"commands": [{"program": "iptables", "operands": ["disable"]}]}, {"iptables.changes"}],
	"nft list ruleset": [{"commands": [{"program": "iptables", "operands": ["list", "ruleset"]}]}, set()],
	"iptables-save": [{"commands": [{"program": "iptables"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
