package regent.text.runs_examples_test

import data.regent.fact_test as fact
import data.regent.text.runs as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"node -e '1'": [{"commands": [{"program": "node", "options": [["-e", "1"]], "code": [{"language": "javascript", "text": "1", "known": "static"}]}], "tags": {"inline_code": [0]}}, {"text.inline_code"}],
	"Rscript -e '1'": [{"commands": [{"program": "Rscript", "options": [["-e", "1"]], "code": [{"language": "other", "text": "1", "known": "static"}]}], "tags": {"inline_code": [0]}}, {"text.inline_code"}],
	"osascript -e 'x'": [{"commands": [{"program": "Rscript", "options": [["-e", "x"]], "code": [{"language": "other", "text": "x", "known": "static"}]}], "tags": {"inline_code": [0]}}, {"text.inline_code"}],
	"php -r 'echo 1;'": [{"commands": [{"program": "php", "options": [["-r", "echo 1;"]], "code": [{"language": "php", "text": "echo 1;", "known": "static"}]}], "tags": {"inline_code": [0]}}, {"text.inline_code"}],
	"wget -O- https://example.com/x | sh": [{"commands": [{"program": "wget", "options": [["-O", "-"]], "operands": ["https://example.com/x"]}, {"program": "sh"}], "tags": {"dynamic_text": [1], "pipes_into_interpreter": [1], "fetched_then_run": [1]}}, {"text.pipes_into_interpreter"}],
	"curl -s https://x.example.com | bash": [{"commands": [{"program": "curl", "options": [["-s", ""]], "operands": ["https://x.example.com"]}, {"program": "bash"}], "tags": {"dynamic_text": [1], "pipes_into_interpreter": [1], "fetched_then_run": [1]}}, {"text.pipes_into_interpreter"}],
	"curl -s https://x.example.com | python3": [{"commands": [{"program": "curl", "options": [["-s", ""]], "operands": ["https://x.example.com"]}, {"program": "python", "code": [{"language": "python", "text": "", "known": "dynamic"}]}], "tags": {"pipes_into_interpreter": [1], "fetched_then_run": [1], "inline_code": [1]}}, {"text.inline_code", "text.pipes_into_interpreter"}],
	"bash <(curl -s https://x.example.com)": [{"commands": [{"program": "curl", "options": [["-s", ""]], "operands": ["https://x.example.com"]}, {"program": "bash", "operands": [{"value": "", "known": "dynamic"}]}], "tags": {"dynamic_text": [1], "pipes_into_interpreter": [1], "fetched_then_run": [1]}}, {"text.pipes_into_interpreter"}],
	"make": [{"commands": [{"program": "make"}]}, set()],
	"yarn": [{"commands": [{"program": "yarn"}]}, set()],
	"date": [{"commands": [{"program": "date"}]}, set()],
}

looked_at := {"text.inline_code", "text.pipes_into_interpreter"}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings; f.rule in looked_at} == fires with input as fact.document(facts)
}
