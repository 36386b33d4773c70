package regent.text.reading

import data.regent.lib

# METADATA
# title: "The shell could not read the text to its end."
# custom:
#   id: text.parse_error
#   remedy: "Correct the syntax: an open quote, a missing word such as done or fi, or a doubled operator."
findings contains lib.confirm("text.parse_error", lib.subject(i), i) if {
	input.text.tags.parse_error
	some i in input.text.tags.parse_error
}

# METADATA
# title: "The text is too long or too deeply nested to be read to its end."
# custom:
#   id: text.truncated
#   remedy: "Split it into shorter steps."
findings contains lib.confirm("text.truncated", lib.subject(i), i) if {
	input.text.tags.truncated
	some i in input.text.tags.truncated
	input.text.error != "many"
}

# METADATA
# title: "The text names more commands, files or hosts than can be judged at once."
# custom:
#   id: text.too_many
#   remedy: "Name the directory instead of each file, or do it in several steps."
findings contains lib.confirm("text.too_many", "text", -1) if {
	input.text.tags.truncated
	input.text.error == "many"
}

# METADATA
# title: "Not all of the text could be understood ({error})."
# description: "Where it stopped being read says it better, so this stands alone."
# custom:
#   id: text.incomplete
#   remedy: "Split it into shorter, simpler steps."
findings contains lib.confirm("text.incomplete", "text", -1) if {
	input.text.complete == false
	not input.text.tags.truncated
	not input.text.tags.parse_error
}
