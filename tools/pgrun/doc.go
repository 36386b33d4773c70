// Package pgrun bounds a judged SELECT and runs it on PostgreSQL.
//
// Bound rewrites the outer LIMIT of a parsed statement and returns the text to
// send; Runner sends it inside a read-only transaction that is always rolled
// back, within limits on rows, bytes and time.
//
// What it is not for: deciding. Whoever calls Run has had Plan.Tree judged. Nor
// is a read-only transaction a guard: it stops neither functions with effects
// nor reads of files (see docs/postgres-role.md for the role that does).
//
// Promises:
//   - What is sent is the text whose tree was compared with the intended one,
//     or Bound fails. The caller's own text is sent only where it needs no
//     change and cannot be written anew.
//   - Caller's text goes through the extended protocol alone, which takes one
//     statement.
//   - A session serves another run only after the server has answered ROLLBACK
//     and DISCARD ALL; in doubt it is closed. A caller does not wait for that
//     answer, the next run does.
//   - No error carries the DSN, a host, an address, a user or a password.
//
// Where it fails: memory use on the server, and work that the server does
// between two looks at its timeout, are the server's to bound.
package pgrun
