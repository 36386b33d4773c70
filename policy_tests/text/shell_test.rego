package regent.text.shell_test

import data.regent.fact_test as fact
import data.regent.lib
import data.regent.text.shell as room

test_without_a_tag_nothing_is_told if {
	count(room.findings) == 0 with input as fact.document({"commands": [{}]})
}

# As in: exec 5<>/dev/tcp/1.2.3.4/80
test_network_redirect_is_told if {
	room.findings == {lib.blocked("text.network_redirect", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"network_redirect": [1]}})
	room.findings == {lib.blocked("text.network_redirect", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"network_redirect": [-1]}})
}

# As in: :(){ :|:& };:
test_fork_bomb_is_told if {
	room.findings == {lib.blocked("text.fork_bomb", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"fork_bomb": [1]}})
	room.findings == {lib.blocked("text.fork_bomb", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"fork_bomb": [-1]}})
}

# As in: unalias ll
test_forgetting_what_was_found_is_not_told if {
	room.findings == set() with input as fact.document({"commands": [{"program": "hash", "options": [["-r", ""]]}], "tags": {"shell_state": [0]}})
	room.findings == {lib.confirm("text.shell_state", "commands", 0)} with input as fact.document({"commands": [{"program": "hash", "options": [["-p", "/tmp/ls"]], "operands": ["ls"]}], "tags": {"shell_state": [0]}})
}

test_shell_state_is_told if {
	room.findings == {lib.confirm("text.shell_state", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"shell_state": [1]}})
	room.findings == {lib.confirm("text.shell_state", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"shell_state": [-1]}})
}

# As in: env
test_prints_environment_is_told if {
	room.findings == {lib.confirm("text.prints_environment", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"prints_environment": [1]}})
	room.findings == {lib.confirm("text.prints_environment", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"prints_environment": [-1]}})
}

# As in: :(){ :|:& };:
test_recursive_function_is_told if {
	room.findings == {lib.confirm("text.recursive_function", "commands", 1)} with input as fact.document({"commands": [{}, {}], "tags": {"recursive_function": [1]}})
	room.findings == {lib.confirm("text.recursive_function", "text", -1)} with input as fact.document({"commands": [{}], "tags": {"recursive_function": [-1]}})
}
