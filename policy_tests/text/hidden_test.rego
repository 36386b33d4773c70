package regent.text.hidden_test

import data.regent.fact_test as fact
import data.regent.lib
import data.regent.text.hidden as room

test_without_a_tag_nothing_is_told if {
	count(room.findings) == 0 with input as fact.document({"commands": [{}]})
}

test_bidi_is_told if {
	room.findings == {lib.blocked("text.bidi", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"bidi": [1]}})
	room.findings == {lib.blocked("text.bidi", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"bidi": [-1]}})
}

test_zero_width_in_word_is_told if {
	room.findings == {lib.blocked("text.zero_width", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"zero_width_in_word": [1]}})
	room.findings == {lib.blocked("text.zero_width", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"zero_width_in_word": [-1]}})
}

test_control_character_is_told if {
	room.findings == {lib.confirm("text.control_character", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"control_character": [1]}})
	room.findings == {lib.confirm("text.control_character", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"control_character": [-1]}})
}

test_mixed_script_is_told if {
	room.findings == {lib.confirm("text.mixed_script", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"mixed_script": [1]}})
	room.findings == {lib.confirm("text.mixed_script", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"mixed_script": [-1]}})
}
