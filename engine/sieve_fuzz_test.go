package engine

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/open-policy-agent/opa/v1/topdown"

	"regent/engine/bundle"
	"regent/facts"
)

func drawFacts(r *rand.Rand) *facts.Input {
	in := &facts.Input{}
	drawInto(r, reflect.ValueOf(in).Elem(), "", nil, 5)
	return in
}

var someWords = []string{"", "a", "a", "b", "b", "aa", "make", "rm", "ls", "curl", "/a"}

// drawInto draws a value; what the schema lists comes from there.
func drawInto(r *rand.Rand, v reflect.Value, name string, enum []string, most int) {
	switch v.Kind() {
	case reflect.String:
		word := someWords[r.IntN(len(someWords))]
		if len(enum) > 0 {
			word = enum[r.IntN(len(enum))]
		}
		v.SetString(word)
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(r.IntN(5) - 1))
	case reflect.Slice:
		if name == "tags" && r.IntN(4) > 0 || r.IntN(4) == 0 {
			return
		}
		n := r.IntN(most + 1)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			drawInto(r, v.Index(i), "", enum, min(most, 2))
		}
	case reflect.Pointer:
		if r.IntN(5) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			drawInto(r, v.Elem(), "", nil, 3)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			of := ""
			if v.Type() == reflect.TypeFor[facts.Tags]() {
				of = "tags"
			}
			drawInto(r, v.Field(i), of, enumOf(f.Tag.Get("jsonschema")), most)
		}
	}
}

// wordsOf lists what facts hold, by member.
func wordsOf(ins []*facts.Input) map[string][]string {
	words := map[string][]string{}
	var visit func(reflect.Value, string)
	visit = func(v reflect.Value, name string) {
		switch v.Kind() {
		case reflect.String:
			words[name] = append(words[name], v.String())
		case reflect.Pointer:
			if !v.IsNil() {
				visit(v.Elem(), name)
			}
		case reflect.Slice:
			for i := range v.Len() {
				visit(v.Index(i), name)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
				visit(v.Field(i), tag)
			}
		}
	}
	for _, in := range ins {
		visit(reflect.ValueOf(in), "")
	}
	return words
}

var drawnTables = map[string]string{"regent/x/data.json": `{"table": {"make": {"y": 1}, "a": {"y": 2}}, "list": ["a", "make"], "deep": {"a": {"b": {"y": 1}}}, "scalar": "a"}`}

// TestDrawnRules judges drawn facts by drawn rules in every way that leaves
// something out, and holds the answers against OPA's with every rule evaluated on
// the whole document. DRAWN_RULES="SEED N" draws other rules than usual.
func TestDrawnRules(t *testing.T) {
	seed, sets := uint64(1), 20
	if os.Getenv("REGENT_PROOF") != "" {
		sets = 400
	}
	if n := os.Getenv("DRAWN_RULES"); n != "" {
		if _, err := fmt.Sscan(n, &seed, &sets); err != nil {
			t.Fatal(err)
		}
	}
	all, fired, failed, hidden := 0, 0, 0, 0
	for n := seed; n < seed+uint64(sets); n++ {
		d := newDrawn(t, n)
		hit := map[string]bool{}
		for i, in := range d.facts {
			want := d.oracle(t, in, true)
			if want.Fault != "" {
				failed++
			}
			for _, f := range want.Findings {
				hit[f.Rule] = true
			}
			later := *in // by an hour, with a memory of the same call now
			later.Now, later.NowNS = "2026-11-30T13:00:00Z", in.NowNS+3600e9
			ways := map[string]Decision{"sieved": d.sieved.Decide(t.Context(), in)}
			if i%4 == 0 {
				ways["later"] = d.sieved.Decide(t.Context(), &later)
			}
			if i%16 == 0 {
				lazy := open(t, d.lazy)
				ways["lazy"] = lazy.Decide(t.Context(), in)
				ways["lazy again"] = lazy.Decide(t.Context(), in)
			}
			for way, got := range ways {
				want, in := want, in
				if way == "later" {
					in = &later
					want = d.oracle(t, in, true)
				}
				diff := gocmp.Diff(want, got, cmpopts.IgnoreFields(Decision{}, "Fault"))
				if diff != "" && want.Fault != "" && got.Fault == "" {
					// A rule that cannot hold need not fail: the answer is that of a
					// policy in which what failed does not hold.
					hidden++
					want = d.oracle(t, in, false)
					diff = gocmp.Diff(want, got, cmpopts.IgnoreFields(Decision{}, "Fault"))
				}
				if strings.Contains(want.Fault, "eval_internal_error") {
					continue // OPA cannot evaluate what the compiler let pass
				}
				if diff != "" {
					t.Errorf("seed %d, facts %d, %s: %s%s", n, i, way, diff, d.named(diff))
				}
			}
			if t.Failed() {
				return
			}
		}
		all += len(d.rules.bodies)
		fired += len(hit)
	}
	t.Logf("%d of %d rules fired; %d evaluations failed, %d answers left the failure out", fired, all, failed, hidden)
	if fired < all/3 {
		t.Errorf("only %d of %d rules fired", fired, all)
	}
}

// drawn are policies and facts.
type drawn struct {
	rules        rules
	facts        []*facts.Input
	failing      bool
	sieved, full *Engine
	lazy         Options
}

func newDrawn(t *testing.T, seed uint64) *drawn {
	r := rand.New(rand.NewPCG(seed, 7))
	d := &drawn{failing: seed%4 == 3}
	for range 32 {
		d.facts = append(d.facts, drawFacts(r))
	}
	d.rules = drawRules(r, wordsOf(d.facts[:5]), d.failing, seed%4 == 1)
	for range 20 {
		o := Options{FS: bundleOf(t, with(with(sample, drawnTables), d.rules.files))}
		if len(d.rules.layer) > 0 {
			o.Layers = []string{layerDir(t, d.rules.layer)}
		}
		var err error
		if d.sieved, err = Open(t.Context(), o); err == nil {
			d.lazy = o
			d.lazy.Lazy = true
			o.unsieved = true
			d.full = open(t, o)
			return d
		}
		if !d.rules.drop(err) {
			t.Fatal(err)
		}
	}
	t.Fatalf("seed %d: the rules do not compile", seed)
	return nil
}

// oracle evaluates every rule on the whole document. Where it is not strict,
// built-in functions that fail are undefined.
func (d *drawn) oracle(t *testing.T, in *facts.Input, strict bool) Decision {
	s := d.full.cur.Load()
	q := s.part.Load().decision
	doc := encode(reflect.ValueOf(in), nil)
	if strict {
		return d.full.judge(t.Context(), s, q, doc, in)
	}
	results, err := topdown.NewQuery(q.body).WithQueryCompiler(q.qc).WithCompiler(q.compiler).WithStore(q.store).
		WithTransaction(q.txn).WithInput(doc).Run(t.Context())
	if err != nil || len(results) != 1 {
		return unavailable(fmt.Errorf("%d answers, %w", len(results), err))
	}
	got, err := readDecision(results[0][answer])
	if err == nil {
		err = explain(&got, in, s.note)
	}
	if err != nil {
		return unavailable(err)
	}
	return got
}

// named gives the rules that a difference names.
func (d *drawn) named(diff string) string {
	var b strings.Builder
	for id, body := range d.rules.bodies {
		if strings.Contains(diff, `"`+id+`"`) {
			fmt.Fprintf(&b, "\n%s:\n\t%s\n", id, body)
		}
	}
	return b.String()
}

// drop takes out the rules that the compiler refuses.
func (rs *rules) drop(err error) bool {
	gone := false
	var ps bundle.Problems
	if !errors.As(err, &ps) {
		return false
	}
	bad := map[string]map[int]bool{}
	for _, p := range ps {
		if bad[p.File] == nil {
			bad[p.File] = map[int]bool{}
		}
		bad[p.File][p.Line] = true
	}
	for _, files := range []map[string]string{rs.files, rs.layer} {
		for name, text := range files {
			for file, lines := range bad {
				if !strings.HasSuffix(file, name) {
					continue
				}
				var kept []string
				at := 1
				for _, part := range strings.Split(text, "\n\n") {
					n := strings.Count(part, "\n") + 2
					hit := false
					for l := range lines {
						hit = hit || at <= l && l < at+n
					}
					at += n
					if !hit {
						kept = append(kept, part)
					}
					gone = gone || hit
				}
				files[name] = strings.Join(kept, "\n\n")
			}
		}
	}
	return gone
}
