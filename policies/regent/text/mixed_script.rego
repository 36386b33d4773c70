package regent.text.mixed_script

import data.regent.lib

# METADATA
# title: "`{raw}` names a program with look-alike letters of another alphabet."
# custom:
#   id: text.mixed_script
#   remedy: "Type the program's name in plain letters."
findings contains lib.confirm("text.mixed_script", lib.subject(i), i) if {
	some i in input.text.tags.mixed_script
}
