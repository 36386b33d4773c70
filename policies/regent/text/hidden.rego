package regent.text.hidden

import data.regent.lib

# METADATA
# title: "The text holds characters that change its reading order, so it shows something else than it does."
# custom:
#   id: text.bidi
#   remedy: "Take the bidirectional control characters out."
findings contains lib.blocked("text.bidi", lib.subject(i), i) if {
	input.text.tags.bidi
	some i in input.text.tags.bidi
}

# METADATA
# title: "`{raw}` holds invisible characters in a program, option or path."
# custom:
#   id: text.zero_width
#   remedy: "Type the word again without them."
findings contains lib.blocked("text.zero_width", lib.subject(i), i) if {
	input.text.tags.zero_width_in_word
	some i in input.text.tags.zero_width_in_word
}

# METADATA
# title: "The text holds control characters that a terminal would obey."
# custom:
#   id: text.control_character
#   remedy: "Take the control characters out."
findings contains lib.confirm("text.control_character", lib.subject(i), i) if {
	input.text.tags.control_character
	some i in input.text.tags.control_character
}

# METADATA
# title: "`{raw}` names a program with look-alike letters of another alphabet."
# custom:
#   id: text.mixed_script
#   remedy: "Type the program's name in plain letters."
findings contains lib.confirm("text.mixed_script", lib.subject(i), i) if {
	input.text.tags.mixed_script
	some i in input.text.tags.mixed_script
}
