package shell

import (
	"strings"

	"regent/facts"
)

// findPart is one element of find's expression.
type findPart struct {
	op   string
	args []field
}

// readFind cuts find's words into starting points and the expression. The
// spec's options say how many words each primary takes; those that run a
// command end at ";" or "+".
func (w *parsedWords) readFind(args []field) {
	i := 0
	for ; i < len(args); i++ {
		s := args[i].t.prefix()
		if s == "-H" || s == "-L" || s == "-P" || strings.HasPrefix(s, "-O") || s == "-D" {
			w.opts = append(w.opts, optValue{name: s})
			if s == "-D" {
				i++
			}
			continue
		}
		if s != "" && (s[0] == '-' && len(s) > 1 || s == "(" || s == "!" || s == ")" || s == ",") {
			break
		}
		w.operands = append(w.operands, args[i])
	}
	for i < len(args) {
		s, ok := args[i].static()
		i++
		if !ok {
			w.dynOpt = true
			w.exprs = append(w.exprs, findPart{op: "?"})
			continue
		}
		p := findPart{op: s}
		o := w.prog.opts[s]
		if w.prog.help[s] {
			w.help = true
		}
		switch {
		case findRuns(s):
			from := i
			for i < len(args) {
				x, ok := args[i].static()
				if ok && x == ";" || ok && x == "+" && i > from && show(args[i-1]) == "{}" {
					break
				}
				i++
			}
			p.args = args[from:i]
			i++
			w.opts = append(w.opts, optValue{name: s, opt: o})
		case findTakes(s) > 0 || o != nil && o.Value != nil:
			n := max(findTakes(s), 1)
			if o != nil && o.Words > 0 {
				n = o.Words
			}
			p.args = args[min(i, len(args)):min(i+n, len(args))]
			i += n
			ov := optValue{name: s, opt: o}
			if len(p.args) > 0 {
				ov.val, ov.has = p.args[0], true
			}
			w.opts = append(w.opts, ov)
		case strings.HasPrefix(s, "-"):
			w.opts = append(w.opts, optValue{name: s, opt: o})
		}
		w.exprs = append(w.exprs, p)
	}
}

func findRuns(op string) bool {
	return op == "-exec" || op == "-execdir" || op == "-ok" || op == "-okdir"
}

// findTakes is how many words a primary of find takes.
func findTakes(op string) int {
	switch op {
	case "-fprintf":
		return 2
	case "-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-lname", "-ilname", "-regex", "-iregex",
		"-regextype", "-type", "-xtype", "-size", "-user", "-group", "-uid", "-gid", "-perm", "-newer", "-anewer",
		"-cnewer", "-mtime", "-atime", "-ctime", "-mmin", "-amin", "-cmin", "-maxdepth", "-mindepth", "-links",
		"-inum", "-samefile", "-fstype", "-used", "-context", "-printf", "-fprint", "-fprint0", "-fls", "-files0-from",
		"-newermt", "-newerct", "-newerat":
		return 1
	}
	return 0
}

// findSelection is what an expression leaves of the tree.
type findSelection struct {
	names   []string
	subset  bool
	onlyTop bool // -maxdepth 0
	below   bool // -mindepth 1 or more
}

func (v *invocation) selection() findSelection {
	var s findSelection
	negated, named, positive := false, false, true
	or := false
	for _, e := range v.w.exprs {
		arg := ""
		if len(e.args) > 0 {
			arg = show(e.args[0])
		}
		switch e.op {
		case "!", "-not":
			negated = true
			continue
		case "-o", "-or":
			or = true
		case "-name", "-iname":
			if !negated && arg != "*" && len(e.args) > 0 && e.args[0].t.isStatic() {
				s.names = append(s.names, arg)
				named = true
			}
		case "-path", "-ipath", "-wholename", "-iwholename", "-regex", "-iregex", "-size", "-user", "-group", "-perm",
			"-newer", "-anewer", "-cnewer", "-mtime", "-atime", "-ctime", "-mmin", "-amin", "-cmin", "-empty", "-links",
			"-inum", "-samefile", "-lname", "-ilname", "-newermt", "-newerct", "-newerat", "-nouser", "-nogroup":
			if !negated {
				positive = false
				if arg != "*" && arg != "./*" {
					s.subset = true
				}
			}
		case "-maxdepth":
			s.onlyTop = arg == "0"
		case "-mindepth":
			s.below = arg != "0"
		}
		negated = false
	}
	if or && named && !positive {
		s.names = nil // a branch may select without a name
	}
	if !or {
		// What lies below a folder of a fixed name is no wider than that name.
		if below := v.folderNames(); len(below) > 0 {
			s.names = below
		}
	}
	if len(s.names) > 0 {
		s.subset = true
	}
	if or && !s.allBranchesNamed(v.w.exprs) {
		s.names = nil
		s.subset = s.subset && s.allBranchesFiltered(v.w.exprs)
	}
	return s
}

// folderNames are the folders that -path tests fix: "*/NAME/*".
func (v *invocation) folderNames() []string {
	negated := false
	for _, e := range v.w.exprs {
		switch e.op {
		case "!", "-not":
			negated = true
			continue
		case "-path", "-wholename":
			if negated || len(e.args) == 0 {
				break
			}
			p, ok := e.args[0].static()
			if !ok {
				break
			}
			parts := strings.Split(p, "/")
			for i, n := range parts {
				if i > 0 && i < len(parts)-1 && n != "" && n != "." && n != ".." && !strings.ContainsAny(n, "*?[\\") {
					return []string{n}
				}
			}
		}
		negated = false
	}
	return nil
}

// allBranchesNamed says whether every alternative up to an action holds a
// positive -name test.
func (s *findSelection) allBranchesNamed(exprs []findPart) bool {
	return branchesHold(exprs, func(op string) bool { return op == "-name" || op == "-iname" })
}

func (s *findSelection) allBranchesFiltered(exprs []findPart) bool {
	return branchesHold(exprs, func(op string) bool {
		return findTakes(op) > 0 && op != "-maxdepth" && op != "-mindepth" && op != "-type" || op == "-empty"
	})
}

func branchesHold(exprs []findPart, test func(string) bool) bool {
	has, neg := false, false
	for _, e := range exprs {
		switch e.op {
		case "!", "-not":
			neg = true
			continue
		case "-o", "-or", ",":
			if !has {
				return false
			}
			has = false
		default:
			if test(e.op) && !neg {
				has = true
			}
			// After a named branch that does nothing but prune, "-o" starts anew.
		}
		neg = false
	}
	return has || !strings.HasPrefix(lastOp(exprs), "-o") && endsInAction(exprs)
}

// endsInAction: "( -name a -o -name b ) -exec …": the action follows a group
// whose branches were all looked at.
func endsInAction(exprs []findPart) bool {
	for i := len(exprs) - 1; i >= 0; i-- {
		switch exprs[i].op {
		case ")":
			return true
		case "-o", "-or":
			return false
		}
	}
	return false
}

func lastOp(exprs []findPart) string {
	if len(exprs) == 0 {
		return ""
	}
	return exprs[len(exprs)-1].op
}

// find gives find's starting points and actions their meaning.
func (v *invocation) find() {
	r := v.r
	starts := v.w.operands
	if len(starts) == 0 {
		starts = []field{plain(".")}
	}
	sel := v.selection()
	acts := false
	for _, e := range v.w.exprs {
		acts = acts || e.op == "-delete"
	}
	u := &unknown{only: sel.names, whole: !sel.subset}
	known := true
	for _, s := range starts {
		v.paths = append(v.paths, s.t)
		r.touch(s.t, v.st, v.f, access{access: facts.AccessList, source: "operand", recursive: !sel.onlyTop, only: sel.names}, v.idx)
		x, ok := r.exactPath(s.t)
		if !ok {
			known = false
			continue
		}
		u.names = append(u.names, x)
	}
	item := dyn(u, v.idx)
	if !known {
		item = dyn(&unknown{}, v.idx)
		if len(starts) == 1 {
			item = starts[0].t
		}
	}
	if sel.onlyTop && len(starts) == 1 {
		item = starts[0].t
	}
	for _, e := range v.w.exprs {
		if r.stopped {
			return
		}
		switch {
		case e.op == "-delete":
			v.findDelete(starts, sel)
		case findRuns(e.op):
			v.findExec(e, item)
		case e.op == "-fprintf" || e.op == "-fprint" || e.op == "-fprint0" || e.op == "-fls":
			if len(e.args) > 0 {
				r.touch(e.args[0].t, v.st, v.f, access{access: facts.AccessWrite, source: "option"}, v.idx)
			}
		case e.op == "-newer" || e.op == "-anewer" || e.op == "-cnewer" || e.op == "-samefile":
			if len(e.args) > 0 {
				r.touch(e.args[0].t, v.st, v.f, access{access: facts.AccessList, source: "option"}, v.idx)
			}
		case e.op == "-files0-from":
			if len(e.args) > 0 {
				r.touch(e.args[0].t, v.st, v.f, access{access: facts.AccessRead, source: "option"}, v.idx)
			}
		}
	}
}

func (v *invocation) findDelete(starts []field, sel findSelection) {
	for _, s := range starts {
		a := access{access: facts.AccessDelete, source: "operand", recursive: !sel.onlyTop, noFollow: true}
		x, ok := v.r.exactPath(s.t)
		if sel.subset && ok && !sel.onlyTop {
			u := &unknown{names: []string{x}, only: sel.names}
			v.r.touch(dyn(u), v.st, v.f, a, v.idx)
			continue
		}
		a.whole = ok && !sel.onlyTop
		if ok && strings.HasSuffix(x, "/") {
			a.noFollow = false
		}
		v.r.touch(s.t, v.st, v.f, a, v.idx)
	}
}

func (v *invocation) findExec(e findPart, item text) {
	if len(e.args) == 0 {
		return
	}
	args := make([]field, len(e.args))
	for i, a := range e.args {
		args[i] = replaceMark(a, "{}", field{t: item})
		if show(a) == "{}" {
			args[i].many = len(item) == 1 && item[0].kind == pieceDyn && len(item[0].u.names) == 0
		}
	}
	g := v.innerFrame()
	g.noBuiltin, g.noFunc = true, true
	g.inLoop = true
	st := v.st.clone()
	if e.op == "-execdir" || e.op == "-okdir" {
		st.dirs = []place{{}}
		for i := range args {
			args[i].t = v.absoluteNames(args[i].t)
		}
	}
	v.startIn(args, st, g)
	v.inner = false
}

// absoluteNames makes listed names independent of the directory.
func (v *invocation) absoluteNames(t text) text {
	out := make(text, len(t))
	for i, p := range t {
		out[i] = p
		if p.kind == pieceDyn && len(p.u.names) > 0 {
			u := *p.u
			u.names = nil
			for _, n := range p.u.names {
				if here := v.r.goTo(lit(n), v.st); here.known {
					u.names = append(u.names, here.path)
				}
			}
			out[i].u = &u
		}
	}
	return out
}
