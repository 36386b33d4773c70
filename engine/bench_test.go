package engine

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"regent/facts"
)

// Documents of the three sizes that the project's limits speak of.

func lsInput() *facts.Input {
	return touching(input("ls"), facts.AccessList, "/code/app", "/code/app", "workspace")
}

func scriptInput(n int) *facts.Input {
	programs := []string{"rm", "curl", "cat", "p001", "p002"}
	used := make([]string, n)
	for i := range used {
		used[i] = programs[i%len(programs)]
	}
	in := input(used...)
	in.Text.Programs = programs
	in.Accesses = nil
	for i := range in.Commands {
		c := &in.Commands[i]
		c.Operands = []facts.Word{{Value: "a", Known: facts.KnownStatic}, {Value: "b", Known: facts.KnownStatic}}
		c.Options = []facts.Option{{Name: "-r", Known: facts.KnownStatic}}
		in.Accesses = append(in.Accesses, facts.PathUse{
			Command: i, Source: "operand", Access: facts.AccessRead, Known: facts.KnownStatic, Raw: "a",
			Resolved: "/code/app/src/a", Absolute: "/code/app/src/a", Type: "file", Root: "/code/app", Relative: "src/a",
			Classes: []string{"workspace", "outside"}, Ancestors: []string{"/code/app/src", "/code/app", "/code", "/"},
			Segments: []string{"code", "app", "src", "a"}, Base: "a",
		})
	}
	in.Endpoints = []facts.Endpoint{{Command: 1, Host: "example.org", Role: "target", Known: facts.KnownStatic}}
	return in
}

var shapes = []struct {
	name string
	in   *facts.Input
}{
	{"ls", lsInput()},
	{"pipe5", scriptInput(5)},
	{"script100", scriptInput(100)},
}

// rooms generates program rooms of four rules each beside the sample.
func rooms(rules int) map[string]string {
	files := with(sample, nil)
	for p := range rules / 4 {
		var b strings.Builder
		fmt.Fprintf(&b, "package regent.program.p%03d\n\nimport data.regent.lib\n", p)
		for r := range 4 {
			fmt.Fprintf(&b, `
# METADATA
# title: T
# custom: {id: p%03d.r%d}
findings contains lib.confirm("p%03d.r%d", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "p%03d"
	some o in cmd.options
	o.name == "-%c"
}
`, p, r, p, r, p, 'q'+rune(r))
		}
		files[fmt.Sprintf("regent/program/p%03d/p%03d.rego", p, p)] = b.String()
	}
	return files
}

func BenchmarkEncode(b *testing.B) {
	e := open(b, Options{Forget: true, FS: bundleOf(b, sample)})
	p := e.cur.Load().part.Load()
	ways := map[string]func(*facts.Input){
		"sifted":    func(in *facts.Input) { p.document(in) },
		"mentioned": func(in *facts.Input) { encode(reflect.ValueOf(in), p.members) },
		"all":       func(in *facts.Input) { encode(reflect.ValueOf(in), nil) },
	}
	for _, s := range shapes {
		for _, name := range []string{"sifted", "mentioned", "all"} {
			b.Run(s.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					ways[name](s.in)
				}
			})
		}
	}
}

// BenchmarkDecide shows that the time does not grow with the rules of programs
// that a call does not use, and what one rule through the same door costs.
func BenchmarkDecide(b *testing.B) {
	engines := map[string]*Engine{
		"one_rule": open(b, Options{Forget: true, FS: bundleOf(b, room("findings contains lib.blocked(\"x\", \"text\", -1) if input.text.tags.bidi\n"))}),
	}
	names := []string{"one_rule"}
	for _, n := range []int{60, 300, 1000} {
		name := fmt.Sprintf("rules%d", n)
		engines[name] = open(b, Options{Forget: true, FS: bundleOf(b, rooms(n))})
		names = append(names, name)
	}
	for _, s := range shapes {
		for _, name := range names {
			b.Run(s.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if d := engines[name].Decide(context.Background(), s.in); d.Rule == Unavailable {
						b.Fatal(d.Fault)
					}
				}
			})
		}
	}
}

// BenchmarkShipped decides with the shipped policies.
func BenchmarkShipped(b *testing.B) {
	e := open(b, Options{Forget: true})
	for _, s := range shapes {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if d := e.Decide(context.Background(), s.in); d.Rule == Unavailable {
					b.Fatal(d.Fault)
				}
			}
		})
	}
}

// BenchmarkOneShot opens lazily and decides once, as a hook or `regent check`
// does.
func BenchmarkOneShot(b *testing.B) {
	for _, s := range shapes {
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				e, err := Open(context.Background(), Options{Lazy: true})
				if err != nil {
					b.Fatal(err)
				}
				if d := e.Decide(context.Background(), s.in); d.Rule == Unavailable {
					b.Fatal(d.Fault)
				}
			}
		})
	}
}

// TestWorkDoesNotGrowWithUnusedRules counts allocations, which unlike time are
// the same on every machine.
func TestWorkDoesNotGrowWithUnusedRules(t *testing.T) {
	small := open(t, Options{Forget: true, FS: bundleOf(t, rooms(60))})
	large := open(t, Options{Forget: true, FS: bundleOf(t, rooms(400))})
	for _, s := range shapes {
		count := func(e *Engine) float64 {
			return testing.AllocsPerRun(5, func() {
				if d := e.Decide(context.Background(), s.in); d.Rule == Unavailable {
					t.Fatal(d.Fault)
				}
			})
		}
		if a, b := count(small), count(large); b > a*1.1+10 {
			t.Errorf("%s: %.0f allocations with 60 rules, %.0f with 400", s.name, a, b)
		}
	}
}
