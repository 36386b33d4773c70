// Package audit keeps the record of what was decided: one row for each
// decision, durable before anything acts on it, and one for each outcome of an
// executing tool.
//
// What it is for: a later reader can tell what the guard answered, under which
// policy, and whether the record was touched since. What it is not for: it
// decides nothing, measures nothing, and holds no text, path or identity of a
// caller unless the capture of facts is switched on.
//
// The store is one SQLite file. Every row holds the exact bytes of its record,
// the hash that chains it to the row before, and the Merkle tree hashes that it
// completes. Signed checkpoints of the tree go to a file outside the database,
// and wherever else the operator sends them.
//
// Promises:
//   - Append returns without error only after the row is on stable storage.
//   - A full, locked, read-only or broken store fails the append with a typed
//     error and leaves the rows that are there alone.
//   - Several processes may append to one file. Each append checks, under the
//     write lock, that the rows this process last saw are still there.
//   - Open takes no write lock and reads only the rows after the last signed
//     checkpoint, however long the log is.
//   - No error text holds a path, a stored value or SQLite's words.
//
// Where it fails: somebody who runs as the same operating-system user can
// rewrite the database, the checkpoint file and the key together. Against that
// only a checkpoint kept elsewhere helps. Rows after the last checkpoint are
// not anchored: while no process runs, cutting them off leaves no trace.
package audit
