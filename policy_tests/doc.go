// Package policy_tests holds what the shipped policies are tested with: Rego
// tests beside the packages they test (run by opa test), and the labelled cases
// of cases/, which run through the real facts and the real engine.
//
// Promises: every case comes out exactly as it is labelled, with scripts read
// and without; the specs of the programs table decode without unknown members
// and agree with the programs of the machine that runs the test.
//
// It fails to tell how the facts behave on a real file system: the cases' world
// is made in memory. See facts/path and facts/shell for that.
package policy_tests
