package regent.text.reading_test

import data.regent.fact_test as fact
import data.regent.lib
import data.regent.text.reading as room

test_without_a_tag_nothing_is_told if {
	count(room.findings) == 0 with input as fact.document({"commands": [{}]})
}

# As in: echo 'x
test_parse_error_is_told if {
	room.findings == {lib.confirm("text.parse_error", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"parse_error": [1]}})
	room.findings == {lib.confirm("text.parse_error", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"parse_error": [-1]}})
}

test_truncated_is_told if {
	room.findings == {lib.confirm("text.truncated", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"truncated": [1]}})
	room.findings == {lib.confirm("text.truncated", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"truncated": [-1]}})
}
