package regent.program.chown_test

import data.regent.fact_test as fact
import data.regent.program.chown as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"chown dev src/x": [{"commands": [{"program": "chown", "operands": ["dev", "src/x"]}]}, {"chown.changes_owner"}],
	"chown -R dev:dev src": [{"commands": [{"program": "chown", "options": [["-R", ""]], "operands": ["dev:dev", "src"]}]}, {"chown.changes_owner"}],
	"chown dev /etc/passwd": [{"commands": [{"program": "chown", "operands": ["dev", "/etc/passwd"]}]}, {"chown.changes_owner"}],
	"chgrp dev src/x": [{"commands": [{"program": "chown", "operands": ["dev", "src/x"]}]}, {"chown.changes_owner"}],
	"chown --help": [{"commands": [{"program": "chown", "options": [["--help", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
