// Package host measures the machine that the process runs on: processors,
// memory and, when asked, one file system.
//
// Inside a control group (a container) the limits of the group count: its
// quota of processors, its memory, and what the group uses of them. Elsewhere
// the machine's own figures do.
//
// Promises: every figure is clamped into its range, because containers and
// virtual machines report odd values at times; the time has a zero offset; the
// path of the disk is never part of a result or an error; a sample ends with
// its context.
//
// What it is not for: it is no monitor. A sample blocks for its interval and
// says nothing of the time before.
//
// Where it fails: a limit that is set by other means than control groups is not
// seen, and the load average is the machine's also inside a group.
package host
