// Package usage counts what callers use: budgets, repeated actions, calls a
// minute.
//
// It is not a meter: budgets hold what a caller reports of itself. It decides
// nothing either. It states what a counter is and would be; the policy says
// whether that is too much, and only then is anything counted.
//
// Promises:
//   - One caller's counters have one lock. The policy is asked while it is held,
//     so that two calls never both take the last of a budget.
//   - What was counted for a call can be given back, once ([Reservation]).
//   - Memory is bounded by the settings, whatever callers, sessions and actions
//     are named; those beyond the bound share one counter, which never widens a
//     budget.
//   - Windows are fixed and follow a monotonic clock from the start of the
//     process. A burst on each side of a boundary is possible.
//   - Of an action and a session only a keyed hash is kept.
//
// Where it fails: counters live in this process. A restart begins anew, and two
// processes count apart.
package usage
