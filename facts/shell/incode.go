package shell

import (
	"strings"

	"regent/facts"
)

// This file looks into code in other languages for what it surely runs and
// touches: calls whose arguments are literal. It reads tokens, not grammar,
// and promises nothing about the rest of the code, which stays text.

// codeAct is what a call does with its first argument.
type codeAct uint8

const (
	actShell    codeAct = iota + 1 // runs it as shell text
	actArgv                        // runs it as a program with arguments
	actRun                         // a list is an argument vector, a string a program or shell text
	actRead                        // reads a file
	actWrite                       // writes a file
	actDelete                      // removes a file
	actTree                        // removes a tree
	actOpen                        // opens a file; the second argument is the mode
	actList                        // lists a directory
	actMove                        // moves the first to the second
	actCopy                        // copies the first to the second
	actChmod                       // changes permissions
	actURL                         // talks to a URL
	actConnect                     // connects to (host, port)
	actEval                        // runs it as code of the same language
	actPathLike                    // makes a path object; a method follows
	actOpenPerl                    // open(handle, mode, path)
	actSecond                      // writes the second argument's file
)

// runsInCode follows the literal calls in code.
func (v *invocation) runsInCode(lang, s string) {
	if s == "" || !v.r.down() {
		return
	}
	defer v.r.up()
	switch lang {
	case "awk":
		v.awkCode(s)
		return
	case "sed":
		v.sedCode(s)
		return
	case "vim":
		v.vimCode(s)
		return
	case "make":
		v.makeCode(s)
		return
	case "ed":
		v.edCode(s)
		return
	case "patch":
		v.patchText(s)
		return
	case "applescript", "expect":
		v.namedRuns(s)
		return
	case "gdb":
		for line := range strings.SplitSeq(s, "\n") {
			line = strings.TrimSpace(line)
			for _, p := range []string{"shell ", "!", "make "} {
				if rest, ok := strings.CutPrefix(line, p); ok {
					v.escape(rest)
				}
			}
		}
		return
	}
	table, ok := codeCalls[lang]
	if !ok {
		return
	}
	l := &codeLexer{s: s, lang: lang, r: v.r, st: v.st}
	v.scanCode(l, table)
}

func (v *invocation) scanCode(l *codeLexer, table map[string]codeAct) {
	for !l.end() {
		if !v.r.step() {
			return
		}
		c := l.s[l.i]
		switch {
		case l.comment():
		case c == '`' && l.ticksRun():
			if t, ok := l.str(); ok {
				v.codeShell(t)
			} else {
				l.i++
			}
		case c == '"' || c == '\'' || c == '`':
			if _, ok := l.str(); !ok {
				l.i++
			}
		case isIdent(c):
			name := l.ident()
			if l.quoteWord(name) {
				if t, ok := l.delimited(); ok && (name == "qx" || name == "x") {
					v.codeShell(t)
				}
				continue
			}
			act, ok := table[name]
			if !ok {
				continue
			}
			save := l.i
			args, ok := l.args()
			if !ok {
				l.i = save
				continue
			}
			v.codeCall(l, act, args)
		default:
			l.i++
		}
	}
}

// codeArg is one argument: a literal string, a list of them, or something
// else.
type codeArg struct {
	t    text
	list []text
	isT  bool
	isL  bool
	name string // keyword
	word string // a bare word or number
}

func (v *invocation) codeShell(t text) {
	r := v.r
	if !t.isStatic() {
		r.tag(&r.tx.Tags.DynamicText, v.idx)
	}
	g := v.innerFrame()
	g.code = true
	g.stdin = &input{kind: "none", access: -1}
	g.stdout = nil
	st := v.st.clone()
	r.freshShell(st, false)
	inner := v.inner
	if r.down() {
		saved := r.pick
		r.newShell(t, dialectOf("sh"), st, g)
		r.pick = saved
		r.up()
	}
	v.inner = inner
}

func (v *invocation) codeArgv(ts []text) {
	if len(ts) == 0 {
		return
	}
	fs := make([]field, len(ts))
	for i, t := range ts {
		fs[i] = field{t: t}
	}
	g := v.innerFrame()
	g.code, g.noBuiltin, g.noFunc = true, true, true
	g.stdin = &input{kind: "none", access: -1}
	g.stdout = nil
	inner := v.inner
	v.startIn(fs, v.st.clone(), g)
	v.inner = inner
}

func (v *invocation) codeTouch(t text, a facts.Access, tree bool) {
	if s, ok := t.static(); ok && s == "" {
		return
	}
	v.r.touch(t, v.st, v.f, access{access: a, source: "code", recursive: tree, noFollow: a == facts.AccessDelete, quiet: true}, v.idx)
}

// codeCall gives a call its meaning.
func (v *invocation) codeCall(l *codeLexer, act codeAct, args []codeArg) {
	r := v.r
	first := codeArg{}
	if len(args) > 0 {
		first = args[0]
	}
	if act == actOpenPerl {
		v.openPerl(args)
		return
	}
	if act == actSecond {
		if len(args) > 1 && args[1].isT {
			v.codeTouch(args[1].t, facts.AccessWrite, false)
		}
		return
	}
	if !first.isT && !first.isL {
		if act == actShell || act == actRun || act == actArgv {
			if len(args) > 0 {
				r.tag(&r.tx.Tags.DynamicText, v.idx)
			}
		}
		return
	}
	second := codeArg{}
	if len(args) > 1 {
		second = args[1]
	}
	switch act {
	case actShell:
		if len(args) > 1 && first.isT && allText(args) && (l.lang == "perl" || l.lang == "ruby") {
			v.codeArgv(texts(args))
			return
		}
		if first.isT {
			v.codeShell(first.t)
		} else {
			v.codeArgv(first.list)
		}
	case actArgv:
		switch {
		case first.isL:
			v.codeArgv(first.list)
		case second.isL:
			v.codeArgv(append([]text{first.t}, second.list...))
		default:
			v.codeArgv(texts(args))
		}
	case actRun:
		switch {
		case first.isL:
			v.codeArgv(first.list)
		case keyword(args, "shell") == "True":
			v.codeShell(first.t)
		case len(args) > 1 && second.isL:
			v.codeArgv(append([]text{first.t}, second.list...))
		default:
			v.codeShell(first.t)
		}
	case actRead:
		v.codePaths(first, facts.AccessRead, false)
	case actList:
		v.codePaths(first, facts.AccessList, false)
	case actWrite:
		v.codePaths(first, facts.AccessWrite, false)
	case actDelete:
		v.codePaths(first, facts.AccessDelete, false)
		for _, a := range args[1:] {
			if a.isT && l.lang == "perl" {
				v.codeTouch(a.t, facts.AccessDelete, false)
			}
		}
	case actTree:
		v.codePaths(first, facts.AccessDelete, true)
	case actChmod:
		for _, a := range args {
			if a.isT && strings.ContainsAny(a.t.show(), "/.") {
				v.codeTouch(a.t, facts.AccessPermission, false)
			}
		}
	case actMove, actCopy:
		acc := facts.AccessRead
		if act == actMove {
			acc = facts.AccessDelete
		}
		v.codePaths(first, acc, act == actMove)
		if second.isT {
			v.codeTouch(second.t, facts.AccessWrite, false)
		}
	case actOpen:
		mode := "r"
		if second.isT && second.name == "" {
			mode = second.t.show()
		}
		for _, a := range args {
			if a.name == "mode" {
				mode = a.t.show()
			}
		}
		if strings.HasPrefix(first.t.show(), "|") && l.lang == "ruby" {
			v.codeShell(first.t.skip(1))
			return
		}
		acc := facts.AccessRead
		if strings.ContainsAny(mode, "wax+") {
			acc = facts.AccessWrite
		}
		v.codePaths(first, acc, false)
	case actURL:
		if first.isT {
			if s := first.t.prefix(); strings.Contains(s, "://") {
				v.url(&Value{}, first.t, "code")
			}
		}
	case actConnect:
		v.codeConnect(args)
	case actEval:
		if s, ok := first.t.static(); ok {
			v.runsInCode(l.lang, s)
		}
	case actPathLike:
		v.codePathMethod(l, first.t)
	}
}

func texts(args []codeArg) []text {
	var out []text
	for _, a := range args {
		if a.name != "" {
			continue
		}
		switch {
		case a.isT:
			out = append(out, a.t)
		case a.isL:
			out = append(out, a.list...)
		default:
			out = append(out, dyn(&unknown{}))
		}
	}
	return out
}

func allText(args []codeArg) bool {
	for _, a := range args {
		if !a.isT {
			return false
		}
	}
	return true
}

func keyword(args []codeArg, name string) string {
	for _, a := range args {
		if a.name == name {
			return a.word
		}
	}
	return ""
}

func (v *invocation) codePaths(a codeArg, acc facts.Access, tree bool) {
	if a.isT {
		v.codeTouch(a.t, acc, tree)
	}
	for _, t := range a.list {
		v.codeTouch(t, acc, tree)
	}
}

func (v *invocation) openPerl(args []codeArg) {
	var ts []text
	for _, a := range args {
		if a.isT {
			ts = append(ts, a.t)
		}
	}
	mode, path := "", text(nil)
	switch len(ts) {
	case 1:
		s := strings.TrimLeft(ts[0].show(), " ")
		n := len(s) - len(strings.TrimLeft(s, "<>+|& "))
		mode, path = s[:n], ts[0].skip(n)
		if strings.HasSuffix(strings.TrimSpace(s), "|") {
			v.codeShell(lit(strings.TrimRight(s, "| ")))
			return
		}
	case 0:
		return
	default:
		mode, path = ts[0].show(), ts[1]
	}
	switch {
	case strings.Contains(mode, "|"):
		if len(ts) > 2 {
			v.codeArgv(ts[1:])
		} else {
			v.codeShell(path)
		}
	case strings.Contains(mode, ">"):
		v.codeTouch(path, facts.AccessWrite, false)
	default:
		v.codeTouch(path, facts.AccessRead, false)
	}
}

// codeConnect is connect(("host", 4444)) or connect("host", 4444) or
// connect(4444, "host").
func (v *invocation) codeConnect(args []codeArg) {
	host, prt := "", 0
	for _, a := range args {
		ts := a.list
		if a.isT {
			ts = append(ts, a.t)
		}
		for _, t := range ts {
			if s, ok := t.static(); ok && s != "" {
				if n := port(s); n > 0 && strings.Trim(s, "0123456789") == "" {
					prt = n
				} else {
					host = s
				}
			}
		}
		if n := port(a.word); n > 0 {
			prt = n
		}
	}
	if host == "" {
		return
	}
	e := parseURL(host)
	if e.Port == 0 {
		e.Port = prt
	}
	e.Command, e.Role, e.Raw = v.idx, "target", clip(host, 256)
	v.r.addEndpoint(e)
}

// codePathMethod is Path("x").unlink() and its like.
func (v *invocation) codePathMethod(l *codeLexer, t text) {
	for {
		l.space()
		if l.end() || l.s[l.i] != '.' {
			if !l.end() && l.s[l.i] == '/' { // Path("a") / "b"
				l.i++
				l.space()
				if u, ok := l.str(); ok {
					t = slash(t).join(u)
					l.space()
					if !l.end() && l.s[l.i] == ')' {
						l.i++
					}
					continue
				}
			}
			return
		}
		l.i++
		name := l.ident()
		switch name {
		case "expanduser":
			t = v.homeOf(t)
		case "unlink", "rmdir":
			v.codeTouch(t, facts.AccessDelete, false)
		case "write_text", "write_bytes", "touch", "mkdir", "rename", "replace", "symlink_to", "hardlink_to", "chmod":
			v.codeTouch(t, facts.AccessWrite, false)
		case "read_text", "read_bytes":
			v.codeTouch(t, facts.AccessRead, false)
		case "iterdir", "glob", "rglob":
			v.codeTouch(t, facts.AccessList, name == "rglob")
		case "open":
			args, _ := l.args()
			acc := facts.AccessRead
			if len(args) > 0 && args[0].isT && strings.ContainsAny(args[0].t.show(), "wax+") {
				acc = facts.AccessWrite
			}
			v.codeTouch(t, acc, false)
			return
		case "resolve", "absolute":
		default:
			return
		}
		if _, ok := l.args(); !ok {
			return
		}
	}
}

func (v *invocation) homeOf(t text) text {
	if s := t.prefix(); s == "~" || strings.HasPrefix(s, "~/") {
		return v.r.scalarValue("HOME", v.st).join(t.skip(1))
	}
	return t
}

func isIdent(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// vimCode reads ex commands: ":!cmd", "r !cmd", "w file", call system('…').
func (v *invocation) vimCode(s string) {
	for line := range strings.SplitSeq(s, "\n") {
		for part := range strings.SplitSeq(line, "|") {
			p := strings.TrimLeft(part, " :\t")
			for _, mod := range []string{"silent!", "silent", "sil!", "sil", "exe ", "execute "} {
				p = strings.TrimLeft(strings.TrimPrefix(p, mod), " :")
			}
			p = strings.TrimLeft(p, "%$.,0123456789'<>")
			if rest, ok := strings.CutPrefix(p, "!"); ok {
				v.escape(strings.TrimSpace(line[strings.Index(line, rest):]))
				break
			}
			word, arg, _ := strings.Cut(p, " ")
			arg = strings.TrimSpace(arg)
			switch word {
			case "r", "re", "rea", "read", "w", "wr", "write", "ter", "term", "terminal", "w!", "write!", "sav", "saveas", "wq", "x":
				if rest, ok := strings.CutPrefix(arg, "!"); ok {
					v.escape(rest)
				} else if arg != "" && strings.HasPrefix(word, "r") {
					v.codeAccess(arg, facts.AccessRead)
				} else if arg != "" && !strings.HasPrefix(word, "ter") {
					v.codeAccess(strings.TrimPrefix(arg, ">> "), facts.AccessWrite)
				} else if arg != "" {
					v.escape(arg)
				}
			case "e", "edit", "sp", "split", "vs", "tabe", "so", "source":
				if arg != "" {
					v.codeAccess(arg, facts.AccessRead)
				}
			}
		}
	}
	l := &codeLexer{s: s, lang: "vim", r: v.r, st: v.st}
	v.scanCode(l, codeCalls["vim"])
}
