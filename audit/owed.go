package audit

// owed names the decisions of this process whose outcome is still to come. Each
// keeps a row free, so that what was let happen can be told: the last row goes to
// nobody's decision while an outcome waits for it.
//
// It knows nothing of other processes. Where several share a log that is almost
// full, one may take the row that another counts on, and that one's result is
// withheld.
type owed map[string]bool

// room is how many rows must be free for the entries to be taken.
func (o owed) room(entries []Entry) int64 {
	if len(entries) == 1 && entries[0].Kind == KindOutcome && o[entries[0].DecisionID] {
		return 1 // kept for it
	}
	after := owed{}
	after.note(entries)
	return int64(len(entries) + len(after) + len(o))
}

// note takes the entries as written.
func (o owed) note(entries []Entry) {
	for i := range entries {
		switch e := &entries[i]; {
		case e.Kind == KindOutcome:
			delete(o, e.DecisionID)
		case e.OutcomeFollows:
			o[e.DecisionID] = true
		}
	}
}

// settle takes what became of p. An outcome that could not be written is not
// tried again, so nothing waits for it.
func (o owed) settle(p *pending) {
	for i := range p.entries {
		if e := &p.entries[i]; e.Kind == KindOutcome || p.err == nil {
			o.note(p.entries[i : i+1])
		}
	}
}
