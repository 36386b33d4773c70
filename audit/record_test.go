package audit

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/sumdb/tlog"
	"pgregory.net/rapid"
)

func anyEntry() *rapid.Generator[Entry] {
	return rapid.Custom(func(t *rapid.T) Entry {
		e := Entry{Sequence: rapid.Int64Range(0, 1<<62).Draw(t, "sequence")}
		e.Time = time.Unix(0, rapid.Int64().Draw(t, "time")).UTC()
		e.Kind = rapid.SampledFrom([]Kind{KindStart, KindDecision, KindOutcome}).Draw(t, "kind")
		text := rapid.StringN(-1, -1, maxField)
		if e.Kind == KindStart {
			e.Log = text.Draw(t, "log")
			if rapid.Bool().Draw(t, "rotated") {
				e.Previous = &Previous{Log: text.Draw(t, "previous"), Size: rapid.Int64Range(0, 1<<62).Draw(t, "size")}
				copy(e.Previous.Chain[:], rapid.SliceOfN(rapid.Byte(), HashSize, HashSize).Draw(t, "chain"))
			}
			return e
		}
		for _, s := range e.texts() {
			*s = text.Draw(t, "text")
		}
		e.FactsOmitted = rapid.SampledFrom([]string{"", factsTooBig}).Draw(t, "omitted")
		if f := rapid.String().Draw(t, "facts"); f != "" {
			e.Facts = []byte(f)
		}
		return e
	})
}

func TestEncodingIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := anyEntry().Draw(t, "entry")
		b := encode(&e)
		got, err := decode(b)
		if err != nil {
			t.Fatalf("decode: %v", err)
		}
		if d := cmp.Diff(e, got); d != "" {
			t.Fatal(d)
		}
		if seq, ok := sequenceOf(b); !ok || seq != e.Sequence {
			t.Fatalf("sequence %d %v", seq, ok)
		}
		for cut := range b {
			if got, err := decode(b[:cut]); err == nil && got.Kind != KindStart {
				t.Fatalf("%d of %d bytes are a record", cut, len(b))
			}
		}
		if _, err := decode(append(bytes.Clone(b), 0)); err == nil {
			t.Fatal("a byte more is a record")
		}
	})
}

// Whatever decodes has exactly one encoding, and nothing panics.
func FuzzDecode(f *testing.F) {
	for _, e := range []Entry{
		{Record: Record{Kind: KindStart}, Log: "abc"},
		{Record: Record{Kind: KindStart}, Log: "abc", Previous: &Previous{Log: "x", Size: 7}},
		{Sequence: 3, Record: decision("d")},
		{Sequence: 4, Record: Record{Kind: KindOutcome, Outcome: "done", Facts: []byte("{}")}},
	} {
		f.Add(encode(&e))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := decode(b)
		if err != nil {
			return
		}
		if !bytes.Equal(encode(&e), b) {
			t.Fatalf("%q decodes to %+v, which encodes otherwise", b, e)
		}
	})
}

// A row as it may stand in a tampered file never panics the check.
func FuzzExamine(f *testing.F) {
	var h head
	e := Entry{Record: Record{Kind: KindStart}, Log: "abc"}
	rec := encode(&e)
	chain, tree, err := h.push(rec)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(int64(0), rec, chain[:], joinHashes(tree))
	f.Add(int64(-1), []byte{}, []byte{}, []byte{})
	f.Add(int64(1<<63-1), []byte{1, 'd'}, chain[:], []byte{1})
	f.Fuzz(func(t *testing.T, seq int64, record, chain, tree []byte) {
		var h head
		s := stored{seq: seq, record: record, chain: chain, tree: tree, typed: true}
		if len(h.examine(s)) == 0 {
			// What passes as the first row is the first row.
			if got, err := decode(record); err != nil || got.Kind != KindStart || got.Sequence != 0 || seq != 0 {
				t.Fatalf("taken: %+v %v", got, err)
			}
		}
		h.adopt(s)
	})
}

func FuzzCheckpointFile(f *testing.F) {
	k, err := makeKey(f.TempDir() + "/audit.key")
	if err != nil {
		f.Fatal(err)
	}
	c := Checkpoint{Log: "0123", Size: 5, Time: time.Unix(9, 0)}
	if err := c.sign(k); err != nil {
		f.Fatal(err)
	}
	f.Add(c.Note)
	f.Add(append(append(bytes.Clone(c.Note), '\n'), c.Note[:60]...))
	f.Add([]byte(originPrefix + "x\n1\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := lastIn(bytes.NewReader(b), int64(len(b)), k)
		if err == nil && got != nil && got.text() != c.text() {
			t.Fatalf("nobody signed %q", got.text())
		}
	})
}

// The tree and the chain are those of independent computations.
func TestHeadAgainstOracles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := rapid.SliceOfN(rapid.SliceOf(rapid.Byte()), 1, 70).Draw(t, "records")
		var h head
		var all []tlog.Hash
		reader := tlog.HashReaderFunc(func(ix []int64) ([]tlog.Hash, error) {
			out := make([]tlog.Hash, len(ix))
			for i, x := range ix {
				out[i] = all[x]
			}
			return out, nil
		})
		for n, r := range records {
			want, err := tlog.StoredHashes(int64(n), r, reader)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, want...)
			_, tree, err := h.push(r)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, tree); d != "" || len(tree) != treeWidth(int64(n)) {
				t.Fatalf("row %d: %s", n, d)
			}
			root, err := tlog.TreeHash(int64(n+1), reader)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := h.root(); err != nil || got != root {
				t.Fatalf("root after %d: %v", n, err)
			}
		}
	})
}

// No two different pairs give the same chain hash input: the lengths separate
// them.
func TestChainHashSeparates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SliceOf(rapid.Byte()).Draw(t, "a"), rapid.SliceOf(rapid.Byte()).Draw(t, "b")
		var p, q [HashSize]byte
		copy(q[:], rapid.SliceOfN(rapid.Byte(), HashSize, HashSize).Draw(t, "prev"))
		if same := bytes.Equal(a, b) && p == q; (chainHash(p, a) == chainHash(q, b)) != same {
			t.Fatal("hash does not separate")
		}
		if chainHash(p, a) == [HashSize]byte(tlog.RecordHash(a)) {
			t.Fatal("chain and tree share a domain")
		}
	})
}

func TestMaskJSON(t *testing.T) {
	m := replacing{"s3cret", "***"}
	for in, want := range map[string]string{
		`{"a":"s3cret","s3cret":[1,2.50,1e3,true,null,"x\u0073"]}`: `{"a":"***","***":[1,2.50,1e3,true,null,"xs"]}`,
		`"\u0073\u0033cret <>&"`:                                   `"*** <>&"`,
		`[]`:                                                       `[]`,
		`{"b":{},"a":[[]]}`:                                        `{"b":{},"a":[[]]}`,
	} {
		got, err := maskJSON([]byte(in), m)
		if err != nil || string(got) != want {
			t.Errorf("%s: %s %v", in, got, err)
		}
	}
	for _, bad := range []string{``, `{`, `{"a":}`, `[1] 2`, `{"a" 1}`, "\"\xff\"", strings.Repeat("[", 70) + strings.Repeat("]", 70)} {
		if got, err := maskJSON([]byte(bad), m); err == nil {
			t.Errorf("%q: %s", bad, got)
		}
	}
}

// Masking leaves every document's shape as it is.
func FuzzMaskJSON(f *testing.F) {
	f.Add([]byte(`{"a":["b",1.0,{"c":null}],"d":"\u00e9"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := maskJSON(b, nil)
		if err != nil {
			return
		}
		var was, is any
		if json.Unmarshal(b, &was) != nil {
			return // deeper or larger numbers than the other decoder takes
		}
		if err := json.Unmarshal(got, &is); err != nil {
			t.Fatalf("%q became %q: %v", b, got, err)
		}
		if d := cmp.Diff(was, is); d != "" {
			t.Fatalf("%q became %q: %s", b, got, d)
		}
	})
}

func TestRecordBounds(t *testing.T) {
	for name, r := range map[string]Record{
		"no kind":       {Tool: "t"},
		"a start":       {Kind: KindStart},
		"too long":      {Kind: KindDecision, Tool: strings.Repeat("x", maxField+1)},
		"not UTF-8":     {Kind: KindDecision, Rule: "\xff"},
		"broken facts":  {Kind: KindDecision, Facts: []byte("{")},
		"two documents": {Kind: KindDecision, Facts: []byte("{}{}")},
	} {
		if _, err := prepare(r, nil, CaptureFacts); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	big := decision("d")
	big.Facts = []byte(`"` + strings.Repeat("x", maxFacts) + `"`)
	e, err := prepare(big, nil, CaptureFacts)
	if err != nil || e.Facts != nil || e.FactsOmitted != factsTooBig {
		t.Errorf("large facts: %v %q", err, e.FactsOmitted)
	}
	if e, err := prepare(big, nil, CaptureMetadata); err != nil || e.Facts != nil || e.FactsOmitted != "" {
		t.Errorf("facts without capture: %v %+v", err, e)
	}
	// A masker that looks for random strings must not destroy the digests.
	d := decision(hexOf('d'))
	e, err = prepare(d, replacing{"a", "*"}, CaptureMetadata)
	if err != nil || e.Caller != d.Caller || e.PolicyDigest != d.PolicyDigest || e.Tool == "" {
		t.Errorf("%+v %v", e.Record, err)
	}
	d.Caller = "alice"
	if e, _ := prepare(d, replacing{"alice", "*"}, CaptureMetadata); e.Caller != "*" {
		t.Errorf("caller %q", e.Caller)
	}
}
