package regent.text.reading_whole_test

import data.regent.fact_test as fact
import data.regent.lib
import data.regent.text.reading

text(complete) := object.union(
	fact.document({}),
	{"text": {"complete": complete, "error": "depth"}},
)

test_text_that_was_not_read_to_its_end_asks if {
	reading.findings == {lib.confirm("text.incomplete", "text", -1)} with input as text(false)
}

test_text_that_was_read_whole_is_silent if {
	count(reading.findings) == 0 with input as text(true)
}

test_too_many_things_are_told if {
	many := object.union(fact.document({"commands": [{}], "tags": {"truncated": [0]}}), {"text": {"complete": false, "error": "many"}})
	reading.findings == {lib.confirm("text.too_many", "text", -1)} with input as many
}
