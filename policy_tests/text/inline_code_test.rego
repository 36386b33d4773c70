package regent.text.inline_code_test

import data.regent.fact_test as fact
import data.regent.text.inline_code as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"node -e '1'": [{"commands": [{"program": "node", "options": [["-e", "1"]], "code": [{"language": "javascript", "text": "1", "known": "static"}]}], "tags": {"inline_code": [0]}}, {"text.inline_code"}],
	"Rscript -e '1'": [{"commands": [{"program": "Rscript", "options": [["-e", "1"]], "code": [{"language": "other", "text": "1", "known": "static"}]}], "tags": {"inline_code": [0]}}, {"text.inline_code"}],
	"osascript -e 'x'": [{"commands": [{"program": "Rscript", "options": [["-e", "x"]], "code": [{"language": "other", "text": "x", "known": "static"}]}], "tags": {"inline_code": [0]}}, {"text.inline_code"}],
	"php -r 'echo 1;'": [{"commands": [{"program": "php", "options": [["-r", "echo 1;"]], "code": [{"language": "php", "text": "echo 1;", "known": "static"}]}], "tags": {"inline_code": [0]}}, {"text.inline_code"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"make": [{"commands": [{"program": "make"}]}, set()],
	"yarn": [{"commands": [{"program": "yarn"}]}, set()],
	"date": [{"commands": [{"program": "date"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
