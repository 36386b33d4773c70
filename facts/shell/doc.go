// Package shell reads shell text as bash would and states what it would touch.
//
// It parses the text with mvdan.cc/sh and interprets it abstractly: variables,
// functions, substitutions, loops and branches are followed with values that
// are exact where the text fixes them and marked as unknown where it does not.
// Each simple command becomes one facts.Command, wherever it stands; what its
// words mean is read from the programs table (see Spec), which is data of the
// policy bundle.
//
// It is not for deciding: there is no list of dangerous programs, paths or
// options here. It never runs anything and never opens a path that the text
// names, except what would be run: scripts below a root, when Config.Scripts
// is set.
//
// It promises that every argument vector that bash would execute is among the
// commands it states, equal where the facts say static; that it ends within
// its limits of steps and memory; and that it never panics. Beyond a limit, or
// when the text does not parse, Text.Complete is false.
//
// It fails where bash itself depends on what only exists at run time: the
// output of programs, the contents of files that the text did not write, the
// caller's own functions and aliases. Such values are dynamic. A directory
// that "cd" names is taken to exist.
package shell
