package regent.usage.repetition_test

import data.regent.lib
import data.regent.usage.repetition
import data.regent.usage_test.fact

found(count) := f if {
	f := repetition.findings with input as fact.usage({"loop": {"count": count, "failed": 0, "writes_between": 0}})
		with data.regent.settings.usage.loops as {"budget_guard": {"soft": 3, "hard": 5}}
}

test_a_few_repetitions_pass if {
	every n in [0, 1, 2] {
		found(n) == set()
	}
}

test_from_the_soft_count_on_a_person_is_asked if {
	every n in [3, 4] {
		found(n) == {lib.confirm("usage.loop_soft", "usage", -1)}
	}
}

test_from_the_hard_count_on_it_is_blocked if {
	every n in [5, 6, 500] {
		found(n) == {lib.blocked("usage.loop", "usage", -1)}
	}
}

test_a_tool_without_counts_is_not_judged if {
	f := repetition.findings with input as object.union(fact.usage({"loop": {"count": 9, "failed": 0, "writes_between": 0}}), {"tool": "audit_path_access"})
		with data.regent.settings.usage.loops as {"budget_guard": {"soft": 3, "hard": 5}}
	f == set()
}

test_shipped_counts_are_in_order if {
	every loop in data.regent.settings.usage.loops {
		loop.soft > 1
		loop.hard > loop.soft
		loop.window_s > 0
	}
}
