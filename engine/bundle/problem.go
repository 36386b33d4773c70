package bundle

import (
	"fmt"
	"strings"
)

// Problem is one thing that is wrong with a bundle, and how to mend it.
type Problem struct {
	File string // as the bundle names it; "" when no file is to blame
	Line int    // 1-based; 0 when no line is to blame
	What string
	Mend string
}

// Error gives the problem as one line: place, what, mend.
func (p *Problem) Error() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File)
		if p.Line > 0 {
			fmt.Fprintf(&b, ":%d", p.Line)
		}
		b.WriteString(": ")
	}
	b.WriteString(p.What)
	if p.Mend != "" {
		b.WriteString("; mend: ")
		b.WriteString(p.Mend)
	}
	return b.String()
}

// Problems are all that is wrong with a bundle, in order of file and line.
type Problems []*Problem

// Error gives the problems one a line.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// err is nil when there is no problem.
func (ps Problems) err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

func problem(file string, line int, mend, format string, args ...any) *Problem {
	return &Problem{File: file, Line: line, What: fmt.Sprintf(format, args...), Mend: mend}
}
