package shell

import (
	"strings"

	"regent/facts"
)

// awkCode follows what an awk program runs and writes: system("…"),
// "cmd" | getline, print | "cmd", print > "file", getline < "file". Regular
// expressions and comparisons are told apart from them.
func (v *invocation) awkCode(s string) {
	l := &codeLexer{s: s, lang: "awk", r: v.r, st: v.st}
	operand := false // the token before ends an operand: "/" divides
	printing := false
	depth, printDepth := 0, 0
	var last text // the string literal just before
	isLast := false
	set := "" // the variable that is being set
	l.vars = map[string]text{}
	for i := range v.w.opts {
		if name, val, ok := cutField(v.w.opts[i].val, "="); ok && v.w.opts[i].name == "-v" {
			l.vars[show(name)] = val.t
		}
	}
	for !l.end() {
		if !v.r.step() {
			return
		}
		c := l.s[l.i]
		was, had := last, isLast
		switch {
		case c == ' ' || c == '\t':
			l.i++
			continue
		case c == '#':
			j := strings.IndexByte(l.s[l.i:], '\n')
			if j < 0 {
				return
			}
			l.i += j
			continue
		case c == '"':
			t, ok := l.str()
			if !ok {
				return
			}
			if set != "" {
				l.vars[set] = t
				set = ""
			}
			last, isLast, operand = t, true, true
			continue
		case c == '/' && !operand:
			l.i = regexEnd(l.s, l.i)
			operand = true
		case isIdent(c):
			switch name := l.ident(); name {
			case "system":
				v.awkSystem(l)
				operand = true
			case "print", "printf":
				printing, printDepth, operand = true, depth, false
			case "getline":
				v.awkGetline(l)
				operand = true
			default:
				operand = name != "in" && name != "return" && name != "case"
				if l.blank(); strings.HasPrefix(l.s[l.i:], "=") && !strings.HasPrefix(l.s[l.i:], "==") {
					l.i++
					l.blank()
					set = name
					last, isLast = nil, false
					operand = false
					continue
				}
				if t, ok := l.vars[name]; ok {
					last, isLast = t, true
					continue
				}
			}
		case c == '\n' || c == ';' || c == '{' || c == '}':
			switch c {
			case '{':
				depth++
			case '}':
				depth--
			}
			printing, operand = false, false
			l.i++
		case c == '(' || c == '[':
			depth++
			operand = false
			l.i++
		case c == ')' || c == ']':
			depth--
			operand = true
			l.i++
		case c == '|' && strings.HasPrefix(l.s[l.i:], "||"):
			operand = false
			l.i += 2
		case c == '|':
			l.i++
			if l.i < len(l.s) && l.s[l.i] == '&' {
				l.i++
			}
			l.blank()
			switch {
			case strings.HasPrefix(l.s[l.i:], "getline"):
				l.i += len("getline")
				if had {
					v.codeShell(was)
				} else {
					v.r.tag(&v.r.tx.Tags.DynamicText, v.idx)
				}
			case printing:
				if t, ok := l.awkString(false); ok {
					v.codeShell(t)
				} else {
					v.r.tag(&v.r.tx.Tags.DynamicText, v.idx)
				}
			}
			operand = true
		case c == '>' && printing && depth == printDepth:
			for l.i < len(l.s) && l.s[l.i] == '>' {
				l.i++
			}
			l.blank()
			if l.i < len(l.s) && l.s[l.i] == '=' {
				break
			}
			if t, ok := l.awkString(false); ok {
				v.codeTouch(t, facts.AccessWrite, false)
			} else {
				v.codeTouch(dyn(nil), facts.AccessWrite, false)
			}
			operand = true
		default:
			operand = c >= '0' && c <= '9' || c == '$'
			l.i++
		}
		last, isLast, set = nil, false, ""
	}
}

// awkString reads a string expression: "a", "a" x "b", ("a" x).
func (l *codeLexer) awkString(group bool) (text, bool) {
	for !l.end() && (l.s[l.i] == '(' || l.s[l.i] == ' ') {
		group = group || l.s[l.i] == '('
		l.i++
	}
	t, ok := l.str()
	if !ok {
		name := l.ident()
		if t, ok = l.vars[name]; !ok {
			return nil, false
		}
	}
	l.blank()
	for !l.end() && strings.IndexByte("\n;}", l.s[l.i]) < 0 {
		if l.s[l.i] == ')' {
			if group {
				break
			}
			l.i++
			continue
		}
		if u, ok := l.str(); ok {
			t = t.join(u)
		} else {
			t = t.join(dyn(nil))
			for !l.end() && strings.IndexByte("\n;}\")", l.s[l.i]) < 0 {
				l.i++
			}
		}
		l.blank()
	}
	return t, true
}

func (v *invocation) awkSystem(l *codeLexer) {
	l.blank()
	if l.end() || l.s[l.i] != '(' {
		return
	}
	l.i++
	l.blank()
	t, ok := l.awkString(true)
	if !ok {
		v.r.tag(&v.r.tx.Tags.DynamicText, v.idx)
		return
	}
	v.codeShell(t)
}

func (v *invocation) awkGetline(l *codeLexer) {
	l.blank()
	if !l.end() && isIdent(l.s[l.i]) {
		l.ident()
		l.blank()
	}
	if l.end() || l.s[l.i] != '<' {
		return
	}
	l.i++
	l.blank()
	if t, ok := l.awkString(false); ok {
		v.codeTouch(t, facts.AccessRead, false)
	}
}

// regexEnd gives the place after a regular expression that begins at i.
func regexEnd(s string, i int) int {
	class := false
	for j := i + 1; j < len(s); j++ {
		switch {
		case s[j] == '\\':
			j++
		case s[j] == '\n':
			return j
		case s[j] == '[':
			class = true
		case s[j] == ']':
			class = false
		case s[j] == '/' && !class:
			return j + 1
		}
	}
	return len(s)
}
