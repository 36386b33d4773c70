package audit

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
)

var findingText = map[FindingKind]string{
	FindingChanged:    "the record was changed",
	FindingUnlinked:   "the row does not continue the row before it; one of the two, or one between them, was touched",
	FindingMissing:    "there is no such row",
	FindingMoved:      "a row stands here that belongs elsewhere",
	FindingRepeated:   "an earlier record stands here again",
	FindingType:       "a column holds a value of the wrong type or size",
	FindingRecord:     "the bytes are no record",
	FindingTree:       "the stored tree hashes are not those of the records",
	FindingUnreadable: "the file cannot be read from here on",
	FindingCut:        "rows that a signed checkpoint counts are gone",
	FindingRewritten:  "the rows agree among themselves but not with a signed checkpoint",
	FindingForeignLog: "the checkpoints are of another log",
	FindingSignature:  "a checkpoint is not signed by the key",
	FindingCheckpoint: "a part of the checkpoint file is no checkpoint",
	FindingStart:      "the first row does not say which log this is",
}

func span(first, last int64) string {
	if last <= first {
		return strconv.FormatInt(first, 10)
	}
	return fmt.Sprintf("%d to %d", first, last)
}

func counted(n int64, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// WriteText writes the report for a person to read.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "log         %s\n", r.Log)
	fmt.Fprintf(&b, "records     %d\n", r.Records)
	switch {
	case r.Anchored > 0:
		fmt.Fprintf(&b, "anchored    sequence %s, by %s\n", span(0, r.Anchored-1), counted(r.Checkpoints, "signed checkpoint"))
	case r.read == 0:
		fmt.Fprintf(&b, "anchored    none: no checkpoint has been signed yet (regent audit checkpoint signs one)\n")
	default:
		fmt.Fprintf(&b, "anchored    none: no signed checkpoint agrees with the rows (%d read)\n", r.read)
	}
	if r.Anchored < r.Size {
		fmt.Fprintf(&b, "unanchored  sequence %s: these rows only agree among themselves\n", span(r.Anchored, r.Size-1))
	} else {
		fmt.Fprintf(&b, "unanchored  none\n")
	}
	fmt.Fprintf(&b, "root        %s\n", r.Root)
	if r.Torn > 0 {
		fmt.Fprintf(&b, "note        %d unfinished pieces in the checkpoint file, as a crash leaves them\n", r.Torn)
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "FOUND       sequence %s: %s: %s", span(f.Sequence, f.Last), f.Kind, findingText[f.Kind])
		if f.Checkpoint > 0 {
			fmt.Fprintf(&b, " (checkpoint of %d rows)", f.Checkpoint)
		}
		b.WriteByte('\n')
	}
	if n := r.Count - int64(len(r.Findings)); n > 0 {
		fmt.Fprintf(&b, "FOUND       %d more\n", n)
	}
	if r.OK() {
		b.WriteString("ok\n")
	} else {
		fmt.Fprintf(&b, "not ok: %s\n", counted(r.Count, "finding"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteJSON writes the report as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(struct {
		OK bool `json:"ok"`
		*Report
	}{r.OK(), r})
}

// Table writes entries in columns. Close ends it.
type Table struct{ w *tabwriter.Writer }

// NewTable writes the head of a table.
func NewTable(w io.Writer) *Table {
	t := &Table{tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)}
	fmt.Fprintln(t.w, "SEQ\tTIME\tTOOL\tDECISION\tRULE\tOUTCOME\tID")
	return t
}

// Add writes one line.
func (t *Table) Add(l Listed) error {
	if l.Kind == KindStart {
		what := "log " + l.Log
		if l.Previous != nil {
			what += ", continues " + l.Previous.Log
		}
		_, err := fmt.Fprintf(t.w, "%d\t%s\t%s\n", l.Sequence, l.Time.UTC().Format(time.RFC3339), plain(what))
		return err
	}
	_, err := fmt.Fprintf(
		t.w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", l.Sequence, l.Time.UTC().Format(time.RFC3339),
		plain(l.Tool), plain(l.Decision), plain(l.Rule), plain(l.Outcome), plain(l.DecisionID),
	)
	return err
}

// Close writes what is still held back for the column widths.
func (t *Table) Close() error { return t.w.Flush() }

// plain keeps what a record holds from moving a terminal's cursor.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}

// MarshalJSON gives an entry as `regent audit list --json` prints it.
func (l Listed) MarshalJSON() ([]byte, error) {
	type previous struct {
		Log   string `json:"log"`
		Size  int64  `json:"size"`
		Chain string `json:"chain"`
		Root  string `json:"root"`
	}
	out := struct {
		Sequence       int64           `json:"sequence"`
		Time           time.Time       `json:"time"`
		Kind           Kind            `json:"kind"`
		Caller         string          `json:"caller,omitempty"`
		Tool           string          `json:"tool,omitempty"`
		Decision       string          `json:"decision,omitempty"`
		Rule           string          `json:"rule,omitempty"`
		PolicyRevision string          `json:"policy_revision,omitempty"`
		PolicyDigest   string          `json:"policy_digest,omitempty"`
		FactsDigest    string          `json:"facts_digest,omitempty"`
		DecisionID     string          `json:"decision_id,omitempty"`
		Outcome        string          `json:"outcome,omitempty"`
		FactsOmitted   string          `json:"facts_omitted,omitempty"`
		Facts          json.RawMessage `json:"facts,omitempty"`
		Log            string          `json:"log,omitempty"`
		Previous       *previous       `json:"previous,omitempty"`
		Chain          string          `json:"chain"`
	}{
		l.Sequence, l.Time.UTC(), l.Kind, l.Caller, l.Tool, l.Decision, l.Rule, l.PolicyRevision, l.PolicyDigest,
		l.FactsDigest, l.DecisionID, l.Outcome, l.FactsOmitted, l.Facts, l.Log, nil, hex.EncodeToString(l.Chain[:]),
	}
	if p := l.Previous; p != nil {
		out.Previous = &previous{p.Log, p.Size, hex.EncodeToString(p.Chain[:]), hex.EncodeToString(p.Root[:])}
	}
	return json.Marshal(out)
}
