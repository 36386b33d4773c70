package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// mixedLog has decisions of several kinds, a minute apart, with outcomes.
func mixedLog(t *testing.T) (Options, time.Time) {
	t.Helper()
	o := place(t)
	o.Capture = CaptureFacts
	t0 := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	o.now = func() time.Time { return t0 }
	l := openLog(t, o)
	for i := range 12 {
		r := decision(fmt.Sprintf("id-%d", i))
		r.Time = t0.Add(time.Duration(i) * time.Minute)
		r.Decision = []string{"SAFE", "BLOCKED", "NEEDS_CONFIRMATION"}[i%3]
		r.Tool = []string{"read_only_sql", "dry_run_command"}[i%2]
		r.Facts = []byte(fmt.Sprintf(`{"tool":%q,"n":%d}`, r.Tool, i))
		if _, err := l.Append(context.Background(), r); err != nil {
			t.Fatal(err)
		}
		if i%6 == 0 {
			r.Kind, r.Outcome = KindOutcome, "done"
			if _, err := l.Append(context.Background(), r); err != nil {
				t.Fatal(err)
			}
		}
	}
	closeLog(t, l)
	return o, t0
}

func sequences(t *testing.T, path string, f Filter) string {
	t.Helper()
	var out []string
	if err := List(context.Background(), path, f, func(l Listed) error {
		out = append(out, fmt.Sprint(l.Sequence))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(out, " ")
}

func TestList(t *testing.T) {
	o, t0 := mixedLog(t)
	for _, tc := range []struct {
		f    Filter
		want string
	}{
		{Filter{}, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14"},
		{Filter{Kind: KindOutcome}, "2 9"},
		{Filter{Kind: KindDecision, Decision: "BLOCKED"}, "3 6 10 13"},
		{Filter{Tool: "dry_run_command", Decision: "SAFE"}, "5 12"},
		{Filter{DecisionID: "id-6"}, "8 9"},
		{Filter{Since: t0.Add(10 * time.Minute)}, "13 14"},
		{Filter{Until: t0.Add(2 * time.Minute), Kind: KindDecision}, "1 3"},
		{Filter{From: 12}, "12 13 14"},
		{Filter{Last: 2}, "13 14"},
		{Filter{Last: 2, Kind: KindDecision, Decision: "SAFE"}, "8 12"},
		{Filter{Last: 99, Kind: KindOutcome}, "2 9"},
		{Filter{Last: 5, From: 13}, "13 14"},
		{Filter{Rule: "no.such.rule"}, ""},
	} {
		if got := sequences(t, o.Path, tc.f); got != tc.want {
			t.Errorf("%+v: %s, want %s", tc.f, got, tc.want)
		}
	}
	stop := errors.New("stop")
	if err := List(context.Background(), o.Path, Filter{}, func(Listed) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}

// The members and their types are those of OPA's decision log events.
type opaEvent struct {
	Labels     map[string]string `json:"labels"`
	DecisionID string            `json:"decision_id"`
	Bundles    map[string]struct {
		Revision string `json:"revision,omitempty"`
	} `json:"bundles,omitempty"`
	Path      string         `json:"path"`
	Query     string         `json:"query"`
	Input     *any           `json:"input,omitempty"`
	Result    *any           `json:"result,omitempty"`
	Erased    []string       `json:"erased,omitempty"`
	Masked    []string       `json:"masked,omitempty"`
	Timestamp time.Time      `json:"timestamp"`
	Metrics   map[string]any `json:"metrics,omitempty"`
	RequestID uint64         `json:"req_id"`
	Custom    map[string]any `json:"custom,omitempty"`
}

func TestExport(t *testing.T) {
	o, t0 := mixedLog(t)
	var b bytes.Buffer
	n, err := Export(context.Background(), o.Path, Filter{}, &b)
	if err != nil || n != 14 {
		t.Fatalf("%d %v", n, err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(lines) != 14 {
		t.Fatalf("%d lines", len(lines))
	}
	var seen []float64
	for _, line := range lines {
		dec := json.NewDecoder(strings.NewReader(line))
		dec.DisallowUnknownFields()
		var ev opaEvent
		if err := dec.Decode(&ev); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if ev.DecisionID == "" || ev.Path != "regent/decision" || ev.Timestamp.Before(t0) || ev.Result == nil ||
			ev.Bundles["regent"].Revision != "shipped-1" || len(ev.Labels["log"]) != 32 {
			t.Fatalf("%s", line)
		}
		if has := ev.Input != nil; has != (ev.Custom["kind"] == "decision") {
			t.Fatalf("input: %s", line)
		}
		seq, ok := ev.Custom["sequence"].(float64)
		if !ok {
			t.Fatalf("%s", line)
		}
		seen = append(seen, seq)
	}
	for i, s := range seen {
		if int(s) != i+1 {
			t.Fatalf("sequences %v", seen)
		}
	}
	if _, err := Export(context.Background(), o.Path, Filter{}, failingWriter{}); err == nil {
		t.Error("a writer's failure is lost")
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestProofs(t *testing.T) {
	o := tamperLog(t)
	v := verifyOptions(t, o)
	k := v.Keys[0]
	for seq := int64(0); seq <= tamperRows; seq++ {
		p, err := ProveInclusion(context.Background(), o.Path, v.CheckpointFile, k, seq)
		if err != nil {
			t.Fatalf("%d: %v", seq, err)
		}
		// It goes over the wire and comes back.
		data, err := json.Marshal(p)
		must(t, err)
		var q Proof
		must(t, json.Unmarshal(data, &q))
		e, err := q.Check(k)
		if err != nil || e.Sequence != seq {
			t.Fatalf("%d: %+v %v", seq, e, err)
		}
		for name, bad := range map[string]func(p *Proof){
			"record":   func(p *Proof) { p.Record = flip(p.Record, 30) },
			"sequence": func(p *Proof) { p.Sequence++ },
			"root":     func(p *Proof) { p.Root[3] ^= 1 },
			"size":     func(p *Proof) { p.Size++ },
			"log":      func(p *Proof) { p.Log = "another" },
			"unsigned": func(p *Proof) { p.Checkpoint = "" },
			"kind":     func(p *Proof) { p.Kind = ProofConsistency },
			"empty":    func(p *Proof) { *p = Proof{} },
			"longer":   func(p *Proof) { p.Hashes = append(p.Hashes, p.Root) },
		} {
			var q Proof
			must(t, json.Unmarshal(data, &q))
			bad(&q)
			if _, err := q.Check(k); err == nil {
				t.Fatalf("%d: a proof with another %s holds", seq, name)
			}
		}
	}
	for _, sizes := range [][2]int64{{10, 20}, {10, 41}, {40, 41}, {20, 20}} {
		p, err := ProveConsistency(context.Background(), o.Path, v.CheckpointFile, k, sizes[0], sizes[1])
		if err != nil {
			t.Fatalf("%v: %v", sizes, err)
		}
		if _, err := p.Check(k); err != nil {
			t.Fatalf("%v: %v", sizes, err)
		}
		p.OldRoot[0] ^= 1
		if _, err := p.Check(k); err == nil {
			t.Fatalf("%v: an altered proof holds", sizes)
		}
	}
	// Sizes nobody signed give a proof that says so when it is checked.
	p, err := ProveConsistency(context.Background(), o.Path, v.CheckpointFile, k, 7, 0)
	if err != nil || p.Size != 41 || p.OldCheckpoint != "" {
		t.Fatalf("%+v %v", p, err)
	}
	if _, err := p.Check(k); !errors.Is(err, ErrProof) {
		t.Fatalf("unsigned: %v", err)
	}
	for _, seq := range []int64{-1, 41, 1 << 40} {
		if _, err := ProveInclusion(context.Background(), o.Path, v.CheckpointFile, k, seq); err == nil {
			t.Errorf("row %d is proved", seq)
		}
	}
	// A damaged tree gives no proof.
	withoutGuards(t, o.Path, func(c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, 17, flip(s.record, 40), s.chain, s.tree)
	})
	if _, err := ProveInclusion(context.Background(), o.Path, v.CheckpointFile, k, 17); !errors.Is(err, ErrUnavailable) {
		t.Errorf("a changed row is proved: %v", err)
	}
}

// The report says whether a checkpoint is missing or disagrees.
func TestReportSaysWhyNothingIsAnchored(t *testing.T) {
	o := place(t)
	l := openLog(t, o)
	appendN(t, l, 3)
	text := func(o Options) string {
		t.Helper()
		rep, err := Verify(context.Background(), verifyOptions(t, o))
		must(t, err)
		var b strings.Builder
		must(t, rep.WriteText(&b))
		return b.String()
	}
	if got := text(o); !strings.Contains(got, "anchored    none: no checkpoint has been signed yet") {
		t.Errorf("before the first checkpoint:\n%s", got)
	}
	if _, err := l.Checkpoint(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := text(o); !strings.Contains(got, "anchored    sequence 0 to 3, by 1 signed checkpoint\n") {
		t.Errorf("after it:\n%s", got)
	}
	closeLog(t, l)
	other := place(t)
	m := openLog(t, other)
	appendN(t, m, 1)
	closeLog(t, m)
	foreign := verifyOptions(t, other)
	foreign.CheckpointFile = verifyOptions(t, o).CheckpointFile
	rep, err := Verify(context.Background(), foreign)
	must(t, err)
	var b strings.Builder
	must(t, rep.WriteText(&b))
	if !strings.Contains(b.String(), "anchored    none: no signed checkpoint agrees with the rows (1 read)\n") {
		t.Errorf("of another log:\n%s", b.String())
	}
}
