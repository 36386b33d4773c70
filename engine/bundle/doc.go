// Package bundle reads policies and their data, lays layers over each other
// and compiles the result.
//
// It is for the engine that decides and for the bench that tests: both get
// their modules, data and error texts here, so that what was tested is what
// runs. It is not for deciding: nothing here evaluates a rule.
//
// Promises:
//   - What is read is bounded (files, bytes) and named by one digest over every
//     file and setting.
//   - Modules compile strictly, against an allow list of built-in functions and
//     the schema of the input document.
//   - Whatever is refused is refused with file, line, what is wrong and a mend.
//   - A layer can only loosen what the layers above it let it loosen; see
//     merge.go.
//
// It fails on the first set that breaks one of these; it never loads a part of
// a bundle.
package bundle
