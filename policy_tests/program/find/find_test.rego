package regent.program.find_test

import data.regent.fact_test as fact
import data.regent.program.find as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"find . -name x": [{"commands": [{"program": "find", "options": [["-name", "x"]], "operands": ["."]}]}, set()],
	"find . -name x -ok rm {} ';'": [{"commands": [{"program": "find", "options": [["-name", "x"], ["-ok", ""]], "operands": ["."]}, {"program": "rm", "operands": [{"value": "", "known": "dynamic"}]}]}, {"find.asks"}],
	"find . -name '*.pyc' -path '*/__pycache__/*' -print": [{"commands": [{"program": "find", "options": [["-name", "*.pyc"], ["-path", "*/__pycache__/*"], ["-print", ""]], "operands": ["."]}]}, set()],
	"find src -exec grep -l x {} +": [{"commands": [{"program": "find", "options": [["-exec", ""]], "operands": ["src"]}, {"program": "grep", "options": [["-l", ""]], "operands": ["x", {"value": "", "known": "dynamic"}]}]}, set()],
	"find / -name x -delete": [{"commands": [{"program": "find", "options": [["-name", "x"], ["-delete", ""]], "operands": ["/"]}]}, set()],
	"find build -delete": [{"commands": [{"program": "find", "options": [["-delete", ""]], "operands": ["build"]}]}, set()],
	"find src -delete": [{"commands": [{"program": "find", "options": [["-delete", ""]], "operands": ["src"]}]}, set()],
	"find ~ -type f -exec rm {} +": [{"commands": [{"program": "find", "options": [["-type", "f"], ["-exec", ""]], "operands": ["/home/dev"]}, {"program": "rm", "operands": [{"value": "", "known": "dynamic"}]}]}, set()],
	"find src -type f | xargs wc -l": [{"commands": [{"program": "find", "options": [["-type", "f"]], "operands": ["src"]}, {"program": "xargs", "operands": ["wc", "-l"]}, {"program": "wc", "options": [["-l", ""]], "operands": [{"value": "", "known": "dynamic"}]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
