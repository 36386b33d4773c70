# METADATA
# title: What a caller may use in a window
# description: |
#   Go counts, this room compares. A call that asks for more than is left is
#   refused and counts nothing; the first one that reaches the soft share of a
#   limit should be seen by a person, the next ones pass until the limit.
package regent.usage.budget

import data.regent.lib

# METADATA
# title: The call would use more of a budget than its window has left
# description: The budgets and what remains of them stand in the result.
# custom:
#   id: usage.budget
#   remedy: Do less in one call, or wait until the window shown in the result is over.
findings contains lib.blocked("usage.budget", "usage", i) if {
	not all_within
	some i, c in input.usage.counters
	c.after > limits[c.scope][c.name].limit
}

# METADATA
# title: The call is the first to reach the soft share of a budget
# description: It is counted all the same; later calls pass without this until the limit.
# custom:
#   id: usage.budget_soft
#   remedy: Show a person what is left, or finish with what remains.
findings contains lib.confirm("usage.budget_soft", "usage", i) if {
	some i, c in input.usage.counters
	c.after > c.before
	soft := data.regent.settings.usage.soft_share * limits[c.scope][c.name].limit
	c.after >= soft
	c.before < soft
}

# METADATA
# title: A budget is counted for which the settings name no limit
# custom:
#   id: usage.budget_unknown
#   remedy: Give settings.usage a limit for the budget, or stop counting it.
findings contains lib.blocked("usage.budget_unknown", "usage", i) if {
	not all_within
	some i, c in input.usage.counters
	not limits[c.scope][c.name].limit
}

limits := {
	"caller": data.regent.settings.usage.budgets,
	"session": data.regent.settings.usage.session_budgets,
}

# Nearly every call ends here, after one look at each budget.
all_within if {
	every c in input.usage.counters {
		c.after <= limits[c.scope][c.name].limit
	}
}
