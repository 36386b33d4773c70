package sql

import "fmt"

// Reason is why a text cannot be judged.
type Reason string

const (
	ReasonEncoding  Reason = "encoding"  // not UTF-8
	ReasonNUL       Reason = "nul"       // holds a NUL, where the C parser would stop reading
	ReasonEmpty     Reason = "empty"     // no statement; comments alone are no statement
	ReasonTooLong   Reason = "too_long"  // over the bound in bytes or tokens
	ReasonTooDeep   Reason = "too_deep"  // could nest deeper than the bound; says nothing of how deep it does
	ReasonSyntax    Reason = "syntax"    // the grammar refuses it
	ReasonParameter Reason = "parameter" // holds $1; there is nobody to bind it
	ReasonLimit     Reason = "limit"     // the outer LIMIT is negative
)

// Invalid says that a text is not a statement that could be judged. It is not
// a verdict on what the text would do.
type Invalid struct {
	Reason Reason
	// Detail is a sentence for the caller, at most 200 bytes. For a syntax error
	// it is the parser's own and may repeat a word of the text.
	Detail string
	// Offset is the byte at which a syntax error was seen, -1 when not known.
	Offset int
}

func (e *Invalid) Error() string {
	return fmt.Sprintf("read sql: %s: %s", e.Reason, e.Detail)
}

func invalid(r Reason, detail string) *Invalid {
	const most = 200
	if len(detail) > most {
		cut := most
		for cut > 0 && detail[cut]&0xC0 == 0x80 {
			cut--
		}
		detail = detail[:cut] + "…"
	}
	return &Invalid{Reason: r, Detail: detail, Offset: -1}
}
