package regent.secrets.in_text

import data.regent.lib

# METADATA
# title: "A credential ({class}) stands in the text."
# custom:
#   id: secrets.in_text
#   remedy: "Take it out and let the program read it from where it is kept."
findings contains lib.confirm("secrets.in_text", "secrets", i) if {
	some i, s in input.secrets
	input.text
	s.command >= -1
}
