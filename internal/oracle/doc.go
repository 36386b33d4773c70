// Package oracle compares the masker with gitleaks, which looks for the same
// things in another way. It is a module of its own, so that gitleaks and the
// libraries below it are never part of the binary: they are test-only.
//
// There is nothing here to import. Run the tests in this directory.
package oracle
