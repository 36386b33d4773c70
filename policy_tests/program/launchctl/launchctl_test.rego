package regent.program.launchctl_test

import data.regent.fact_test as fact
import data.regent.program.launchctl as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"launchctl zap": [{"commands": [{"program": "launchctl", "operands": ["zap"]}]}, {"launchctl.asks"}],
	"launchctl load x.plist": [{"commands": [{"program": "launchctl", "subcommand": ["load"], "operands": ["x.plist"]}]}, {"launchctl.asks", "launchctl.persists"}],
	"launchctl list": [{"commands": [{"program": "launchctl", "subcommand": ["list"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
