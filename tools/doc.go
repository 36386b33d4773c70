// Package tools is the pipeline of a call and the seven tools.
//
// A call goes through the same steps whatever its tool and whatever door it
// came through: arguments are decoded strictly, the call is admitted, facts
// are taken once, the policy decides, the decision is recorded, and only then
// does an executing tool act, within the obligations that the policy set. What
// was judged is what is recorded and what is run.
//
// Read suite.go for the steps, then one file per tool.
//
// Promises: a decision that could not be made or recorded is BLOCKED; bad input
// gets a problem that does not echo it; no panic of an extractor leaves a call.
// What is not here: any rule of what is allowed. It is in policies/.
package tools
