package regent.program.chmod_test

import data.regent.fact_test as fact
import data.regent.program.chmod as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"chmod +x tests/run.sh": [{"commands": [{"program": "chmod", "operands": ["+x", "tests/run.sh"]}]}, set()],
	"chmod 777 src": [{"commands": [{"program": "chmod", "operands": ["777", "src"]}]}, {"chmod.world_writable"}],
	"chmod a+w src": [{"commands": [{"program": "chmod", "operands": ["a+w", "src"]}]}, {"chmod.world_writable"}],
	"chmod o=rwx src/x": [{"commands": [{"program": "chmod", "operands": ["o=rwx", "src/x"]}]}, {"chmod.world_writable"}],
	"chmod u+w src/x": [{"commands": [{"program": "chmod", "operands": ["u+w", "src/x"]}]}, set()],
	"chmod 755 src/x": [{"commands": [{"program": "chmod", "operands": ["755", "src/x"]}]}, set()],
	"chmod -R 755 src": [{"commands": [{"program": "chmod", "options": [["-R", ""]], "operands": ["755", "src"]}]}, {"chmod.recursive"}],
	"chmod 4755 src/x": [{"commands": [{"program": "chmod", "operands": ["4755", "src/x"]}]}, {"chmod.set_id"}],
	"chmod u+s src/x": [{"commands": [{"program": "chmod", "operands": ["u+s", "src/x"]}]}, {"chmod.set_id"}],
	"chmod g+s src": [{"commands": [{"program": "chmod", "operands": ["g+s", "src"]}]}, {"chmod.set_id"}],
	"chmod 2775 src": [{"commands": [{"program": "chmod", "operands": ["2775", "src"]}]}, {"chmod.set_id"}],
	"chmod $MODE src/x": [{"commands": [{"program": "chmod", "operands": [{"value": "", "known": "dynamic"}, "src/x"]}]}, {"chmod.unknown_mode"}],
	"chmod --reference=README.md src/x": [{"commands": [{"program": "chmod", "options": [["--reference", "README.md"]], "operands": ["src/x"]}]}, set()],
	"chmod 644 /etc/passwd": [{"commands": [{"program": "chmod", "operands": ["644", "/etc/passwd"]}]}, set()],
	"chmod 1777 /tmp/dir2 --help": [{"commands": [{"program": "chmod", "options": [["--help", ""]], "operands": ["1777", "/tmp/dir2"], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
