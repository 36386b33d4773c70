package shell

import (
	"strings"

	"regent/facts"
	"regent/facts/sql/client"
)

// codeWord is program text given as a word.
func (v *invocation) codeWord(val *Value, t text) {
	lang := val.Language
	if lang == "" {
		lang = v.spec.Language
	}
	if isShell(lang) {
		v.shell(t, "option")
		return
	}
	v.r.tag(&v.r.tx.Tags.InlineCode, v.idx)
	v.codeText(lang, t)
}

// codeText states code in another language and what it surely runs.
func (v *invocation) codeText(lang string, t text) {
	r := v.r
	if strings.HasPrefix(lang, "sql") {
		v.sqlText(t, "code")
		return
	}
	v.code = append(v.code, facts.Code{Language: lang, Text: clip(t.show(), 16<<10), Known: t.known()})
	r.in.Commands[v.idx].Code = v.code
	if !t.isStatic() {
		if fl := t.flows() | r.flowOf(t.sources(nil)); fl != 0 {
			v.flowTags(t)
		}
	}
	v.runsInCode(lang, t.show())
}

// sqlText states a query.
func (v *invocation) sqlText(t text, source string) {
	r := v.r
	dialect := strings.TrimPrefix(v.spec.Language, "sql:")
	if dialect == "" || dialect == "sql" {
		dialect = "postgresql"
	}
	s, ok := t.static()
	if !ok {
		r.tag(&r.tx.Tags.UnknownOperand, v.idx)
		q := emptyQuery(v.idx, dialect)
		r.in.Queries = append(r.in.Queries, q)
		return
	}
	if strings.TrimSpace(s) == "" {
		return
	}
	v.clientCommands(dialect, s)
	if r.x.cfg.SQL == nil {
		return
	}
	q := r.x.cfg.SQL(dialect, s)
	q.Command = v.idx
	r.in.Queries = append(r.in.Queries, q)
}

func emptyQuery(cmd int, dialect string) facts.Query {
	return facts.Query{
		Command: cmd, Dialect: dialect, Statements: []facts.Statement{}, Nodes: []string{}, Functions: []facts.Function{},
		Relations: []facts.Relation{}, Columns: []facts.Column{}, Operators: []string{}, Types: []string{}, Locks: []string{},
		Limit: facts.Limit{Kind: "none"},
	}
}

// clientCommands states what a client's own commands in a text run, read and
// write: \! and \copy of psql, .shell and .read of sqlite, \! and system of
// mysql. The text itself is read by cfg.SQL, which knows them too.
func (v *invocation) clientCommands(dialect, s string) {
	if !strings.ContainsAny(s, "\\.") && dialect != client.MySQL {
		return
	}
	_, commands, _ := client.Split(dialect, s)
	for _, c := range commands {
		switch arg := strings.TrimSuffix(c.Args, `\\`); c.Word {
		case "system":
			v.escape(strings.TrimSuffix(strings.TrimSpace(arg), ";"))
		case "source":
			v.readsCode(strings.TrimSuffix(strings.TrimSpace(arg), ";"))
		default:
			if strings.HasPrefix(c.Word, ".") {
				v.dotCommand(c.Word + arg)
			} else {
				v.backslash(c.Word + arg)
			}
		}
	}
}

// backslash is a backslash command of psql or mysql.
func (v *invocation) backslash(s string) {
	arg := func(n int) string { return strings.TrimSpace(s[n:]) }
	switch {
	case strings.HasPrefix(s, "\\!"):
		v.escape(arg(2))
	case strings.HasPrefix(s, "\\system"):
		v.escape(arg(7))
	case strings.HasPrefix(s, "\\ir "), strings.HasPrefix(s, "\\i "), strings.HasPrefix(s, "\\include "), strings.HasPrefix(s, "\\. "):
		_, a, _ := strings.Cut(s, " ")
		v.readsCode(strings.TrimSpace(a))
	case strings.HasPrefix(s, "\\o"), strings.HasPrefix(s, "\\out"), strings.HasPrefix(s, "\\w "), strings.HasPrefix(s, "\\g "), strings.HasPrefix(s, "\\gx "), strings.HasPrefix(s, "\\s "):
		_, a, _ := strings.Cut(s, " ")
		a = strings.TrimSpace(a)
		switch {
		case strings.HasPrefix(a, "|"):
			v.escape(a[1:])
		case a != "":
			v.codeAccess(a, facts.AccessWrite)
		}
	case strings.HasPrefix(s, "\\copy"):
		v.psqlCopy(s)
	}
}

func (v *invocation) psqlCopy(s string) {
	low := strings.ToLower(s)
	for _, dir := range []string{" to ", " from "} {
		i := strings.LastIndex(low, dir)
		if i < 0 {
			continue
		}
		rest := strings.TrimSpace(s[i+len(dir):])
		if r, ok := strings.CutPrefix(rest, "program "); ok || strings.HasPrefix(strings.ToLower(rest), "program ") {
			if !ok {
				r = rest[8:]
			}
			if q := firstQuoted(r); q != "" {
				v.escape(q)
			}
			return
		}
		name := firstQuoted(rest)
		if name == "" {
			name, _, _ = strings.Cut(rest, " ")
		}
		if name == "" || strings.EqualFold(name, "stdin") || strings.EqualFold(name, "stdout") {
			return
		}
		if dir == " to " {
			v.codeAccess(name, facts.AccessWrite)
		} else {
			v.codeAccess(name, facts.AccessRead)
		}
		return
	}
}

// dotCommand is a command of the sqlite shell.
func (v *invocation) dotCommand(s string) {
	word, arg, _ := strings.Cut(s, " ")
	arg = strings.TrimSpace(arg)
	first, _, _ := strings.Cut(strings.Trim(arg, `"'`), " ")
	switch word {
	case ".shell", ".system", ".sh", ".sys":
		v.escape(arg)
	case ".read":
		if strings.HasPrefix(arg, "|") {
			v.escape(arg[1:])
		} else if arg != "" {
			v.readsCode(strings.Trim(arg, `"'`))
		}
	case ".import":
		if strings.HasPrefix(strings.Trim(arg, `"'`), "|") {
			v.escape(strings.Trim(arg, `"'`)[1:])
		} else if first != "" && !strings.HasPrefix(first, "-") {
			v.codeAccess(first, facts.AccessRead)
		}
	case ".output", ".once", ".log", ".backup", ".save", ".clone":
		if strings.HasPrefix(arg, "|") {
			v.escape(arg[1:])
		} else if f := lastWord(arg); f != "" && f != "stdout" && f != "off" && f != "on" {
			v.codeAccess(strings.Trim(f, `"'`), facts.AccessWrite)
		}
	case ".open", ".restore", ".load":
		if f := lastWord(arg); f != "" {
			v.codeAccess(strings.Trim(f, `"'`), facts.AccessRead)
		}
	}
}

func lastWord(s string) string {
	f := strings.Fields(s)
	if len(f) == 0 {
		return ""
	}
	return f[len(f)-1]
}

// escape runs shell text that stands in code.
func (v *invocation) escape(s string) {
	if strings.TrimSpace(s) == "" {
		v.r.tag(&v.r.tx.Tags.Interactive, v.idx)
		return
	}
	g := v.innerFrame()
	g.code = true
	g.stdin = &input{kind: "none", access: -1}
	g.stdout = nil
	if !v.r.down() {
		return
	}
	defer v.r.up()
	st := v.st.clone()
	v.r.freshShell(st, false)
	saved := v.r.pick
	v.r.shellText(s, dialectOf("sh"), st, g)
	v.r.pick = saved
}

func (v *invocation) codeAccess(name string, a facts.Access) int {
	return v.r.touch(lit(name), v.st, v.f, access{access: a, source: "code", recursive: a == facts.AccessDelete, noFollow: a == facts.AccessDelete}, v.idx)
}

// readsCode is an included file of a client's own language.
func (v *invocation) readsCode(name string) {
	idx := v.codeAccess(name, facts.AccessRead)
	run := facts.Run{Command: v.idx, Language: v.spec.Language, How: "script", Path: name}
	if idx >= 0 {
		run.Path = v.r.in.Accesses[idx].Resolved
	}
	v.r.in.Runs = append(v.r.in.Runs, run)
}

// firstQuoted is the first quoted string in a text.
func firstQuoted(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] == '\'' || s[i] == '"' {
			if j := strings.IndexByte(s[i+1:], s[i]); j >= 0 {
				return s[i+1 : i+1+j]
			}
			return ""
		}
	}
	return ""
}
