package audit

import (
	"time"
	"unicode/utf8"
)

// Kind says what a row records.
type Kind string

const (
	// KindStart is the first row of a file. It names the log and, after a
	// rotation, the file before it.
	KindStart Kind = "start"
	// KindDecision is a call that was judged. It does not imply that anything
	// was done.
	KindDecision Kind = "decision"
	// KindOutcome is how the effect of an allowed call ended. A decision of an
	// executing tool without one means that the process ended in between.
	KindOutcome Kind = "outcome"
)

// Capture says how much of a call is stored.
type Capture string

const (
	// CaptureMetadata stores no facts, whatever the record carries. The zero
	// value means the same.
	CaptureMetadata Capture = "metadata"
	// CaptureFacts stores the facts of a decision after masking.
	CaptureFacts Capture = "facts"
)

// Bounds of a record's members.
const (
	maxField    = 512
	maxFacts    = 256 << 10
	maxEncoded  = maxFacts + 16*maxField
	factsTooBig = "too_large"
)

// Masker removes secrets from text. Every text member of a record passes
// through it before it is hashed, so that the chain never has to be rewritten
// to get rid of a secret.
type Masker interface {
	Mask(text string) string
}

// Record is what a caller puts on record. The log adds the sequence, and the
// time when it is zero.
type Record struct {
	Kind Kind
	Time time.Time
	// Caller is a keyed hash of the caller, never a name.
	Caller   string
	Tool     string
	Decision string
	Rule     string
	// PolicyRevision and PolicyDigest name the policy that decided.
	PolicyRevision string
	PolicyDigest   string
	// FactsDigest is the hash of the facts that were judged.
	FactsDigest string
	// DecisionID ties an outcome to its decision.
	DecisionID string
	// Outcome is the code of how the effect ended; empty for a decision.
	Outcome string
	// OutcomeFollows, of a decision, keeps a row free for its outcome until that
	// comes. It is not stored.
	OutcomeFollows bool
	// Facts is the judged document as JSON. It is stored only with CaptureFacts,
	// masked.
	Facts []byte
}

// Entry is a record as it stands in the log.
type Entry struct {
	Sequence int64
	Record
	// FactsOmitted says why captured facts are missing, "" when they are not.
	FactsOmitted string
	// Log names the log in the first row of a file; it is random and says
	// nothing of the machine. Previous is set there after a rotation.
	Log      string
	Previous *Previous
}

// Previous names the file that a rotated log continues.
type Previous struct {
	Log   string
	Size  int64
	Chain [HashSize]byte
	Root  [HashSize]byte
}

// Receipt says where a record stands. It is given out only for a durable row.
type Receipt struct {
	Sequence int64
	// Chain is the chain hash of the row.
	Chain [HashSize]byte
}

// texts gives the members that are free text, in the order of the encoding.
func (r *Record) texts() []*string {
	return []*string{
		&r.Caller, &r.Tool, &r.Decision, &r.Rule, &r.PolicyRevision, &r.PolicyDigest,
		&r.FactsDigest, &r.DecisionID, &r.Outcome,
	}
}

// prepare checks, masks and bounds a record. The caller's value is not changed.
func prepare(r Record, m Masker, c Capture) (Entry, error) {
	if r.Kind != KindDecision && r.Kind != KindOutcome {
		return Entry{}, unavailable(ReasonRecord, nil)
	}
	digests := map[*string]bool{&r.Caller: true, &r.PolicyDigest: true, &r.FactsDigest: true, &r.DecisionID: true}
	for _, s := range r.texts() {
		if len(*s) > maxField || !utf8.ValidString(*s) {
			return Entry{}, unavailable(ReasonRecord, nil)
		}
		if m != nil && *s != "" && !(digests[s] && isDigest(*s)) {
			*s = m.Mask(*s)
			if len(*s) > maxField || !utf8.ValidString(*s) {
				return Entry{}, unavailable(ReasonRecord, nil)
			}
		}
	}
	e := Entry{Record: r}
	if c != CaptureFacts || r.Kind != KindDecision {
		e.Facts = nil
		return e, nil
	}
	if len(e.Facts) > 0 {
		masked, err := maskJSON(e.Facts, m)
		switch {
		case err != nil:
			return Entry{}, unavailable(ReasonRecord, err)
		case len(masked) > maxFacts:
			e.Facts, e.FactsOmitted = nil, factsTooBig
		default:
			e.Facts = masked
		}
	}
	return e, nil
}

// isDigest reports whether s is a hash in one of the forms this program writes:
// hex, or a lower-case algorithm name, a colon and hex. The members that hold
// one are filled by this program alone, and a masker that looks for random
// strings would destroy it.
func isDigest(s string) bool {
	for i := range s {
		if s[i] == ':' {
			if i == 0 || i > 16 {
				return false
			}
			for j := range i {
				if c := s[j]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
					return false
				}
			}
			s = s[i+1:]
			break
		}
	}
	if len(s) != 32 && len(s) != 64 && len(s) != 128 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
