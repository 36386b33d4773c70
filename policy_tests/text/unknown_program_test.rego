package regent.text.unknown_program_test

import data.regent.fact_test as fact
import data.regent.lib
import data.regent.text.unknown_program as room

# As in: $CMD --x
test_the_tagged_command_is_told if {
	room.findings == {lib.confirm("text.unknown_program", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"unknown_program": [1]}})
}

test_the_text_as_a_whole_may_be_meant if {
	room.findings == {lib.confirm("text.unknown_program", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"unknown_program": [-1]}})
}

test_without_the_tag_nothing_is_told if {
	count(room.findings) == 0 with input as fact.document({"commands": [{}]})
}
