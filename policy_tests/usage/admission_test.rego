package regent.usage.admission_test

test_the_shipped_window_takes_600_calls if {
	a := data.regent.admit with input as {"tool": "dry_run_command", "invocations": 600, "window_s": 60}
	a.decision == "SAFE"
}

test_call_601_is_blocked if {
	a := data.regent.admit with input as {"tool": "dry_run_command", "invocations": 601, "window_s": 60}
	a.decision == "BLOCKED"
	a.rule == "INVOCATION_RATE_LIMIT"
}

test_the_window_cannot_be_switched_off if {
	data.regent.settings.usage.invocations_minute >= 1
	data.regent.settings.usage.invocation_window_s == 60
}

test_the_whole_decision_carries_a_usage_finding if {
	d := data.regent.decision with input as {
		"tool": "secret_masker", "now_ns": 0,
		"usage": {
			"counters": [],
			"loop": {"count": 0, "failed": 0, "writes_between": 0},
			"streams": 129, "distinct_secrets": 0, "invocations": 1, "consume": true,
		},
	}
	d.decision == "BLOCKED"
	d.rule == "STREAM_LIMIT"
}
