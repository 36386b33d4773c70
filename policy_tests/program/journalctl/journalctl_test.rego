package regent.program.journalctl_test

import data.regent.fact_test as fact
import data.regent.program.journalctl as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"journalctl --vacuum-time=1s": [{"commands": [{"program": "journalctl", "options": [["--vacuum-time", "1s"]]}]}, {"journalctl.erases"}],
	"journalctl -b": [{"commands": [{"program": "journalctl", "options": [["-b", ""]]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
