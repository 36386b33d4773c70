package regent.secrets.in_text_test

import data.regent.fact_test as fact
import data.regent.lib
import data.regent.secrets.in_text

test_a_credential_in_the_text_asks if {
	in_text.findings == {lib.confirm("secrets.in_text", "secrets", 0)} with input as fact.document({"commands": [{}], "secrets": [{"class": "github_token"}]})
}

test_other_tools_may_hold_credentials_in_what_they_mask if {
	count(in_text.findings) == 0 with input as {"tool": "secret_masker", "secrets": [{"command": -1, "class": "github_token"}]}
}
