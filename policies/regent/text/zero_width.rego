package regent.text.zero_width

import data.regent.lib

# METADATA
# title: "`{raw}` holds invisible characters in a program, option or path."
# custom:
#   id: text.zero_width
#   remedy: "Type the word again without them."
findings contains lib.blocked("text.zero_width", lib.subject(i), i) if {
	some i in input.text.tags.zero_width_in_word
}
