package secret

import (
	"regexp"
	"slices"
	"sync"
	"unicode/utf8"
)

// Bounds of the masker tool's arguments. They are what the tool can take, not
// what a caller is allowed; the schema that the tool advertises says the same.
const (
	MaxText = 256 << 10 // bytes
	MaxID   = 128       // bytes of a session or stream id
)

// identifier is what a session or stream id looks like.
var identifier = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$`)
})

// Arguments are the masker tool's. What the tool advertises of them stands in
// its own table.
//
// A tool call is: decode into Arguments, [Arguments.Invalid], [Memory.Mask] with
// [Arguments.Piece] and a decide function that puts [Counts] into facts.Usage
// (streams, distinct_secrets) and asks the policy, audit, then Commit and
// [NewResult], or Release.
type Arguments struct {
	Text      []byte
	SessionID string
	StreamID  string
	Final     *bool // nil: true without a stream, false with one
}

// Invalid returns the names of the arguments that are out of bounds, sorted.
func (a *Arguments) Invalid() []string {
	var bad []string
	if len(a.Text) > MaxText || !utf8.Valid(a.Text) {
		bad = append(bad, "text")
	}
	if a.SessionID != "" && !identifier().MatchString(a.SessionID) {
		bad = append(bad, "session_id")
	}
	if a.StreamID != "" && !identifier().MatchString(a.StreamID) {
		bad = append(bad, "stream_id")
	}
	if a.StreamID == "" && a.Final != nil && !*a.Final { // nothing could go on
		bad = append(bad, "final")
	}
	slices.Sort(bad)
	return bad
}

// Piece is the call as [Memory.Mask] takes it.
func (a *Arguments) Piece(caller string) Piece {
	final := a.StreamID == ""
	if a.Final != nil {
		final = *a.Final
	}
	return Piece{Caller: caller, Session: a.SessionID, Stream: a.StreamID, Text: a.Text, Final: final}
}

// Result is what the masker tool adds to its decision. A call that was blocked
// has no text.
type Result struct {
	Text      *string `json:"text,omitempty" jsonschema_description:"The masked text; absent when the call was blocked."`
	Replaced  int     `json:"replaced" jsonschema:"minimum=0" jsonschema_description:"Places that were masked."`
	HeldBytes int     `json:"held_bytes" jsonschema:"minimum=0" jsonschema_description:"Bytes of the stream that are held back or swallowed and not answered yet."`
}

// NewResult is the result of a masked piece.
func NewResult(m *Masked) Result {
	if !m.Allowed {
		return Result{}
	}
	return Result{Text: &m.Text, Replaced: m.Replaced, HeldBytes: m.Held}
}

// Validate says whether the result keeps its own rules.
func (r *Result) Validate() error {
	switch {
	case r.Replaced < 0 || r.HeldBytes < 0:
		return errNegative
	case r.Text == nil && (r.Replaced > 0 || r.HeldBytes > 0):
		return errNoText
	}
	return nil
}

type constError string

func (e constError) Error() string { return string(e) }

const (
	errNegative = constError("masker result: a negative count")
	errNoText   = constError("masker result: counts without a text")
)
