package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/cover"
	"github.com/open-policy-agent/opa/v1/tester"

	"regent/engine/bundle"
)

// Tests is a directory of Rego tests and what they share.
type Tests struct {
	Name string // as messages call it
	FS   fs.FS
}

// Report is what the tests of a set showed.
type Report struct {
	Results  []Result
	Coverage float64 // percent of the policies' lines
	// Uncovered are the lines of policies that no test reached.
	Uncovered []Lines
	// Silent are the finding rules that no test made fire.
	Silent []bundle.Note
}

// Result is one test.
type Result struct {
	Package, Name string
	File          string
	Line          int
	Outcome       string // pass, fail, error, skip
	Detail        string // the failing expression or the error
	Output        string // what the test printed
	Duration      time.Duration
}

// Lines is a range of lines in a file.
type Lines struct {
	File     string
	From, To int
}

// Failed counts tests that did not pass.
func (r *Report) Failed() int {
	n := 0
	for _, t := range r.Results {
		if t.Outcome == "fail" || t.Outcome == "error" {
			n++
		}
	}
	return n
}

// ErrNoTests says that nothing was run, which must not look like a pass.
var ErrNoTests = errors.New("there are no tests")

// Test runs the tests against a set. Built-in errors count, as they do when a
// call is judged. only is a regular expression on the tests' full names; ""
// runs all of them, and only then are Coverage, Uncovered and Silent complete.
func Test(ctx context.Context, set *bundle.Set, tests []Tests, only string) (*Report, error) {
	policies := map[string]*ast.Module{}
	for _, m := range set.Modules {
		tree, err := m.Parsed()
		if err != nil {
			return nil, bundle.Explain(err)
		}
		policies[m.Path] = tree
	}
	all := map[string]*ast.Module{}
	for name, m := range policies {
		all[name] = m
	}
	for _, dir := range tests {
		if err := readTests(dir, all); err != nil {
			return nil, err
		}
	}
	compiler := ast.NewCompiler().WithCapabilities(testCapabilities()).WithEnablePrintStatements(true)
	store := bundle.NewStore(set.Data)
	coverage := cover.New()
	runner := tester.NewRunner().
		SetCompiler(compiler).
		SetStore(store).
		SetModules(all).
		SetCoverageQueryTracer(coverage).
		RaiseBuiltinErrors(true).
		CapturePrintOutput(true).
		SetTimeout(2 * time.Minute).
		Filter(only)
	results, err := runner.RunTests(ctx, store.Txn())
	if err != nil {
		return nil, fmt.Errorf("running policy tests: %w", bundle.Explain(err))
	}
	r := &Report{}
	for t := range results {
		r.Results = append(r.Results, resultOf(t))
	}
	if len(r.Results) == 0 {
		return nil, ErrNoTests
	}
	slices.SortFunc(r.Results, func(a, b Result) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		return a.Line - b.Line
	})
	r.cover(set, coverage.Report(policies))
	return r, nil
}

// testCapabilities let tests use everything that gives the same answer twice.
func testCapabilities() *ast.Capabilities {
	caps := *ast.CapabilitiesForThisVersion()
	caps.Builtins = slices.DeleteFunc(slices.Clone(caps.Builtins), func(b *ast.Builtin) bool {
		return b.IsNondeterministic() || strings.HasPrefix(b.Name, "http.") || strings.HasPrefix(b.Name, "net.lookup")
	})
	caps.AllowNet = []string{}
	return &caps
}

func readTests(dir Tests, into map[string]*ast.Module) error {
	return fs.WalkDir(dir.FS, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("reading tests in %s: %w", dir.Name, err)
		}
		if d.IsDir() || path.Ext(p) != ".rego" {
			return nil
		}
		raw, err := fs.ReadFile(dir.FS, p)
		if err != nil {
			return fmt.Errorf("reading tests in %s: %w", dir.Name, err)
		}
		name := path.Join(dir.Name, p)
		m, err := ast.ParseModuleWithOpts(name, string(raw), ast.ParserOptions{
			Capabilities: testCapabilities(), RegoVersion: ast.RegoV1,
		})
		if err != nil {
			return bundle.Explain(err)
		}
		into[name] = m
		return nil
	})
}

func resultOf(t *tester.Result) Result {
	r := Result{Package: t.Package, Name: t.Name, Output: string(t.Output), Duration: t.Duration, Outcome: "pass"}
	if t.Location != nil {
		r.File, r.Line = t.Location.File, t.Location.Row
	}
	switch {
	case t.Error != nil:
		r.Outcome, r.Detail = "error", t.Error.Error()
	case t.Fail:
		r.Outcome = "fail"
		if t.FailedAt != nil {
			r.Detail = string(t.FailedAt.Location.Text)
		}
		for name, sub := range t.SubResults {
			if sub.Fail {
				r.Detail = strings.TrimSpace(r.Detail + " case " + name)
			}
		}
	case t.Skip:
		r.Outcome = "skip"
	}
	return r
}

// cover turns the tracer's report into lines and silent rules. A rule's head
// counts as reached when the rule was true for some test.
func (r *Report) cover(set *bundle.Set, c cover.Report) {
	r.Coverage = c.Coverage
	for _, m := range set.Modules {
		f := c.Files[m.Path]
		if f == nil {
			continue
		}
		for _, u := range f.NotCovered {
			r.Uncovered = append(r.Uncovered, Lines{m.Path, u.Start.Row, u.End.Row})
		}
		if _, ok := m.Room(); !ok {
			continue
		}
		for _, n := range m.Notes() {
			if !c.IsCovered(n.File, n.Line) {
				r.Silent = append(r.Silent, n)
			}
		}
	}
}
