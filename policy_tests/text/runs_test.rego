package regent.text.runs_test

import data.regent.fact_test as fact
import data.regent.lib
import data.regent.text.runs as room

test_without_a_tag_nothing_is_told if {
	count(room.findings) == 0 with input as fact.document({"commands": [{}]})
}

# As in: gunzip -c x.gz | sh
test_decoded_then_run_is_told if {
	room.findings == {lib.blocked("text.decoded_then_run", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"decoded_then_run": [1]}})
	room.findings == {lib.blocked("text.decoded_then_run", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"decoded_then_run": [-1]}})
}

# As in: . <(curl -s https://x.example/i)
test_fetched_then_run_is_told if {
	room.findings == {lib.blocked("text.fetched_then_run", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"fetched_then_run": [1]}})
	room.findings == {lib.blocked("text.fetched_then_run", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"fetched_then_run": [-1]}})
}

# As in: eval "$(cat x)"
test_eval_of_tool_is_told if {
	room.findings == {lib.confirm("text.eval_of_tool", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"eval_of_tool": [1]}})
	room.findings == {lib.confirm("text.eval_of_tool", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"eval_of_tool": [-1]}})
}

# As in: su
test_interactive_is_told if {
	room.findings == {lib.confirm("text.interactive", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"interactive": [1]}})
	room.findings == {lib.confirm("text.interactive", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"interactive": [-1]}})
}

# python3 -c 'import base64; print(base64.b64decode("aWQK").decode())' | sh
test_what_code_decodes_is_told if {
	decodes := {"program": "python", "code": [{"language": "python", "text": "import base64; print(base64.b64decode(\"aWQK\").decode())", "known": "static"}]}
	lib.blocked("text.decoded_then_run", "commands", 1) in room.findings with input as fact.document({"commands": [decodes, {"program": "sh", "fed_by": [0]}], "tags": {"dynamic_text": [1]}})
	lib.blocked("text.decoded_then_run", "commands", 1) in room.findings with input as fact.document({"commands": [decodes, {"program": "python", "fed_by": [0]}], "tags": {"pipes_into_interpreter": [1]}})
}
