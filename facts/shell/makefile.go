package shell

import (
	"strings"
)

// makefile judges the rules that the text itself wrote for make, and says when
// they came over the network.
func (v *invocation) makefile(rc *Recipes, file string) {
	r := v.r
	if f, ok := v.w.value(rc.Option); ok && r.pipeOf(f.t) != nil {
		pf := r.pipeOf(f.t)
		v.interpret(pf.t, pf.known, pf.cmds, rc.Language)
		return
	}
	if here := r.here(v.st); r.fetchedTree(file) || file == "" && here.known && r.fetchedTree(here.path) {
		r.tag(&r.tx.Tags.FetchedThenRun, v.idx)
	}
	if fl := r.files[file]; fl != nil && file != "" {
		v.interpret(fl.t, fl.known, fl.cmds, rc.Language)
	}
}

// makeCode follows the recipes of a makefile, each line a shell text, and what
// $(shell …) runs while the rules are read. Variables that the makefile sets
// are put in; which targets are asked for is not looked at.
func (v *invocation) makeCode(s string) {
	vars := map[string]string{}
	run := func(line string) {
		if strings.TrimSpace(line) != "" {
			v.codeShell(v.r.marked(line))
		}
	}
	lines := strings.Split(strings.ReplaceAll(s, "\\\n", " "), "\n")
	for _, line := range lines {
		if !v.r.step() {
			return
		}
		if rest, ok := strings.CutPrefix(line, "\t"); ok {
			run(makeExpand(strings.TrimLeft(rest, "@-+ \t"), vars, 0))
			continue
		}
		if i := strings.IndexByte(line, '#'); i >= 0 && !strings.Contains(line[:i], "$") {
			line = line[:i]
		}
		if name, op, value, ok := makeAssignment(line); ok {
			switch op {
			case "!=":
				run(makeExpand(value, vars, 0))
			case "+=":
				vars[name] += " " + value
			default:
				vars[name] = value
			}
			v.makeShells(value, vars, run)
			continue
		}
		v.makeShells(line, vars, run)
		if i := strings.IndexByte(line, ';'); i >= 0 && strings.IndexByte(line, ':') >= 0 && strings.IndexByte(line, ':') < i {
			run(makeExpand(strings.TrimLeft(line[i+1:], "@-+ \t"), vars, 0))
		}
	}
}

// makeShells runs the $(shell …) of a line that make reads.
func (v *invocation) makeShells(line string, vars map[string]string, run func(string)) {
	for rest := line; ; {
		i := strings.Index(rest, "$(shell ")
		if i < 0 {
			return
		}
		inner, after := makeGroup(rest[i+1:])
		run(makeExpand(strings.TrimPrefix(inner, "shell "), vars, 0))
		rest = after
	}
}

// makeAssignment reads NAME = value in make's spellings.
func makeAssignment(line string) (name, op, value string, ok bool) {
	i := strings.IndexByte(line, '=')
	if i <= 0 {
		return "", "", "", false
	}
	head := strings.TrimRight(line[:i], " ")
	op = "="
	switch {
	case strings.HasSuffix(head, "!"), strings.HasSuffix(head, "+"):
		op = head[len(head)-1:] + "="
		head = head[:len(head)-1]
	default:
		head = strings.TrimRight(head, ":?")
	}
	words := strings.Fields(head)
	for len(words) > 1 && (words[0] == "export" || words[0] == "override") {
		words = words[1:]
	}
	if len(words) != 1 || strings.ContainsAny(words[0], ":;$(") {
		return "", "", "", false
	}
	return words[0], op, strings.TrimSpace(line[i+1:]), true
}

// makeGroup cuts "(…)" or "{…}" off the beginning of a text.
func makeGroup(s string) (inner, rest string) {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth == 0 {
				return s[1:i], s[i+1:]
			}
		}
	}
	return strings.TrimLeft(s, "({"), ""
}

// makeExpand puts variables in, as the shell of a recipe gets them: those that
// the makefile does not set become the shell's own, which the environment may
// set, and functions become unknown.
func makeExpand(s string, vars map[string]string, depth int) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '$')
		if i < 0 || i+1 >= len(s) || b.Len() > 64<<10 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i+1:]
		switch s[0] {
		case '$':
			b.WriteByte('$')
			s = s[1:]
		case '(', '{':
			var inner string
			inner, s = makeGroup(s)
			if cmd, ok := strings.CutPrefix(inner, "shell "); ok {
				b.WriteString("$(" + makeExpand(cmd, vars, depth+1) + ")")
				continue
			}
			value, set := vars[inner]
			switch {
			case set && depth < 8:
				b.WriteString(makeExpand(value, vars, depth+1))
			case validName(inner):
				b.WriteString("${" + inner + "}")
			default:
				b.WriteString("${MAKE_FUNCTION}")
			}
		default:
			b.WriteString("${MAKE_TARGET}")
			s = s[1:]
		}
	}
}
