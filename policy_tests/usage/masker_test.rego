package regent.usage.masker_test

import data.regent.lib
import data.regent.usage.masker
import data.regent.usage_test.fact

found(change) := f if {
	f := masker.findings with input as fact.usage(change)
}

test_at_the_limits_nothing_is_found if {
	found({"streams": 128, "distinct_secrets": 4096}) == set()
}

test_one_stream_more_is_blocked if {
	found({"streams": 129}) == {lib.blocked("STREAM_LIMIT", "usage", -1)}
}

test_one_secret_more_is_blocked if {
	found({"distinct_secrets": 4097}) == {lib.blocked("SECRET_STATE_LIMIT", "usage", -1)}
}

test_missing_limits_block if {
	f := masker.findings with input as fact.usage({})
		with data.regent.settings.usage as {}
	f == {lib.blocked("STREAM_LIMIT", "usage", -1), lib.blocked("SECRET_STATE_LIMIT", "usage", -1)}
}
