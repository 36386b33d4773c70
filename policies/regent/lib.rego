# METADATA
# title: What rules return
# description: |
#   Every rule is one member of a package's `findings` set, built by one of the
#   two functions here; a layer waives a named rule through `allow`. The words
#   and the shape stand here once, so that a rule cannot misspell them.
#   `topic` and `index` name the fact that the rule is about: the element of
#   input[topic] at index, or -1 for the text as a whole.
package regent.lib

# METADATA
# title: A finding that stops the call
blocked(id, topic, index) := {
	"rule": id,
	"decision": "BLOCKED",
	"topic": topic,
	"index": index,
}

# METADATA
# title: A finding that a person should see first
confirm(id, topic, index) := {
	"rule": id,
	"decision": "NEEDS_CONFIRMATION",
	"topic": topic,
	"index": index,
}

# METADATA
# title: A reviewed, permanent waiver of one NEEDS_CONFIRMATION finding
# description: Rules named in settings.floor take no waiver.
allow(id, topic, index) := {
	"rule": id,
	"topic": topic,
	"index": index,
}

# METADATA
# title: A limit that the executing tool must keep
# description: name is max_rows, max_bytes or timeout_ms; the smallest value counts.
oblige(name, value) := {
	"name": name,
	"value": value,
}
