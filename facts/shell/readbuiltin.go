package shell

import (
	"strings"
)

func biRead(r *run, args []field, st *state, f *frame, p *pending) {
	r.program(args, st, f, p)
	var names []string
	raw, array := false, false
	delim := "\n"
	plainRead := true
	for i := 1; i < len(args); i++ {
		s, ok := args[i].static()
		if !ok {
			st.widen(keys(st.vars))
			return
		}
		if len(s) > 1 && s[0] == '-' && len(names) == 0 {
			for j := 1; j < len(s); j++ {
				takes := strings.IndexByte("adinNptu", s[j]) >= 0
				switch s[j] {
				case 'r':
					raw = true
				case 'e', 's':
				default:
					if s[j] != 'd' && s[j] != 'p' {
						plainRead = false
					}
				}
				if !takes {
					continue
				}
				val := s[j+1:]
				if val == "" && i+1 < len(args) {
					i++
					val = show(args[i])
				}
				if s[j] == 'd' {
					delim = "\x00"
					if val != "" {
						delim = val[:1]
					}
				}
				if s[j] == 'a' {
					array = true
					names = append(names, val)
				}
				break
			}
			continue
		}
		r.subscriptRuns(args[i].t, st, f)
		names = append(names, s)
	}
	in := f.stdin
	if array {
		st.set(names[0], &variable{array: true, loose: true})
		return
	}
	whole := len(names) == 0 // REPLY gets the line as it is
	if whole {
		names = []string{"REPLY"}
	}
	if in != nil && in.known && plainRead {
		if s, ok := in.t.static(); ok {
			r.readLine(in, s, names, raw, whole, delim, st)
			return
		}
	}
	u := &unknown{empty: true}
	var src []int
	if in != nil {
		src = in.t.sources(append([]int(nil), in.cmds...))
		src = addInts(src, accessSource(in.access))
		if len(in.t) > 0 && in.t[0].kind == pieceDyn {
			c := *in.t[0].u
			c.empty = true
			u = &c
		}
	}
	for i, n := range names {
		if i > 0 || len(names) > 1 {
			u = &unknown{empty: true, flow: u.flow}
		}
		r.assign(n, dyn(u, src...), st, nil)
	}
}

// readLine takes the next line of a known input apart.
func (r *run) readLine(in *input, s string, names []string, raw, whole bool, delim string, st *state) {
	if in.pos >= len(s) {
		in.eof = true
		for _, n := range names {
			r.assign(n, nil, st, nil)
		}
		return
	}
	line := s[in.pos:]
	if i := strings.Index(line, delim); i >= 0 {
		line = line[:i]
		in.pos += i + 1
	} else {
		in.pos = len(s)
	}
	ifs, known := r.ifs(st)
	if !known || (!raw && strings.Contains(line, "\\")) {
		for _, n := range names {
			r.assign(n, dyn(nil), st, nil)
		}
		return
	}
	if whole {
		r.assign(names[0], lit(line).withSource(in.cmds), st, nil)
		return
	}
	for i, n := range names {
		line = strings.TrimLeft(line, whiteOf(ifs))
		if i == len(names)-1 {
			val, rest := cutRead(line, ifs)
			if rest != "" {
				val = strings.TrimRight(line, whiteOf(ifs))
			}
			r.assign(n, lit(val).withSource(in.cmds), st, nil)
			return
		}
		var val string
		val, line = cutRead(line, ifs)
		r.assign(n, lit(val).withSource(in.cmds), st, nil)
	}
}

// cutRead takes the first word off a line. White space around another
// separator belongs to it.
func cutRead(line, ifs string) (word, rest string) {
	j := strings.IndexAny(line, ifs)
	if j < 0 {
		return line, ""
	}
	word, rest = line[:j], line[j:]
	white := whiteOf(ifs)
	rest = strings.TrimLeft(rest, white)
	if rest != "" && strings.IndexByte(ifs, rest[0]) >= 0 {
		rest = rest[1:]
	}
	return word, strings.TrimLeft(rest, white)
}

func whiteOf(ifs string) string {
	var b strings.Builder
	for _, c := range ifs {
		if c == ' ' || c == '\t' || c == '\n' {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func biMapfile(r *run, args []field, st *state, f *frame, p *pending) {
	r.program(args, st, f, p)
	name := "MAPFILE"
	for i := 1; i < len(args); i++ {
		s, ok := args[i].static()
		if !ok {
			st.widen(keys(st.vars))
			return
		}
		if len(s) > 1 && s[0] == '-' {
			if len(s) == 2 && strings.IndexByte("dnOsuCc", s[1]) >= 0 {
				i++
				if s[1] == 'C' && i < len(args) && r.down() {
					r.shellField(args[i].t, r.dialect, st, f)
					r.up()
				}
			}
			continue
		}
		name = s
	}
	v := &variable{array: true, loose: true}
	if in := f.stdin; in != nil {
		t := dyn(nil, in.cmds...)
		if len(in.t) == 1 && in.t[0].kind == pieceDyn {
			t = text{{kind: pieceDyn, u: in.t[0].u, src: addInts(append([]int(nil), in.t[0].src...), in.cmds)}}
		}
		v.elems, v.order = map[string]text{"0": t}, []string{"0"}
	}
	st.set(name, v)
}

func biGetopts(r *run, args []field, st *state, f *frame, p *pending) {
	r.program(args, st, f, p)
	if len(args) > 2 {
		if s, ok := args[2].static(); ok {
			r.assign(s, dyn(&unknown{word: true}), st, nil)
		}
	}
	src := []int(nil)
	for _, a := range st.pos {
		src = a.t.sources(src)
	}
	r.assign("OPTARG", dyn(nil, src...), st, nil)
	r.assign("OPTIND", dyn(&unknown{word: true}), st, nil)
}

func biPrintf(r *run, args []field, st *state, f *frame, p *pending) {
	if len(args) > 2 {
		if s, ok := args[1].static(); ok && strings.HasPrefix(s, "-v") {
			r.program(args, st, &frame{src: f.src, stdin: f.stdin, via: f.via}, p)
			name, rest := s[2:], args[2:]
			if name == "" {
				name, rest = show(args[2]), args[3:]
				r.subscriptRuns(args[2].t, st, f)
			}
			t, ok := formatText(rest)
			if !ok {
				t = dyn(nil)
			}
			if i := strings.IndexByte(name, '['); i > 0 {
				r.assignElem(name[:i], lit(strings.TrimSuffix(name[i+1:], "]")), t, false, st)
				return
			}
			r.assign(name, t, st, nil)
			return
		}
	}
	r.program(args, st, f, p)
}
