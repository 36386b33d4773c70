// Package path states where a path leads and what kind of place that is.
//
// A path is resolved the way the kernel would resolve it: component by
// component, with ".." after symbolic links, at most 40 links, names of at most
// 255 bytes. What does not exist is resolved from its nearest existing
// ancestor. The result is a facts.PathUse: the place after links, the root that
// holds it, its classes from the path table, and an error word instead of an
// error text.
//
// The path table (data.regent.paths) names classes by glob patterns. Compile
// turns it into a Matcher once; the Matcher attaches the names, narrowest
// first. What a class means for an access is data and rules in policies/, never
// Go.
//
// Promises:
//   - Targets are never opened. Resolution uses Lstat and Readlink only.
//   - The links in /proc that mean "this process" (root, cwd, fd, exe) are not
//     followed through the guard's own process: they are stated as what they
//     would mean to the command.
//   - Resolve never fails and never panics; what cannot be resolved is a word
//     in PathUse.Error.
//
// What it is not for: it promises nothing about the moment after. A name may
// lead elsewhere once the facts are taken; who opens files must check what was
// opened (tools/fsread).
//
// Where it fails: bind mounts and other mounts are not seen but by
// ForeignDevice, a hard link only by NLink, and a directory that may not be
// searched hides what lies below it (Error "denied").
package path
