package regent.text.unknown_examples_test

import data.regent.fact_test as fact
import data.regent.text.unknown as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"curl \"$URL\"": [{"commands": [{"program": "curl", "operands": [{"value": "", "known": "dynamic"}]}], "tags": {"unknown_operand": [0]}}, {"text.unknown_operand"}],
	"git fetch \"$REMOTE\"": [{"commands": [{"program": "git", "subcommand": ["fetch"], "operands": [{"value": "", "known": "dynamic"}]}], "tags": {"unknown_operand": [0]}}, {"text.unknown_operand"}],
	"rm -rf /$X": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": [{"value": "/", "known": "partial"}]}], "accesses": [{"access": "delete", "known": "prefix"}], "tags": {"unknown_operand": [0]}}, {"text.unknown_operand"}],
	"xargs -I{} git push {} < remotes.txt": [{"commands": [{"program": "xargs", "options": [["-I", "{}"]], "operands": ["git", "push", "{}"]}, {"program": "git", "subcommand": ["push"], "operands": [{"value": "", "known": "dynamic"}]}], "accesses": [{}], "tags": {"unknown_operand": [1]}}, {"text.unknown_operand"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"make": [{"commands": [{"program": "make"}]}, set()],
	"yarn": [{"commands": [{"program": "yarn"}]}, set()],
	"date": [{"commands": [{"program": "date"}]}, set()],
}

looked_at := {"text.unknown_operand"}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings; f.rule in looked_at} == fires with input as fact.document(facts)
}
