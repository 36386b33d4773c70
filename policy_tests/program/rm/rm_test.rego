package regent.program.rm_test

import data.regent.fact_test as fact
import data.regent.program.rm as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"rm -rf build": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["build"]}]}, set()],
	"rm -rf --no-preserve-root build": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""], ["--no-preserve-root", ""]], "operands": ["build"]}]}, {"rm.no_preserve_root"}],
	"rm -rf /": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["/"]}]}, set()],
	"rm -rf src": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["src"]}]}, set()],
	"rm -rf src/__pycache__": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["src/__pycache__"]}]}, set()],
	"rm -rf ~": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["/home/dev"]}]}, set()],
	"rm -rf $HOME": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["/home/dev"]}]}, set()],
	"rm -rf .": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["."]}]}, set()],
	"rm -rf ./node_modules ./dist": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["./node_modules", "./dist"]}]}, set()],
	"rm -rf $UNSET": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": [{"value": "", "known": "dynamic"}]}]}, set()],
	"rm -rf /home/dev/x": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["/home/dev/x"]}]}, set()],
	"rm -rf /tmp/x/y": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["/tmp/x/y"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
