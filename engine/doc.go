// Package engine decides. It holds the compiled policies, hands them the facts
// of a call and returns what they say.
//
// It is for the call pipeline, which builds the facts and acts on the answer.
// It is not for knowing tools, programs or paths: those are facts and rules.
//
// Promises:
//   - Decide and Admit never fail and never panic: whatever goes wrong (a
//     policy that is undefined, breaks a bound, takes too long, answers in
//     another shape) is BLOCKED by the rule POLICY_UNAVAILABLE.
//   - The answer depends on the facts, the policies and their data alone: no
//     clock, network, file or environment is in reach of a rule.
//   - A set that does not compile is never used; the last good one stays.
//   - One Engine serves any number of goroutines.
//
// Where it fails: a deadline cannot take a thread away from a built-in function
// that runs on. The watchdog answers for it, and the engine refuses further work
// while too many such evaluations linger. Memory is watched, not limited.
package engine
