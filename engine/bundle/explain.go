package bundle

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Explain turns OPA's errors into problems with a mend; others stay.
func Explain(err error) error { return explain(err) }

// explain turns OPA's errors into problems with a mend.
func explain(err error) error {
	if err == nil {
		return nil
	}
	var list ast.Errors
	if !errors.As(err, &list) {
		var one *ast.Error
		if !errors.As(err, &one) {
			return err
		}
		list = ast.Errors{one}
	}
	ps := make(Problems, 0, len(list))
	for _, e := range list {
		p := explainOne(e)
		if e.Location != nil {
			p.File, p.Line = e.Location.File, e.Location.Row
		}
		ps = append(ps, p)
	}
	slices.SortStableFunc(ps, func(a, b *Problem) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		return a.Line - b.Line
	})
	return ps.err()
}

func explainOne(e *ast.Error) *Problem {
	if bad, ok := e.Details.(*ast.RefErrInvalidDetail); ok {
		return unknownMember(bad)
	}
	msg := firstLine(e.Message)
	if name, ok := strings.CutPrefix(msg, "undefined function "); ok {
		if isBuiltin(name) {
			return problem("", 0, "take what it would give from the input or the data; the allowed functions are in engine/bundle/builtins.go",
				"the built-in function %s is not available to policies", name)
		}
		return problem("", 0, "define it, or import the package that does", "there is no function %s", name)
	}
	switch e.Code {
	case ast.ParseErr:
		return problem("", 0, "correct the syntax (opa fmt shows where it stops reading)", "syntax error: %s", strings.TrimSuffix(msg, ":"))
	case ast.UnsafeVarErr:
		return problem("", 0, "bind it with some, := or in the rule's head", "%s", msg)
	case ast.RecursionErr:
		return problem("", 0, "break the circle; a room must not ask for the decision", "%s", msg)
	case ast.TypeErr:
		if lines := detail(e); lines != "" {
			msg += " (" + lines + ")"
		}
		return problem("", 0, "compare values of one type", "%s", msg)
	}
	switch {
	case strings.HasPrefix(msg, "import ") && strings.HasSuffix(msg, " unused"):
		return problem("", 0, "remove the import", "%s", msg)
	case strings.HasSuffix(msg, " unused"):
		return problem("", 0, "use it, or write _ in its place", "%s", msg)
	case strings.Contains(msg, "conflict"):
		return problem("", 0, "rename one of them", "%s", msg)
	}
	return problem("", 0, "see opa check --strict", "%s", msg)
}

// unknownMember explains a reference that leads nowhere by the nearest name
// that would.
func unknownMember(d *ast.RefErrInvalidDetail) *Problem {
	where := d.Ref.String()
	have := strings.Trim(d.Ref[d.Pos].String(), `"`)
	var known []string
	for _, v := range d.OneOf {
		if s, ok := v.(ast.String); ok {
			known = append(known, string(s))
		}
	}
	mend := "use a member that the input document has (policies/schemas/input.json)"
	if near := nearest(have, known); near != "" {
		mend = fmt.Sprintf("write %q, or one of: %s", near, strings.Join(known, ", "))
	} else if len(known) > 0 {
		mend = "use one of: " + strings.Join(known, ", ")
	}
	if d.Have != nil {
		return problem("", 0, mend, "%s asks for a member by a value of the wrong type", where)
	}
	return problem("", 0, mend, "%s does not exist: there is no member %q", where, have)
}

// nearest returns the known word that is at most a third of its length away.
func nearest(word string, known []string) string {
	best, at := "", 1+max(1, len(word)/3)
	for _, k := range known {
		if d := distance(word, k); d < at {
			best, at = k, d
		}
	}
	return best
}

// distance counts insertions, deletions, changes and swaps of neighbours.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSpace(line)
}

func detail(e *ast.Error) string {
	if e.Details == nil {
		return ""
	}
	var lines []string
	for _, l := range e.Details.Lines() {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, ", ")
}
