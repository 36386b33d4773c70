package audit

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
)

func outcomeOf(id string) Record {
	r := decision(id)
	r.Kind, r.Outcome = KindOutcome, "ok"
	return r
}

// executing is a decision whose outcome is still to come.
func executing(id string) Record {
	r := decision(id)
	r.OutcomeFollows = true
	return r
}

// What belongs together stands side by side, whoever else appends; and what does
// not fit as a whole is not there at all.
func TestAppendAllIsOneStep(t *testing.T) {
	o := place(t)
	o.MaxRecords = 401
	l := openLog(t, o)
	var wg sync.WaitGroup
	for c := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 25 {
				id := fmt.Sprintf("%d-%d", c, i)
				rs, err := l.AppendAll(context.Background(), decision(id), outcomeOf(id))
				if err != nil || len(rs) != 2 || rs[1].Sequence != rs[0].Sequence+1 {
					t.Errorf("%s: %+v %v", id, rs, err)
					return
				}
			}
		}()
	}
	wg.Wait()
	rs, err := l.AppendAll(context.Background(), decision("last"), outcomeOf("last"))
	wantReason(t, err, CodeCapacity, ReasonRecords)
	if rs != nil {
		t.Errorf("receipts for what was refused: %+v", rs)
	}
	appendN(t, l, 1) // one row is left, and one is taken
	closeLog(t, l)
	pairs(t, o, 200)
	if rep := mustVerify(t, o); rep.Records != 401 {
		t.Fatalf("%d rows", rep.Records)
	}
}

// pairs checks that each decision of a pair is followed by its outcome, and
// counts them.
func pairs(t *testing.T, o Options, want int) {
	t.Helper()
	c, err := openForReading(o.Path)
	must(t, err)
	defer func() { must(t, c.close()) }()
	before, n := Entry{}, 0
	for seq := int64(1); ; seq++ {
		s, ok, err := c.at(seq)
		must(t, err)
		if !ok {
			break
		}
		e, err := decode(s.record)
		must(t, err)
		if e.Kind == KindOutcome {
			if before.Kind != KindDecision || before.DecisionID != e.DecisionID {
				t.Fatalf("row %d: the outcome of %s follows %s of %s", seq, e.DecisionID, before.Kind, before.DecisionID)
			}
			n++
		}
		before = e
	}
	if n != want {
		t.Fatalf("%d pairs, want %d", n, want)
	}
}

// A decision of an executing tool is taken only when there is room for its
// outcome too, and nobody takes that room from it.
func TestARowIsKeptForTheOutcome(t *testing.T) {
	o := place(t)
	o.MaxRecords = 5
	l := openLog(t, o)
	add := func(r Record) error { _, err := l.Append(context.Background(), r); return err }
	must(t, add(executing("a")))
	must(t, add(executing("b"))) // two rows, two kept
	wantReason(t, add(executing("c")), CodeCapacity, ReasonRecords)
	must(t, add(decision("advice"))) // the fifth is free for what needs no more
	wantReason(t, add(decision("more")), CodeCapacity, ReasonRecords)
	wantReason(t, add(outcomeOf("unknown")), CodeCapacity, ReasonRecords)
	must(t, add(outcomeOf("b")))
	wantReason(t, add(outcomeOf("b")), CodeCapacity, ReasonRecords)
	must(t, add(outcomeOf("a")))
	wantReason(t, add(decision("more")), CodeCapacity, ReasonRecords)
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != 5 {
		t.Fatalf("%d rows", rep.Records)
	}
}

// An outcome that could not be written is given up, and so is its row.
func TestAFailedOutcomeKeepsNoRow(t *testing.T) {
	o := place(t)
	o.MaxRecords = 2
	l := openLog(t, o)
	if _, err := l.Append(context.Background(), executing("a")); err != nil {
		t.Fatal(err)
	}
	other := openLog(t, o) // it knows nothing of the row that is kept
	appendN(t, other, 1)
	_, err := l.Append(context.Background(), outcomeOf("a"))
	wantReason(t, err, CodeCapacity, ReasonRecords)
	if len(l.owed) != 0 {
		t.Errorf("still owed: %v", l.owed)
	}
}

// Executing callers that come all at once never lose an outcome to each other.
func TestOutcomesAlwaysFit(t *testing.T) {
	o := place(t)
	o.MaxRecords = 61
	l := openLog(t, o)
	var wg sync.WaitGroup
	var mu sync.Mutex
	taken := 0
	for c := range 16 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 8 {
				id := fmt.Sprintf("%d-%d", c, i)
				if _, err := l.Append(context.Background(), executing(id)); err != nil {
					if !errors.Is(err, ErrCapacity) {
						t.Error(err)
					}
					continue
				}
				if _, err := l.Append(context.Background(), outcomeOf(id)); err != nil {
					t.Errorf("the outcome of %s: %v", id, err)
				}
				mu.Lock()
				taken++
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != 60 || taken != 30 {
		t.Fatalf("%d rows, %d calls", rep.Records, taken)
	}
}
