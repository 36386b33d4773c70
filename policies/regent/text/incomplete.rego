package regent.text.incomplete

import data.regent.lib

# METADATA
# title: "Not all of the text could be understood ({error})."
# custom:
#   id: text.incomplete
#   remedy: "Split it into shorter, simpler steps."
findings contains lib.confirm("text.incomplete", "text", -1) if {
	input.text.complete == false
}
