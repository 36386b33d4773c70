package regent.program.kill_test

import data.regent.fact_test as fact
import data.regent.program.kill as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"kill 123": [{"commands": [{"program": "kill", "operands": ["123"]}]}, {"kill.process"}],
	"kill -9 123": [{"commands": [{"program": "kill", "options": [["-9", ""]], "operands": ["123"]}]}, {"kill.process"}],
	"kill -9 -1": [{"commands": [{"program": "kill", "options": [["-9", ""], ["-1", ""]]}]}, {"kill.all", "kill.process"}],
	"kill -1": [{"commands": [{"program": "kill", "options": [["-1", ""]]}]}, {"kill.all", "kill.process"}],
	"kill 1": [{"commands": [{"program": "kill", "operands": ["1"]}]}, {"kill.all", "kill.process"}],
	"kill -9 1": [{"commands": [{"program": "kill", "options": [["-9", ""]], "operands": ["1"]}]}, {"kill.all", "kill.process"}],
	"kill -l": [{"commands": [{"program": "kill", "options": [["-l", ""]]}]}, set()],
	"kill -0 123": [{"commands": [{"program": "kill", "options": [["-0", ""]], "operands": ["123"]}]}, set()],
	"kill -HUP 123": [{"commands": [{"program": "kill", "options": [["-HUP", ""]], "operands": ["123"]}]}, {"kill.process"}],
	"kill -1 123": [{"commands": [{"program": "kill", "options": [["-1", ""]], "operands": ["123"]}]}, {"kill.process"}],
	"kill -s KILL -- -1": [{"commands": [{"program": "kill", "options": [["-s", "KILL"]], "operands": ["-1"]}]}, {"kill.all", "kill.process"}],
	"kill $(pgrep regent)": [{"commands": [{"program": "pgrep", "operands": ["regent"]}, {"program": "kill", "operands": [{"value": "", "known": "dynamic"}]}]}, {"guard.stopped_by_kill", "kill.process"}],
	"kill $(pgrep node)": [{"commands": [{"program": "pgrep", "operands": ["node"]}, {"program": "kill", "operands": [{"value": "", "known": "dynamic"}]}]}, {"kill.process"}],
	"kill %1": [{"commands": [{"program": "kill", "operands": ["%1"]}]}, {"kill.process"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
