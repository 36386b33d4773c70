package regent.program.install_test

import data.regent.fact_test as fact
import data.regent.program.install as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"install -m 4755 build/x build/y": [{"commands": [{"program": "install", "options": [["-m", "4755"]], "operands": ["build/x", "build/y"]}]}, {"install.set_id"}],
	"install -m 755 build/x build/y": [{"commands": [{"program": "install", "options": [["-m", "755"]], "operands": ["build/x", "build/y"]}]}, set()],
	"install -d build/dir": [{"commands": [{"program": "install", "options": [["-d", ""]], "operands": ["build/dir"]}]}, set()],
	"install -m 755 build/x /usr/local/bin/x": [{"commands": [{"program": "install", "options": [["-m", "755"]], "operands": ["build/x", "/usr/local/bin/x"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
