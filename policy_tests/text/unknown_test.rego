package regent.text.unknown_test

import data.regent.fact_test as fact
import data.regent.lib
import data.regent.text.unknown as room

test_without_a_tag_nothing_is_told if {
	count(room.findings) == 0 with input as fact.document({"commands": [{}]})
}

# As in: $X
test_dynamic_program_is_told if {
	room.findings == {lib.confirm("text.dynamic_program", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"dynamic_program": [1]}})
	room.findings == {lib.confirm("text.dynamic_program", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"dynamic_program": [-1]}})
}

# As in: $CMD --x
test_unknown_program_is_told if {
	room.findings == {lib.confirm("text.unknown_program", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"unknown_program": [1]}})
	room.findings == {lib.confirm("text.unknown_program", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"unknown_program": [-1]}})
}

# As in: eval "$X"
test_dynamic_text_is_told if {
	room.findings == {lib.confirm("text.dynamic_text", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"dynamic_text": [1]}})
	room.findings == {lib.confirm("text.dynamic_text", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"dynamic_text": [-1]}})
}
