package regent.program.systemctl_test

import data.regent.fact_test as fact
import data.regent.program.systemctl as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"systemctl status x": [{"commands": [{"program": "systemctl", "subcommand": ["status"], "operands": ["x"]}]}, set()],
	"systemctl list-units": [{"commands": [{"program": "systemctl", "subcommand": ["list-units"]}]}, set()],
	"systemctl restart x": [{"commands": [{"program": "systemctl", "subcommand": ["restart"], "operands": ["x"]}]}, {"systemctl.asks"}],
	"systemctl stop x": [{"commands": [{"program": "systemctl", "subcommand": ["stop"], "operands": ["x"]}]}, {"systemctl.asks"}],
	"systemctl enable x": [{"commands": [{"program": "systemctl", "subcommand": ["enable"], "operands": ["x"]}]}, {"systemctl.persists"}],
	"systemctl poweroff": [{"commands": [{"program": "systemctl", "subcommand": ["poweroff"]}]}, {"systemctl.persists"}],
	"systemctl stop regent": [{"commands": [{"program": "systemctl", "subcommand": ["stop"], "operands": ["regent"]}]}, {"guard.stopped_by_systemctl", "systemctl.asks"}],
	"systemctl status regent": [{"commands": [{"program": "systemctl", "subcommand": ["status"], "operands": ["regent"]}]}, set()],
	"systemctl foo": [{"commands": [{"program": "systemctl", "operands": ["foo"]}]}, {"systemctl.asks"}],
	"systemctl daemon-reload": [{"commands": [{"program": "systemctl", "subcommand": ["daemon-reload"]}]}, {"systemctl.asks"}],
	"systemctl --user enable x.service": [{"commands": [{"program": "systemctl", "subcommand": ["enable"], "options": [["--user", ""]], "operands": ["x.service"]}]}, {"systemctl.persists"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
