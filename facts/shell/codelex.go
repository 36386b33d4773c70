package shell

import "strings"

// codeLexer reads strings, names and argument lists out of code in the
// languages of codeCalls.
type codeLexer struct {
	s    string
	i    int
	lang string
	r    *run
	st   *state
	deep int
	vars map[string]text // what the code puts into variables, where that is one literal
}

func (l *codeLexer) end() bool { return l.i >= len(l.s) }

func (l *codeLexer) space() {
	for l.i < len(l.s) && (l.s[l.i] == ' ' || l.s[l.i] == '\t' || l.s[l.i] == '\n' || l.s[l.i] == '\r') {
		l.i++
	}
}

// comment skips a comment.
func (l *codeLexer) comment() bool {
	rest := l.s[l.i:]
	line := false
	switch l.lang {
	case "python", "perl", "ruby", "r", "shell":
		line = rest[0] == '#' && (l.lang != "perl" || l.i == 0 || l.s[l.i-1] != '$')
	case "javascript", "groovy":
		line = strings.HasPrefix(rest, "//") && (l.i == 0 || l.s[l.i-1] != ':')
	case "php":
		line = rest[0] == '#' || strings.HasPrefix(rest, "//")
	case "lua":
		line = strings.HasPrefix(rest, "--")
	case "elisp":
		line = rest[0] == ';'
	}
	if line {
		if j := strings.IndexByte(rest, '\n'); j >= 0 {
			l.i += j + 1
		} else {
			l.i = len(l.s)
		}
		return true
	}
	if strings.HasPrefix(rest, "/*") && (l.lang == "javascript" || l.lang == "php" || l.lang == "groovy") {
		if j := strings.Index(rest, "*/"); j >= 0 {
			l.i += j + 2
		} else {
			l.i = len(l.s)
		}
		return true
	}
	return false
}

// ticksRun says whether backquotes run a command in the language.
func (l *codeLexer) ticksRun() bool {
	return l.lang == "perl" || l.lang == "ruby" || l.lang == "php"
}

func (l *codeLexer) ident() string {
	from := l.i
	for l.i < len(l.s) && (isIdent(l.s[l.i]) || l.s[l.i] >= '0' && l.s[l.i] <= '9' || l.lang == "elisp" && l.s[l.i] == '-') {
		l.i++
	}
	return l.s[from:l.i]
}

// str reads a string literal. What the language would put into it makes that
// part unknown.
func (l *codeLexer) str() (text, bool) {
	from := l.i
	format, raw := false, false
	for l.lang == "python" && l.i < len(l.s) && strings.IndexByte("rRbBfFuU", l.s[l.i]) >= 0 && l.i-from < 2 {
		format = format || l.s[l.i] == 'f' || l.s[l.i] == 'F'
		raw = raw || l.s[l.i] == 'r' || l.s[l.i] == 'R'
		l.i++
	}
	if l.end() || strings.IndexByte("\"'`", l.s[l.i]) < 0 {
		l.i = from
		return nil, false
	}
	q := l.s[l.i : l.i+1]
	if l.lang == "python" && strings.HasPrefix(l.s[l.i:], q+q+q) {
		q = q + q + q
	}
	body := l.i + len(q)
	j := body
	for j < len(l.s) && !strings.HasPrefix(l.s[j:], q) {
		if l.s[j] == '\\' && j+1 < len(l.s) {
			j++
		}
		j++
	}
	if j >= len(l.s) {
		l.i = from
		return nil, false
	}
	s := l.s[body:j]
	l.i = j + len(q)
	return l.content(s, q[0], format, raw), true
}

func (l *codeLexer) content(s string, q byte, format, raw bool) text {
	holes := func(sign string) text {
		var t text
		for {
			i := strings.Index(s, sign)
			if i < 0 {
				return t.join(l.plain(s, q, raw))
			}
			t = t.join(l.plain(s[:i], q, raw)).join(dyn(nil))
			s = s[i+len(sign):]
			if strings.HasSuffix(sign, "{") {
				if k := strings.IndexByte(s, '}'); k >= 0 {
					s = s[k+1:]
				}
				continue
			}
			k := 0
			for k < len(s) && (isIdent(s[k]) || s[k] >= '0' && s[k] <= '9' || s[k] == '{' || s[k] == '}') {
				k++
			}
			s = s[k:]
		}
	}
	switch {
	case format:
		return holes("{")
	case l.lang == "javascript" && q == '`':
		return holes("${")
	case l.lang == "ruby" && q != '\'':
		return holes("#{")
	case (l.lang == "perl" || l.lang == "php") && q != '\'':
		return holes("$")
	}
	return l.plain(s, q, raw)
}

func (l *codeLexer) plain(s string, q byte, raw bool) text {
	if raw || q == '\'' && (l.lang == "perl" || l.lang == "ruby" || l.lang == "php" || l.lang == "vim") {
		return lit(strings.ReplaceAll(s, `\'`, `'`))
	}
	return lit(ansiC(s))
}

// quoteWord says whether a name starts a quoting operator: qx(…), %x(…).
func (l *codeLexer) quoteWord(name string) bool {
	if l.end() {
		return false
	}
	switch l.lang {
	case "perl":
		return (name == "qx" || name == "q" || name == "qq" || name == "qw") && strings.IndexByte("{([</|!~", l.s[l.i]) >= 0
	case "ruby":
		at := l.i - len(name) - 1
		return at >= 0 && l.s[at] == '%' && (name == "x" || name == "q" || name == "Q" || name == "w") && strings.IndexByte("{([</|!~", l.s[l.i]) >= 0
	}
	return false
}

func (l *codeLexer) delimited() (text, bool) {
	open := l.s[l.i]
	shut := open
	if k := strings.IndexByte("{([<", open); k >= 0 {
		shut = "})]>"[k]
	}
	depth := 0
	for j := l.i; j < len(l.s); j++ {
		switch {
		case l.s[j] == '\\':
			j++
		case l.s[j] == open && open != shut:
			depth++
		case l.s[j] == shut && (open == shut && j > l.i || open != shut):
			if open != shut {
				if depth--; depth > 0 {
					continue
				}
			}
			s := l.s[l.i+1 : j]
			l.i = j + 1
			return l.content(s, '"', false, false), true
		}
	}
	return nil, false
}

// args reads an argument list: (a, "b", ["c"]), or without brackets where the
// language allows that.
func (l *codeLexer) args() ([]codeArg, bool) {
	l.blank()
	if l.end() {
		return nil, false
	}
	closer := byte(')')
	switch {
	case l.s[l.i] == '(':
		l.i++
	case l.lang == "perl" || l.lang == "ruby" || l.lang == "lua" || l.lang == "php" && l.s[l.i] == '"':
		closer = 0
	case l.lang == "elisp":
		closer = ')'
	default:
		return nil, false
	}
	var out []codeArg
	for n := 0; n < 64; n++ {
		l.space()
		if l.end() {
			return out, len(out) > 0
		}
		if l.s[l.i] == closer {
			l.i++
			return out, true
		}
		from := l.i
		out = append(out, l.arg())
		l.blank()
		if l.end() {
			return out, true
		}
		switch {
		case l.s[l.i] == ',':
			l.i++
		case strings.HasPrefix(l.s[l.i:], "=>"):
			l.i += 2
		case closer == 0 && (l.s[l.i] == ';' || l.s[l.i] == '\n' || l.s[l.i] == ')' || l.s[l.i] == '}'):
			return out, true
		case l.s[l.i] == closer:
		case l.lang == "elisp" && l.i > from:
		default:
			// Something that is no literal goes on up to the next comma.
			if len(out) > 0 {
				if last := &out[len(out)-1]; last.isT {
					last.t = last.t.join(dyn(nil))
				}
			}
			if !l.skip(closer) {
				return out, true
			}
		}
		if l.i == from {
			l.i++
		}
	}
	return out, true
}

// blank skips blanks but no line ends, which end a call without brackets.
func (l *codeLexer) blank() {
	for l.i < len(l.s) && (l.s[l.i] == ' ' || l.s[l.i] == '\t') {
		l.i++
	}
}

// arg reads one argument.
func (l *codeLexer) arg() codeArg {
	a := codeArg{}
	if t, ok := l.str(); ok {
		a.t, a.isT = l.joined(t), true
		return a
	}
	c := l.s[l.i]
	switch {
	case (c == '[' || c == '(' || c == '{') && l.deep < 8:
		l.deep++
		a.list, a.isL = l.list()
		l.deep--
	case isIdent(c):
		w := l.ident()
		save := l.i
		l.blank()
		if l.i+1 < len(l.s) && (l.s[l.i] == '=' && l.s[l.i+1] != '=' && l.s[l.i+1] != '>' || l.s[l.i] == ':' && l.lang == "ruby") {
			l.i++
			l.space()
			if l.end() {
				return a
			}
			a = l.arg()
			a.name = w
			return a
		}
		l.i = save
		if l.quoteWord(w) {
			if t, ok := l.delimited(); ok {
				a.t, a.isT = t, true
				if w == "qw" || w == "w" {
					for _, f := range strings.Fields(t.show()) {
						a.list = append(a.list, lit(f))
					}
					a.isT, a.isL = false, true
				}
				return a
			}
		}
		for !l.end() && l.s[l.i] == '.' {
			l.i++
			w = l.ident()
		}
		l.wrapped(&a, w)
		a.word = w
	case c >= '0' && c <= '9' || c == '-':
		from := l.i
		for l.i < len(l.s) && (l.s[l.i] == '-' || l.s[l.i] == '.' || l.s[l.i] >= '0' && l.s[l.i] <= '9' || isIdent(l.s[l.i])) {
			l.i++
		}
		a.word = l.s[from:l.i]
	}
	return a
}

// wrapped reads calls that give back what they are given as a path.
func (l *codeLexer) wrapped(a *codeArg, w string) {
	switch w {
	case "expanduser", "glob", "Path", "PurePath", "abspath", "realpath", "normpath", "String", "str", "resolve", "expand_path", "file":
	default:
		return
	}
	save := l.i
	args, ok := l.args()
	if !ok || len(args) == 0 || !args[0].isT {
		l.i = save
		return
	}
	a.t, a.isT = args[0].t, true
	switch w {
	case "expanduser", "expand_path":
		if s := a.t.prefix(); s == "~" || strings.HasPrefix(s, "~/") {
			a.t = l.r.scalarValue("HOME", l.st).join(a.t.skip(1))
		}
	case "glob":
		a.t = activate(a.t)
	}
	if len(args) > 1 && w == "Path" {
		a.t = slash(a.t).join(dyn(nil))
	}
}

// joined reads what is added to a string: "a" + x, "a" . "b", "a" "b".
func (l *codeLexer) joined(t text) text {
	for {
		save := l.i
		l.space()
		if l.end() {
			l.i = save
			return t
		}
		op := false
		switch {
		case l.s[l.i] == '+' && l.lang != "perl" && l.lang != "php" && l.lang != "lua":
			l.i++
			op = true
		case l.s[l.i] == '.' && (l.lang == "perl" || l.lang == "php"):
			l.i++
			op = true
		case strings.HasPrefix(l.s[l.i:], "..") && l.lang == "lua":
			l.i += 2
			op = true
		case l.s[l.i] == '%' && l.lang == "python":
			return dyn(nil)
		case strings.HasPrefix(l.s[l.i:], ".format") || strings.HasPrefix(l.s[l.i:], ".replace") || strings.HasPrefix(l.s[l.i:], ".join"):
			return dyn(nil)
		}
		l.space()
		if u, ok := l.str(); ok {
			if !op && l.lang != "python" {
				l.i = save
				return t
			}
			t = t.join(u)
			continue
		}
		if !op {
			l.i = save
			return t
		}
		t = t.join(dyn(nil))
		return t
	}
}

func (l *codeLexer) list() ([]text, bool) {
	open := l.s[l.i]
	shut := "])}"[strings.IndexByte("[({", open)]
	l.i++
	var out []text
	for n := 0; n < 256; n++ {
		l.space()
		if l.end() {
			return out, len(out) > 0
		}
		if l.s[l.i] == shut {
			l.i++
			return out, true
		}
		from := l.i
		a := l.arg()
		switch {
		case a.isT:
			out = append(out, a.t)
		case a.isL:
			out = append(out, a.list...)
		case a.word != "" && a.word[0] >= '0' && a.word[0] <= '9':
			out = append(out, lit(a.word))
		default:
			out = append(out, dyn(&unknown{}))
		}
		l.space()
		if l.end() {
			return out, true
		}
		if l.s[l.i] == ',' {
			l.i++
		} else if l.s[l.i] != shut && !l.skip(shut) {
			return out, true
		}
		if l.i == from {
			l.i++
		}
	}
	return out, true
}

// skip goes on to the next comma or closing bracket at this level; false at
// the end of the statement or the text.
func (l *codeLexer) skip(closer byte) bool {
	depth := 0
	for l.i < len(l.s) {
		c := l.s[l.i]
		switch {
		case c == '"' || c == '\'':
			if _, ok := l.str(); ok {
				continue
			}
		case c == '(' || c == '[' || c == '{':
			depth++
		case depth == 0 && (c == closer || c == ','):
			if c == ',' {
				l.i++
			}
			return true
		case c == ')' || c == ']' || c == '}':
			if depth == 0 {
				return false
			}
			depth--
		case c == ';' || c == '\n' && closer == 0:
			return false
		}
		l.i++
	}
	return false
}
