package regent.text.network_redirect_test

import data.regent.fact_test as fact
import data.regent.lib
import data.regent.text.network_redirect as room

# As in: exec 5<>/dev/tcp/1.2.3.4/80
test_the_tagged_command_is_told if {
	room.findings == {lib.blocked("text.network_redirect", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"network_redirect": [1]}})
}

test_the_text_as_a_whole_may_be_meant if {
	room.findings == {lib.blocked("text.network_redirect", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"network_redirect": [-1]}})
}

test_without_the_tag_nothing_is_told if {
	count(room.findings) == 0 with input as fact.document({"commands": [{}]})
}
