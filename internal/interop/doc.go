// Package interop tests the wire against peers that nobody here wrote: the
// official Go and TypeScript clients, the Inspector and the conformance suite.
//
// It is a module of its own, so that no SDK reaches the binary's dependencies.
// run.sh runs everything, the Go tests below alone need no npm. The fixture
// server stands on our own wire packages; sdkserver is the official SDK's side
// of the benchmark.
package interop
