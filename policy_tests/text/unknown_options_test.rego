package regent.text.unknown_options_test

import data.regent.fact_test as fact
import data.regent.lib
import data.regent.text.unknown

# git $FLAGS status
test_an_unknown_option_asks if {
	unknown.findings == {lib.confirm("text.unknown_option", "commands", 0)} with input as fact.document({
		"commands": [{"program": "git"}],
		"tags": {"unknown_option": [0]},
	})
}

# echo $x: whatever it holds, echo prints it
test_programs_that_only_print_have_no_options_that_matter if {
	count(unknown.findings) == 0 with input as fact.document({
		"commands": [{"program": "echo"}],
		"tags": {"unknown_option": [0]},
	})
}
