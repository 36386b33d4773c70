package regent.program.pacman_test

import data.regent.fact_test as fact
import data.regent.program.pacman as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"pacman -Q": [{"commands": [{"program": "pacman", "options": [["-Q", ""]]}]}, set()],
	"pacman -S jq": [{"commands": [{"program": "pacman", "options": [["-S", ""]], "operands": ["jq"]}]}, {"pacman.installs"}],
	"pacman -R jq": [{"commands": [{"program": "pacman", "options": [["-R", ""]], "operands": ["jq"]}]}, {"pacman.removes"}],
	"pacman -Qi jq": [{"commands": [{"program": "pacman", "options": [["-Q", ""], ["-i", ""]], "operands": ["jq"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
