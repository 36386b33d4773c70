package regent.program.dpkg_test

import data.regent.fact_test as fact
import data.regent.program.dpkg as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"dpkg -l": [{"commands": [{"program": "dpkg", "options": [["-l", ""]]}]}, set()],
	"dpkg -i x.deb": [{"commands": [{"program": "dpkg", "options": [["-i", ""]], "operands": ["x.deb"]}]}, {"dpkg.installs"}],
	"dpkg -r jq": [{"commands": [{"program": "dpkg", "options": [["-r", ""]], "operands": ["jq"]}]}, {"dpkg.removes"}],
	"dpkg --purge jq": [{"commands": [{"program": "dpkg", "options": [["-P", ""]], "operands": ["jq"]}]}, {"dpkg.removes"}],
	"rpm -q jq": [{"commands": [{"program": "rpm", "options": [["-q", ""]], "operands": ["jq"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
