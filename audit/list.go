package audit

import (
	"context"
	"database/sql/driver"
	"slices"
	"time"
)

// Filter says which entries are wanted. Empty members want all.
type Filter struct {
	Kind       Kind
	Tool       string
	Decision   string
	Rule       string
	Caller     string
	DecisionID string
	// Since is inclusive, Until is not. Times are those the writers' clocks gave;
	// the order of the log is that of the sequences.
	Since, Until time.Time
	// From is the first sequence wanted.
	From int64
	// Last, when above zero, keeps only the newest entries that match.
	Last int
}

func (f *Filter) match(e *Entry) bool {
	eq := func(want, got string) bool { return want == "" || want == got }
	return (f.Kind == "" || f.Kind == e.Kind) && eq(f.Tool, e.Tool) && eq(f.Decision, e.Decision) && eq(f.Rule, e.Rule) &&
		eq(f.Caller, e.Caller) && eq(f.DecisionID, e.DecisionID) && e.Sequence >= f.From &&
		(f.Since.IsZero() || !e.Time.Before(f.Since)) && (f.Until.IsZero() || e.Time.Before(f.Until))
}

// Listed is an entry with the hash that ends the chain at it.
type Listed struct {
	Entry
	Chain [HashSize]byte
}

const selectBefore = "SELECT seq, record, chain, tree FROM entries WHERE seq < ? ORDER BY seq DESC LIMIT ?"

// List calls f with each entry of the log at path that the filter wants, oldest
// first. It reads in short transactions and checks that each row is well formed,
// not that the log is whole: Verify does that.
func List(ctx context.Context, path string, want Filter, f func(Listed) error) error {
	c, err := openForReading(path)
	if err != nil {
		return err
	}
	defer func() { _ = c.close() }()
	if want.Last > 0 {
		return c.listLast(ctx, want, f)
	}
	for next := want.From; ; {
		n := 0
		var batch []Listed
		err := c.each(selectFrom, []driver.Value{next, int64(scanBatch)}, func(row []driver.Value) error {
			n++
			e, err := listed(asStored(row))
			if err == nil {
				next = e.Sequence + 1
				if want.match(&e.Entry) {
					batch = append(batch, e)
				}
			}
			return err
		})
		// The reader's transaction is over: whoever is slow to take the entries
		// holds up nobody.
		for _, e := range batch {
			if err := f(e); err != nil {
				return err
			}
		}
		if err != nil {
			return classify(err)
		}
		if err := ctx.Err(); err != nil || n == 0 {
			return err
		}
	}
}

func (c *conn) listLast(ctx context.Context, want Filter, f func(Listed) error) error {
	var found []Listed
	for before := int64(1<<63 - 1); len(found) < want.Last; {
		n := 0
		err := c.each(selectBefore, []driver.Value{before, int64(scanBatch)}, func(row []driver.Value) error {
			n++
			e, err := listed(asStored(row))
			if err == nil {
				before = e.Sequence
				if len(found) < want.Last && want.match(&e.Entry) {
					found = append(found, e)
				}
			}
			return err
		})
		if err != nil {
			return classify(err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if n == 0 || before <= want.From {
			break
		}
	}
	slices.Reverse(found)
	for _, e := range found {
		if err := f(e); err != nil {
			return err
		}
	}
	return nil
}

func listed(s stored) (Listed, error) {
	if !s.typed || len(s.chain) != HashSize {
		return Listed{}, brokenAt(s.seq, FindingType)
	}
	e, err := decode(s.record)
	if err != nil {
		return Listed{}, brokenAt(s.seq, FindingRecord)
	}
	if e.Sequence != s.seq {
		return Listed{}, brokenAt(s.seq, FindingMoved)
	}
	return Listed{Entry: e, Chain: [HashSize]byte(s.chain)}, nil
}
