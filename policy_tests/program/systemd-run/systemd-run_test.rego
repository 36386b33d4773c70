package regent.program["systemd-run_test"]

import data.regent.fact_test as fact
import data.regent.program["systemd-run"] as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"systemd-run --user ls": [{"commands": [{"program": "systemd-run", "options": [["--user", ""]], "operands": ["ls"]}, {"program": "ls"}]}, {"systemd_run.starts"}],
	"systemd-run --help": [{"commands": [{"program": "systemd-run", "options": [["--help", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
