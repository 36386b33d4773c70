package regent.text.prints_environment

import data.regent.lib

# METADATA
# title: "`{raw}` prints the whole environment, which may hold credentials."
# custom:
#   id: text.prints_environment
#   remedy: "Print one variable by its name: printenv NAME."
findings contains lib.confirm("text.prints_environment", lib.subject(i), i) if {
	some i in input.text.tags.prints_environment
}
