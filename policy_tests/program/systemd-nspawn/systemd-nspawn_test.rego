package regent.program["systemd-nspawn_test"]

import data.regent.fact_test as fact
import data.regent.program["systemd-nspawn"] as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"systemd-nspawn -D /srv/x ls": [{"commands": [{"program": "systemd-nspawn", "options": [["-D", "/srv/x"]], "operands": ["ls"]}, {"program": "ls"}]}, {"systemd_nspawn.enters"}],
	"systemd-nspawn --help": [{"commands": [{"program": "systemd-nspawn", "options": [["--help", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
