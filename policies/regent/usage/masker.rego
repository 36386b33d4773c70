# METADATA
# title: What the masker may remember for a caller
# description: |
#   Unfinished streams hold text back, and every distinct secret has a number.
#   Both are memory; beyond the limits a call gets no text at all.
package regent.usage.masker

import data.regent.lib

# METADATA
# title: Too many unfinished streams ({streams})
# custom:
#   id: STREAM_LIMIT
#   floor: true
#   remedy: Finish a stream with final set to true before beginning another.
findings contains lib.blocked("STREAM_LIMIT", "usage", -1) if {
	not within(input.usage.streams, "streams")
}

# METADATA
# title: Too many distinct secrets ({distinct_secrets})
# description: Text with secrets that were seen before can still be masked.
# custom:
#   id: SECRET_STATE_LIMIT
#   floor: true
#   remedy: Discard the text. More distinct secrets need a new server process.
findings contains lib.blocked("SECRET_STATE_LIMIT", "usage", -1) if {
	not within(input.usage.distinct_secrets, "distinct_secrets")
}

within(count, setting) if count <= data.regent.settings.usage[setting]
