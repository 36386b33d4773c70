package regent.program.export_test

import data.regent.fact_test as fact
import data.regent.program.export as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"export NODE_ENV=test": [{"commands": [{"program": "export", "operands": ["NODE_ENV=test"], "assignments": [["NODE_ENV", "test"]]}]}, set()],
	"export PATH=/tmp/x:$PATH": [{"commands": [{"program": "export", "operands": ["PATH=/tmp/x:/usr/local/bin:/usr/bin:/bin"], "assignments": [["PATH", "/tmp/x:/usr/local/bin:/usr/bin:/bin"]]}]}, {"export.takes_over"}],
	"export LD_PRELOAD=/tmp/x.so": [{"commands": [{"program": "export", "operands": ["LD_PRELOAD=/tmp/x.so"], "assignments": [["LD_PRELOAD", "/tmp/x.so"]]}]}, {"export.takes_over"}],
	"export GIT_SSH_COMMAND=x": [{"commands": [{"program": "export", "operands": ["GIT_SSH_COMMAND=x"], "assignments": [["GIT_SSH_COMMAND", "x"]]}]}, {"export.takes_over"}],
	"export -p": [{"commands": [{"program": "export", "options": [["-p", ""]]}]}, set()],
	"export NODE_OPTIONS=--require=./x.js": [{"commands": [{"program": "export", "operands": ["NODE_OPTIONS=--require=./x.js"], "assignments": [["NODE_OPTIONS", "--require=./x.js"]]}]}, {"export.takes_over"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
