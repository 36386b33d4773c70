package audit

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Code is the word that a caller answers with when a row cannot be written.
type Code string

const (
	// CodeCapacity: the log holds as many records as it may. It does not imply
	// that the disk is full.
	CodeCapacity Code = "AUDIT_CAPACITY"
	// CodeWALCapacity: the write-ahead log is at its limit and a reader keeps it
	// from being folded into the database.
	CodeWALCapacity Code = "AUDIT_WAL_CAPACITY"
	// CodeUnavailable: everything else. The row may be on disk all the same when
	// the device failed while it was made durable; it was never acknowledged.
	CodeUnavailable Code = "AUDIT_UNAVAILABLE"
)

// Reason says why, as a fixed word. It never holds a path or a stored value.
type Reason string

// The reasons of an Error.
const (
	ReasonRecords    Reason = "records"
	ReasonWAL        Reason = "wal"
	ReasonBusy       Reason = "busy"
	ReasonFull       Reason = "full"
	ReasonReadOnly   Reason = "read_only"
	ReasonPermission Reason = "permission"
	ReasonIO         Reason = "io"
	ReasonClosed     Reason = "closed"
	ReasonRecord     Reason = "record"
	ReasonLimits     Reason = "limits"
	ReasonSymlink    Reason = "symlink"
	ReasonMode       Reason = "mode"
	ReasonOversized  Reason = "oversized"
	ReasonCorrupt    Reason = "corrupt"
	ReasonForeign    Reason = "foreign"
	ReasonSchema     Reason = "schema"
	ReasonPragma     Reason = "pragma"
	ReasonBroken     Reason = "broken"
	ReasonMissing    Reason = "missing"
	ReasonReplaced   Reason = "replaced"
	ReasonKey        Reason = "key"
	ReasonCheckpoint Reason = "checkpoint"
	ReasonArchive    Reason = "archive"
	ReasonAbsent     Reason = "absent"
)

const keepAndRotate = "keep the file as it is and look at it with `regent audit verify`, then restore a verified copy or start a fresh log with `regent audit rotate --force`"

var sentences = map[Reason]string{
	ReasonRecords:    "audit_max_records is reached: back the log up and start a fresh one with `regent audit rotate`, or raise the limit",
	ReasonWAL:        "the write-ahead log is at audit_wal_checkpoint_bytes and a reader holds it there: end that reader",
	ReasonBusy:       "another process holds the audit store's lock: try again",
	ReasonFull:       "no room is left for another row: free disk space or raise audit_max_db_bytes",
	ReasonReadOnly:   "the audit store cannot be written: check the mount and the permissions of the directory of audit_db",
	ReasonPermission: "the audit store cannot be opened: check the owner and the permissions of audit_db and its directory",
	ReasonIO:         "the audit store cannot be read or written: check the disk of audit_db",
	ReasonClosed:     "the audit log is closed",
	ReasonRecord:     "the record has a member that is too long or not well formed",
	ReasonLimits:     "audit_max_records must be at least 1, audit_max_db_bytes at least 8192, audit_wal_checkpoint_bytes at least 4096",
	ReasonSymlink:    "audit_db, its directory or the key is a symbolic link or not a regular file: name the real one",
	ReasonMode:       "audit_db, the key or their directory is open to other users or belongs to one: files need mode 0600, directories must not be writable by others",
	ReasonOversized:  "the audit store is larger than audit_max_db_bytes: raise it, or start a fresh log with `regent audit rotate`",
	ReasonCorrupt:    "the audit store is damaged: " + keepAndRotate,
	ReasonForeign:    "audit_db names a file that is no audit log of this program: name another",
	ReasonSchema:     "the tables of the audit store are not the ones this program made: " + keepAndRotate,
	ReasonPragma:     "the audit store does not take the settings that make it durable: move audit_db to a local disk",
	ReasonBroken:     "the audit log fails its check: " + keepAndRotate,
	ReasonMissing:    "the audit log that the last signed checkpoint names is gone: restore it, or accept the loss with `regent audit rotate --force`",
	ReasonReplaced:   "the audit log was replaced while in use: restart to check it",
	ReasonKey:        "the audit key cannot be read or is not the one that signed the checkpoints: restore it, or move the checkpoint file away to start anew",
	ReasonAbsent:     "there is no audit log yet: it is made with the first decision",
	ReasonArchive:    "the name to put the old audit log under is taken: name another",
	ReasonCheckpoint: "the checkpoint file cannot be used: check its permissions and its disk",
}

// Error is every failure of the log. Its text is one line that names the
// setting and the mend, fit for a terminal and for a peer.
type Error struct {
	Code   Code
	Reason Reason
	// Sequence is the row at fault, -1 when no single row is.
	Sequence int64
	// Finding says what is wrong with that row, empty when Sequence is -1.
	Finding FindingKind
	cause   error
}

// The sentinels match any Error with their code under errors.Is.
var (
	ErrCapacity    = &Error{Code: CodeCapacity, Sequence: -1}
	ErrWALCapacity = &Error{Code: CodeWALCapacity, Sequence: -1}
	ErrUnavailable = &Error{Code: CodeUnavailable, Sequence: -1}
)

// Error implements error.
func (e *Error) Error() string {
	s, ok := sentences[e.Reason]
	if !ok {
		s = "the audit store is not available"
	}
	if e.Sequence >= 0 {
		return fmt.Sprintf("audit: sequence %d (%s): %s", e.Sequence, e.Finding, s)
	}
	return "audit: " + s
}

// Is reports whether target is a sentinel with the same code, or the same
// reason as well when target has one.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && (t.Reason == "" || t.Reason == e.Reason)
}

// Unwrap gives the cause, for a debugger; its text may hold a path.
func (e *Error) Unwrap() error { return e.cause }

func unavailable(r Reason, cause error) *Error {
	return &Error{Code: CodeUnavailable, Reason: r, Sequence: -1, cause: cause}
}

func brokenAt(seq int64, kind FindingKind) *Error {
	return &Error{Code: CodeUnavailable, Reason: ReasonBroken, Sequence: seq, Finding: kind}
}

// classify turns any failure of the store into an Error.
func classify(err error) error {
	if err == nil {
		return nil
	}
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	var se *sqlite.Error
	if errors.As(err, &se) {
		switch se.Code() & 0xff {
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
			return unavailable(ReasonBusy, err)
		case sqlite3.SQLITE_FULL:
			return unavailable(ReasonFull, err)
		case sqlite3.SQLITE_READONLY:
			return unavailable(ReasonReadOnly, err)
		case sqlite3.SQLITE_CORRUPT:
			return unavailable(ReasonCorrupt, err)
		case sqlite3.SQLITE_NOTADB:
			return unavailable(ReasonForeign, err)
		case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH:
			return unavailable(ReasonPermission, err)
		default:
			return unavailable(ReasonIO, err)
		}
	}
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return unavailable(ReasonFull, err)
	case errors.Is(err, syscall.EROFS):
		return unavailable(ReasonReadOnly, err)
	case errors.Is(err, fs.ErrPermission):
		return unavailable(ReasonPermission, err)
	case errors.Is(err, syscall.ELOOP):
		return unavailable(ReasonSymlink, err)
	}
	return unavailable(ReasonIO, err)
}

// isBusy reports that a lock was held by somebody else.
func isBusy(err error) bool {
	var e *Error
	return errors.As(classify(err), &e) && e.Reason == ReasonBusy
}
