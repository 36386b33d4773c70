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
	some i, c in input.usage.counters
	c.after > limit(c.scope, c.name)
}

# METADATA
# title: The call is the first to reach the soft share of a budget
# description: It is counted all the same; later calls pass without this until the limit.
# custom:
#   id: usage.budget_soft
#   remedy: Show a person what is left, or finish with what remains.
findings contains lib.confirm("usage.budget_soft", "usage", i) if {
	some i, c in input.usage.counters
	soft := data.regent.settings.usage.soft_share * limit(c.scope, c.name)
	c.before < soft
	c.after >= soft
}

# METADATA
# title: A budget is counted for which the settings name no limit
# custom:
#   id: usage.budget_unknown
#   remedy: Give settings.usage a limit for the budget, or stop counting it.
findings contains lib.blocked("usage.budget_unknown", "usage", i) if {
	some i, c in input.usage.counters
	not limited(c.scope, c.name)
}

limit("caller", name) := data.regent.settings.usage.budgets[name].limit

limit("session", name) := data.regent.settings.usage.session_budgets[name].limit

limited(scope, name) if limit(scope, name) >= 0
