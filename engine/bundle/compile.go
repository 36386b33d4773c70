package bundle

import (
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
	"golang.org/x/sync/errgroup"
)

// Compiled is a compiled set, or a part of one.
type Compiled struct {
	Compiler *ast.Compiler
	Modules  []*Module
}

// Compile compiles the whole set with every check: schema, METADATA, data.
// rework, where it is given, may change the checked rules before they are
// indexed.
func (s *Set) Compile(rework func(*ast.Compiler)) (*Compiled, error) {
	if err := s.Data.check(); err != nil {
		return nil, err
	}
	c, err := s.compile(s.Modules, true, rework)
	if err != nil {
		return nil, err
	}
	if err := s.checkRules(s.Modules).err(); err != nil {
		return nil, err
	}
	return c, nil
}

// CompilePart compiles some modules, for a process that answers one call.
// Shipped modules were checked when the program was built, so the schema and
// METADATA are looked at only when a layer has a say.
func (s *Set) CompilePart(ms []*Module) (*Compiled, error) {
	layered := false
	for _, m := range ms {
		layered = layered || m.Layer != ""
	}
	c, err := s.compile(ms, layered, nil)
	if err != nil || !layered {
		return c, err
	}
	return c, s.checkRules(ms).err()
}

// CompileFor compiles what can matter when the core's rule entry is asked for
// this input, and nothing else. The result is for that input alone, a struct
// that has the members which the document has: rules on others are left out.
func (s *Set) CompileFor(ms []*Module, in any, entry string) (*Compiled, error) {
	trees, err := parseAll(s.skim(ms, in, entry))
	if err != nil {
		return nil, explain(err)
	}
	s.prune(trees, in, entry)
	byPath := make(map[string]*ast.Module, len(ms))
	for m, tree := range trees {
		byPath[m.Path] = tree
	}
	// Not strict: an import may have lost the rule that used it. Types were
	// checked when the program was built, and in layers when they were read.
	c := ast.NewCompiler().WithCapabilities(Capabilities()).WithEnablePrintStatements(false).WithSkipStages(ast.StageCheckTypes)
	c.Compile(byPath)
	if c.Failed() {
		return nil, explain(c.Errors)
	}
	return &Compiled{Compiler: c, Modules: ms}, nil
}

// parseAll parses texts side by side: of a process for one call it is the part
// that two cores can share.
func parseAll(texts map[*Module]string) (map[*Module]*ast.Module, error) {
	trees := make(map[*Module]*ast.Module, len(texts))
	var mu sync.Mutex
	var g errgroup.Group
	g.SetLimit(max(2, runtime.GOMAXPROCS(0)))
	for m, text := range texts {
		g.Go(func() error {
			tree, err := parseText(m.Path, text, false)
			if err != nil {
				return err
			}
			mu.Lock()
			trees[m] = tree
			mu.Unlock()
			return nil
		})
	}
	return trees, g.Wait()
}

func (s *Set) compile(ms []*Module, checked bool, rework func(*ast.Compiler)) (*Compiled, error) {
	trees := make(map[string]*ast.Module, len(ms))
	var ps Problems
	for _, m := range ms {
		var tree *ast.Module
		var err error
		if checked {
			tree, err = m.Parsed()
		} else {
			tree, err = parseModule(m, false)
		}
		if err != nil {
			ps = append(ps, AsProblems(explain(err))...)
			continue
		}
		trees[m.Path] = tree
	}
	if len(ps) > 0 {
		return nil, ps
	}
	c := ast.NewCompiler().
		WithStrict(true).
		WithCapabilities(Capabilities()).
		WithEnablePrintStatements(false).
		WithPathConflictsCheck(func(path []string) (bool, error) { return s.Data.Has(path), nil })
	if checked {
		schemas, err := s.schemas()
		if err != nil {
			return nil, err
		}
		c = c.WithSchemas(schemas).WithUseTypeCheckAnnotations(true)
	}
	if rework != nil {
		c = c.WithStageAfterID(ast.StageCheckDeprecatedBuiltins, ast.CompilerStageDefinition{
			Name: "Rework", MetricName: "rework",
			Stage: func(c *ast.Compiler) *ast.Error {
				rework(c)
				return nil
			},
		})
	}
	c.Compile(trees)
	if c.Failed() {
		return nil, explain(c.Errors)
	}
	return &Compiled{Compiler: c, Modules: ms}, nil
}

// checkRules refuses rules that nothing could dispatch or explain.
func (s *Set) checkRules(ms []*Module) Problems {
	floor, err := s.floor()
	if err != nil {
		return AsProblems(err)
	}
	var ps Problems
	for _, m := range ms {
		room, ok := m.Room()
		if !ok && !isCore(m) && defines(m, "findings") && !s.referred(m) {
			root := "regent"
			if m.Layer != "" {
				root = "layers." + m.Layer + ".rules"
			}
			ps = append(ps, problem(m.Path, m.line, "name it "+root+".<topic>.<name> or "+root+".program.<program>",
				"no dispatch reaches the rules of package %s", packageName(m.Package)))
		}
		if ok && room.Layer != "" && s.TightenOnly(room.Layer) && defines(m, "allows") {
			ps = append(ps, problem(m.Path, m.line, "move it to a layer that may loosen", "the layer %q may only tighten, so it must not waive a rule", room.Layer))
		}
	}
	return append(ps, checkNotes(ms, floor)...)
}

// referred reports whether a module other than the core refers to m's package.
func (s *Set) referred(m *Module) bool {
	for _, other := range s.Modules {
		if other == m || isCore(other) {
			continue
		}
		for _, ref := range other.head().refs {
			if hasPrefix(ref, m.Package) {
				return true
			}
		}
	}
	return false
}

func defines(m *Module, name string) bool {
	tree, err := m.Parsed()
	if err != nil {
		return false
	}
	for _, r := range tree.Rules {
		if ruleName(r) == name {
			return true
		}
	}
	return false
}

// AsProblems gives an error as problems.
func AsProblems(err error) Problems {
	var many Problems
	var one *Problem
	switch {
	case err == nil:
		return nil
	case errors.As(err, &many):
		return many
	case errors.As(err, &one):
		return Problems{one}
	}
	return Problems{{What: fmt.Sprint(err)}}
}
