// Package bench tests policies: it runs their Rego tests with coverage, lints
// them for what OPA does not check, writes their rule pages, and holds partial
// loading against full loading over a corpus of facts.
//
// It is for the commands `regent policy test|lint|check|docs` and for the
// project's own tests. It is not for deciding calls, and knows nothing of how
// facts are taken: whoever has a corpus hands in the facts.
//
// Promises: results do not depend on the machine's clock or network; every
// complaint names file, line, what is wrong and a mend.
package bench
