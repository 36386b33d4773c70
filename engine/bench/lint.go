package bench

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"

	"regent/engine"
	"regent/engine/bundle"
)

// Lint finds what compiles and is still wrong or slow. A set that does not
// compile is reported by that alone.
func Lint(set *bundle.Set) bundle.Problems {
	c, err := set.Compile(nil)
	if err != nil {
		return bundle.AsProblems(err)
	}
	var ps bundle.Problems
	for _, u := range engine.WrongWords(c.Compiler) {
		ps = append(ps, at(u.Location, "use one of: "+strings.Join(quoted(u.Words), ", "),
			u.Member+" is never \""+u.Word+"\""))
	}
	for _, u := range engine.UnnamedMembers(c.Compiler) {
		ps = append(ps, at(u.Location, "name it: input.accesses",
			"the rule asks for a member of the document that it does not name, which makes every decision slow"))
	}
	programs := map[string]bool{}
	for _, where := range []string{"program", "programs"} {
		names, err := set.Data.Names([]string{"regent", where})
		if err != nil {
			return bundle.AsProblems(err)
		}
		for _, n := range names {
			programs[n] = true
		}
	}
	for _, m := range set.Modules {
		tree, err := m.Parsed()
		if err != nil {
			return bundle.AsProblems(bundle.Explain(err))
		}
		ps = append(ps, layout(m)...)
		ps = append(ps, metadataKeys(m)...)
		ps = append(ps, expressions(m, tree)...)
		if room, ok := m.Room(); ok {
			if room.Topic == bundle.TopicProgram && !programs[room.Program] {
				ps = append(ps, &bundle.Problem{File: m.Path, Line: 1, What: "no table names the program " + room.Program, Mend: "describe it in a data.json, or rename the package"})
			}
		}
	}
	ps = append(ps, rules(set)...)
	slices.SortStableFunc(ps, func(a, b *bundle.Problem) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		return a.Line - b.Line
	})
	return ps
}

func at(loc *ast.Location, mend, what string) *bundle.Problem {
	return &bundle.Problem{File: loc.File, Line: loc.Row, What: what, Mend: mend}
}

func quoted(words []string) []string {
	q := make([]string, len(words))
	for i, w := range words {
		q[i] = `"` + w + `"`
	}
	return q
}

// layout asks for the one form that opa fmt writes.
func layout(m *bundle.Module) bundle.Problems {
	want, err := format.SourceWithOpts(m.Path, []byte(m.Text), format.Opts{RegoVersion: ast.RegoV1})
	if err != nil {
		return bundle.AsProblems(bundle.Explain(err))
	}
	if bytes.Equal(want, []byte(m.Text)) {
		return nil
	}
	return bundle.Problems{{File: m.Path, Line: firstDifference(m.Text, string(want)), What: "the file is not formatted", Mend: "opa fmt -w " + m.Path}}
}

func firstDifference(a, b string) int {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return i + 1
		}
	}
	return min(len(as), len(bs))
}

var metadataLine = regexp.MustCompile(`^#( {0,3})([A-Za-z_]+):`)

var metadataNames = []string{"title", "description", "scope", "entrypoint", "schemas", "custom", "organizations", "related_resources", "authors", "labels"}

// metadataKeys finds keys that OPA drops without a word.
func metadataKeys(m *bundle.Module) bundle.Problems {
	var ps bundle.Problems
	inside := false
	for i, line := range strings.Split(m.Text, "\n") {
		switch {
		case strings.TrimSpace(line) == "# METADATA":
			inside = true
		case !strings.HasPrefix(line, "#"):
			inside = false
		case inside:
			f := metadataLine.FindStringSubmatch(line)
			if f != nil && len(f[1]) == 1 && !slices.Contains(metadataNames, f[2]) {
				ps = append(ps, &bundle.Problem{File: m.Path, Line: i + 1, What: "METADATA has no key " + f[2], Mend: "put it below custom, or use one of: " + strings.Join(metadataNames, ", ")})
			}
		}
	}
	return ps
}

// patternArg is the argument of a function that holds a pattern.
var patternArg = map[string]int{"glob.match": 1, "regex.match": 1, "regex.replace": 2, "regex.split": 1}

// expressions finds forms that are slow or that tests alone may use.
func expressions(m *bundle.Module, tree *ast.Module) bundle.Problems {
	var ps bundle.Problems
	call := func(terms []*ast.Term, loc *ast.Location) {
		name := terms[0].Value.String()
		if i, ok := patternArg[name]; ok && i < len(terms) {
			if _, literal := terms[i].Value.(ast.String); !literal {
				ps = append(ps, at(loc, "write the pattern out, or have the path or host table name a class", name+" with a pattern that is not a literal runs once for each pattern"))
			}
		}
		if name == "object.get" && len(terms) > 1 && strings.HasPrefix(terms[1].Value.String(), "input") {
			ps = append(ps, at(loc, "write the reference out; no member of a fact is ever absent", "object.get on the input hides the path from the type checker"))
		}
	}
	ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.Expr:
			if len(x.With) > 0 {
				ps = append(ps, at(x.With[0].Location, "pass what differs as an argument", "with in a policy evaluates everything anew"))
			}
			if terms, ok := x.Terms.([]*ast.Term); ok && x.IsCall() {
				call(terms, x.Location)
			}
		case *ast.Term:
			if c, ok := x.Value.(ast.Call); ok {
				call(c, x.Location)
			}
		}
		return false
	}).Walk(tree)
	return ps
}

var ruleID = regexp.MustCompile(`^([a-z0-9_]+(\.[a-z0-9_-]+)+|[A-Z]+(_[A-Z]+)+)$`)

// rules looks at what METADATA says.
func rules(set *bundle.Set) bundle.Problems {
	var ps bundle.Problems
	first := map[string]bundle.Note{}
	marked := map[string]bool{}
	for _, m := range set.Modules {
		if _, ok := m.Room(); !ok {
			continue
		}
		for _, n := range m.Notes() {
			add := func(what, mend string) {
				ps = append(ps, &bundle.Problem{File: n.File, Line: n.Line, What: what, Mend: mend})
			}
			if !ruleID.MatchString(n.ID) {
				add("the rule id "+n.ID+" is not of the usual form", "write it as topic.what_is_wrong")
			}
			if o, ok := first[n.ID]; ok && (o.Title != n.Title || o.Remedy != n.Remedy) {
				add("the rule id "+n.ID+" has other words at "+o.Location(), "give both rules one title and remedy, or two ids")
			} else if !ok {
				first[n.ID] = n
			}
			for _, text := range []string{n.Title, n.Remedy} {
				for _, hole := range engine.UnknownHoles(text, n.Topic) {
					add("no fact fills the hole {"+hole+"} of the rule "+n.ID, "name a member of the rule's topic, of its command or of the workspace")
				}
			}
			if n.Floor {
				marked[n.ID] = true
			}
		}
	}
	floor, err := set.Data.Names([]string{"regent", "settings", "floor"})
	if err != nil {
		return append(ps, bundle.AsProblems(err)...)
	}
	for _, id := range floor {
		if _, ok := first[id]; !ok {
			ps = append(ps, &bundle.Problem{What: "data.regent.settings.floor names " + id + ", which is no rule", Mend: "correct the id"})
		} else if !marked[id] {
			n := first[id]
			ps = append(ps, &bundle.Problem{File: n.File, Line: n.Line, What: "the rule " + id + " is part of the floor and its METADATA does not say so", Mend: "add custom.floor: true"})
		}
	}
	return ps
}

// Silent turns rules that no test made fire into problems.
func Silent(notes []bundle.Note, fired map[string]int) bundle.Problems {
	var ps bundle.Problems
	for _, n := range notes {
		if fired[n.ID] == 0 {
			ps = append(ps, &bundle.Problem{File: n.File, Line: n.Line, What: "no test makes the rule " + n.ID + " fire", Mend: "add one to policy_tests that does, and one that does not"})
		}
	}
	return ps
}
