package regent.usage.budget_test

import data.regent.lib
import data.regent.usage.budget
import data.regent.usage_test.fact

settings := {
	"soft_share": 0.8,
	"budgets": {"tokens": {"limit": 100, "window_s": 60}, "commands": {"limit": 0, "window_s": 60}},
	"session_budgets": {"tokens": {"limit": 10, "window_s": 60}},
}

found(counters) := f if {
	f := budget.findings with input as fact.usage({"counters": counters})
		with data.regent.settings.usage as settings
}

test_under_the_soft_share_nothing_is_found if {
	found([fact.counter("caller", "tokens", 0, 79)]) == set()
}

test_reaching_the_soft_share_asks if {
	found([fact.counter("caller", "tokens", 79, 80)]) == {lib.confirm("usage.budget_soft", "usage", 0)}
}

test_passing_the_soft_share_in_one_step_asks if {
	found([fact.counter("caller", "tokens", 0, 100)]) == {lib.confirm("usage.budget_soft", "usage", 0)}
}

test_only_the_first_call_asks if {
	found([fact.counter("caller", "tokens", 80, 95)]) == set()
}

test_the_limit_itself_may_be_used if {
	found([fact.counter("caller", "tokens", 90, 100)]) == set()
}

test_one_over_the_limit_is_blocked if {
	found([fact.counter("caller", "tokens", 100, 101)]) == {lib.blocked("usage.budget", "usage", 0)}
}

test_a_step_over_both_is_blocked if {
	lib.blocked("usage.budget", "usage", 0) in found([fact.counter("caller", "tokens", 0, 101)])
}

test_a_budget_of_nothing_takes_nothing if {
	found([fact.counter("caller", "commands", 0, 1)]) == {lib.blocked("usage.budget", "usage", 0)}
}

test_a_budget_of_nothing_lets_nothing_pass if {
	found([fact.counter("caller", "commands", 0, 0)]) == set()
}

test_a_session_has_its_own_limit if {
	found([fact.counter("caller", "tokens", 0, 11), fact.counter("session", "tokens", 9, 11)]) == {lib.blocked("usage.budget", "usage", 1)}
}

test_a_counter_without_a_limit_is_blocked if {
	found([fact.counter("caller", "payload_bytes", 0, 1)]) == {lib.blocked("usage.budget_unknown", "usage", 0)}
	found([fact.counter("repository", "tokens", 0, 1)]) == {lib.blocked("usage.budget_unknown", "usage", 0)}
}

test_the_shipped_settings_have_a_limit_for_every_budget if {
	every name in ["tokens", "payload_bytes", "commands"] {
		data.regent.settings.usage.budgets[name].limit > 0
		data.regent.settings.usage.budgets[name].window_s > 0
	}
	data.regent.settings.usage.soft_share < 1
	data.regent.settings.usage.soft_share > 0
}
