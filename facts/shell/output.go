package shell

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"regent/facts"
)

// emit says what the command prints, to whoever reads it.
func (v *invocation) emit() {
	r := v.r
	o := v.output()
	o.cmds = only(v.idx)
	r.meta[v.idx].out = o
	v.saveOutput(o)
	if v.inner && v.passesOutput() {
		return // what it starts prints
	}
	v.f.stdout.add(o)
}

// saveOutput keeps what the command puts into files of its own.
func (v *invocation) saveOutput(o output) {
	r := v.r
	if o.t == nil && v.spec.Stdout == "none" {
		o.t = r.printedBy(flowTool, only(v.idx))
	}
	appends := v.w.effect("appends")
	for _, name := range v.writes {
		r.write(name, o, appends)
	}
	if v.spec.Stdout != "fetched" || len(v.writes) > 0 {
		return
	}
	// Fetched without a name: the last part of the URL names the file.
	for _, u := range v.urls {
		if i := strings.IndexAny(u, "?#"); i >= 0 {
			u = u[:i]
		}
		_, base := cutLast(u)
		if base == "" {
			base = "index.html"
		}
		if n := len(v.filled); n > 0 {
			base = v.filled[n-1] + "/" + base
		}
		if name := r.locateString(base, v.st); name != "" {
			r.file(name, &file{t: dyn(&unknown{empty: true, flow: flowFetched}, v.idx), cmds: []int{v.idx}, flow: flowFetched})
		}
	}
}

// passesOutput says whether the output is that of the inner command alone.
func (v *invocation) passesOutput() bool {
	if wr := v.spec.Wrapper; wr != nil && wr.Remote && v.spec.Stdout == "fetched" {
		return false // what another machine prints comes over the network
	}
	return v.spec.Wrapper != nil || v.spec.Stdin == "program" || isShell(v.spec.Language)
}

func (v *invocation) output() output {
	s := v.spec
	in := v.f.stdin
	fl := flowTool
	var src []int
	if in != nil {
		fl |= in.t.flows() & (flowFetched | flowDecoded)
		src = in.cmds
	}
	switch s.Stdout {
	case "none":
		return output{}
	case "static":
		if t, ok := echoText(v.args[1:], v.r); ok {
			return output{t: t}
		}
	case "format":
		if t, ok := formatText(v.args[1:]); ok {
			return output{t: t}
		}
	case "cwd", "dirname", "basename", "realpath", "work_tree":
		if t, ok := v.computed(s.Stdout); ok {
			return output{t: t}
		}
	case "copy":
		if t, ok := v.copied(); ok {
			return output{t: t}
		}
	case "names", "base_names":
		if v.f.stdout == nil && len(v.writes) == 0 {
			return output{t: v.r.printedBy(flowTool, nil)} // nobody reads them
		}
		return output{t: v.listed(s.Stdout == "base_names")}
	case "decoded":
		if t, ok := v.decoded(); ok {
			return output{t: t}
		}
		fl |= flowDecoded
	case "fetched":
		fl |= flowFetched
	case "settings":
		fl |= flowSettings
	case "temp_path":
		return output{t: v.tempPath()}
	}
	if s.Stdout == "lines" && s.Stdin == "data" && in != nil && len(in.t) == 1 && in.t[0].kind == pieceDyn && len(in.t[0].u.names) > 0 {
		u := *in.t[0].u
		u.flow = fl
		u.whole = false
		return output{t: dyn(&u, src...)}
	}
	return output{t: v.r.printedBy(fl, src)}
}

// printedBy is output of which only the flow is known.
func (r *run) printedBy(fl flow, src []int) text {
	t := r.mem.pieces.take(1)
	t[0] = piece{kind: pieceDyn, u: &anyFlow[fl], src: slices.Clip(src)}
	return t
}

// anyFlow holds a value of which nothing is known but how it came about.
var anyFlow = func() (out [flowAll + 1]unknown) {
	for f := range out {
		out[f] = unknown{empty: true, flow: flow(f)}
	}
	return out
}()

func echoText(args []field, r *run) (text, bool) {
	newline, escapes := true, false
	for len(args) > 0 {
		s, ok := args[0].static()
		if !ok || len(s) < 2 || s[0] != '-' || strings.Trim(s[1:], "neE") != "" {
			break
		}
		for _, c := range s[1:] {
			switch c {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		args = args[1:]
	}
	var t text
	for i, a := range args {
		if i > 0 {
			t = t.join(lit(" "))
		}
		if escapes {
			for _, p := range a.t {
				if p.kind == pieceLit {
					d := decodeEscapes(p.s, escEcho)
					if j := strings.Index(d, stopMark); j >= 0 {
						return t.join(lit(d[:j])), true
					}
					t = t.join(lit(d))
				} else {
					t = t.join(text{p})
				}
			}
			continue
		}
		t = t.join(a.t.unglobbed())
		if a.many && a.t.isStatic() {
			t = t.join(dyn(nil))
		}
	}
	if newline {
		t = t.join(lit("\n"))
	}
	return t, true
}

// unglobbed keeps a pattern as something unknown in output.
func (t text) unglobbed() text { return t.matched() }

// formatText is what printf writes for a format and arguments.
func formatText(args []field) (text, bool) {
	if len(args) > 0 {
		if s, ok := args[0].static(); ok && s == "--" {
			args = args[1:]
		}
	}
	if len(args) == 0 {
		return nil, true
	}
	format, ok := args[0].static()
	if !ok {
		return dyn(nil, args[0].t.sources(nil)...), true
	}
	rest := args[1:]
	for _, a := range rest {
		if a.many || a.t.hasGlob() {
			return dyn(nil, joinFieldsText(rest).sources(nil)...), true
		}
	}
	var out text
	for round := 0; round < 1000; round++ {
		used := 0
		next := func() text {
			if used < len(rest) {
				used++
				return rest[used-1].t.matched()
			}
			used++
			return nil
		}
		t, stop, ok := formatOnce(format, next)
		if !ok {
			return dyn(nil), true
		}
		out = out.join(t)
		if stop || used == 0 || used >= len(rest) {
			return out, true
		}
		rest = rest[used:]
	}
	return dyn(nil), true
}

func formatOnce(format string, next func() text) (text, bool, bool) {
	var out text
	for i := 0; i < len(format); {
		j := strings.IndexByte(format[i:], '%')
		if j < 0 {
			out = out.join(lit(decodeEscapes(format[i:], escFormat)))
			break
		}
		out = out.join(lit(decodeEscapes(format[i:i+j], escFormat)))
		i += j + 1
		if i >= len(format) {
			return out.join(lit("%")), false, true
		}
		if format[i] == '%' {
			out = out.join(lit("%"))
			i++
			continue
		}
		k := i
		for k < len(format) && strings.IndexByte("-+ #0123456789.'*hlLqjzt", format[k]) >= 0 && !(format[k] == 'q' && k > i-1 && isVerb(format, k)) {
			k++
		}
		if k >= len(format) {
			return nil, false, false
		}
		flags, verb := format[i:k], format[k]
		i = k + 1
		if verb == '(' {
			e := strings.Index(format[i:], ")T")
			if e < 0 {
				return nil, false, false
			}
			next()
			out = out.join(dyn(nil))
			i += e + 2
			continue
		}
		if strings.Contains(flags, "*") {
			next()
			next()
			out = out.join(dyn(nil))
			continue
		}
		arg := next()
		s, static := arg.static()
		switch verb {
		case 's', 'b':
			if !static {
				if flags == "" {
					out = out.join(arg)
				} else {
					out = out.join(dyn(nil, arg.sources(nil)...))
				}
				continue
			}
			if verb == 'b' {
				s = decodeEscapes(s, escArg)
				if m := strings.Index(s, stopMark); m >= 0 {
					return out.join(lit(s[:m])), true, true
				}
			}
			out = out.join(lit(padText(s, flags)).withSource(arg.sources(nil)))
		case 'q':
			if q, ok := backslashed(s); ok && static && flags == "" {
				out = out.join(lit(q).withSource(arg.sources(nil)))
			} else {
				out = out.join(dyn(nil, arg.sources(nil)...))
			}
		case 'c':
			if static && flags == "" {
				out = out.join(lit(s[:min(len(s), runeLen(s))]))
			} else {
				out = out.join(dyn(nil))
			}
		case 'd', 'i', 'u', 'x', 'X', 'o':
			n, ok := arithNumber(strings.TrimSpace(s))
			if static && s == "" {
				n, ok = 0, true
			}
			if static && len(s) > 1 && (s[0] == '\'' || s[0] == '"') {
				n, ok = int64([]rune(s[1:])[0]), true
			}
			if !static || !ok {
				out = out.join(dyn(&unknown{word: true}))
				continue
			}
			base := map[byte]int{'x': 16, 'X': 16, 'o': 8}[verb]
			if base == 0 {
				base = 10
			}
			d := strconv.FormatInt(n, base)
			if verb == 'X' {
				d = strings.ToUpper(d)
			}
			if strings.Contains(flags, "#") || strings.Contains(flags, "+") || strings.Contains(flags, " ") || strings.Contains(flags, ".") {
				out = out.join(dyn(&unknown{word: true}))
				continue
			}
			if strings.HasPrefix(flags, "0") {
				w, _ := strconv.Atoi(flags)
				if w > 4096 {
					return nil, false, false
				}
				out = out.join(lit(pad(n, w)))
				if base != 10 {
					out = out[:len(out)-1].join(dyn(&unknown{word: true}))
				}
				continue
			}
			out = out.join(lit(padText(d, flags)))
		default:
			out = out.join(dyn(nil, arg.sources(nil)...))
		}
	}
	return out, false, true
}

// isVerb says whether the q at k is the conversion itself, not a modifier.
func isVerb(format string, k int) bool {
	return k+1 >= len(format) || strings.IndexByte("diouxXeEfgGaAcs", format[k+1]) < 0
}

func padText(s, flags string) string {
	left := strings.HasPrefix(flags, "-")
	flags = strings.TrimLeft(flags, "-")
	width, prec, has := strings.Cut(flags, ".")
	if has {
		n, _ := strconv.Atoi(prec)
		if n < len(s) {
			s = s[:n]
		}
	}
	w, _ := strconv.Atoi(width)
	if w > 4096 {
		w = 4096
	}
	for len(s) < w {
		if left {
			s += " "
		} else {
			s = " " + s
		}
	}
	return s
}

// copied is what a program passes on as it is.
func (v *invocation) copied() (text, bool) {
	r := v.r
	ops := v.w.operands
	if !v.w.sameOutput() {
		return nil, false // numbering, showing ends and the like
	}
	var t text
	in := v.f.stdin
	reads := false
	for _, o := range v.spec.Operands {
		if o.Role == "path" && orRead(o.Access) == "read" {
			reads = true
		}
	}
	if !reads || len(ops) == 0 {
		if in == nil {
			return dyn(nil), true
		}
		return in.t.withSource(in.cmds), true
	}
	for _, o := range ops {
		if s, ok := o.static(); ok && (s == "-" || s == "/dev/stdin") {
			if in != nil {
				t = t.join(in.t.withSource(in.cmds))
				continue
			}
		}
		fl := r.fileOf(o.t, v.st)
		if fl == nil || !fl.known {
			fw := flowTool
			if fl != nil {
				fw |= fl.flow
				t = t.join(dyn(&unknown{empty: true, flow: fw}, fl.cmds...))
				continue
			}
			t = t.join(dyn(&unknown{empty: true, flow: fw}))
			continue
		}
		t = t.join(fl.t.withSource(fl.cmds))
	}
	return t, true
}

// listed are names of what the command's path operands hold.
func (v *invocation) listed(base bool) text {
	u := &unknown{empty: true, base: base, flow: flowTool}
	if base {
		// A bare listing names all that a glob would.
		u.whole = len(v.w.operands) == 0 && v.w.sameOutput()
	}
	if v.spec.Grammar == "find" {
		sel := v.selection()
		u.only, u.whole = sel.names, !sel.subset && !sel.below
		base = false
		u.base = false
		for _, e := range v.w.exprs {
			if e.op == "-printf" || findRuns(e.op) {
				return dyn(&unknown{empty: true, flow: flowTool})
			}
		}
	}
	paths := v.paths
	if len(paths) == 0 {
		paths = []text{lit(".")}
	}
	for _, p := range paths {
		ss := v.r.shapes(p)
		for _, s := range ss {
			if s.known == facts.KnownDynamic || s.empty {
				return dyn(&unknown{empty: true, flow: flowTool})
			}
			u.names = addString(u.names, s.word)
			u.whole = u.whole && s.known == facts.KnownStatic && !s.whole
		}
	}
	if base {
		u.names = []string{"."}
		u.noSlash = len(v.w.operands) == 0
	}
	return dyn(u)
}

// decoded is what base64 -d or xxd -r prints, when the input is known.
func (v *invocation) decoded() (text, bool) {
	var src text
	switch in := v.f.stdin; {
	case len(v.paths) > 0:
		fl := v.r.fileOf(v.paths[0], v.st)
		if fl == nil || !fl.known {
			return nil, false
		}
		src = fl.t
	case in != nil && in.known:
		src = in.t
	default:
		return nil, false
	}
	s, ok := src.static()
	if !ok {
		return nil, false
	}
	out, ok := decodeText(s)
	if !ok {
		return nil, false
	}
	// The origin stays visible: the text is exact, and it was decoded.
	return text{{s: out, src: []int{v.idx}, flow: flowDecoded}}, true
}

func decodeText(s string) (string, bool) {
	compact := strings.Join(strings.Fields(s), "")
	if compact == "" {
		return "", false
	}
	if isHex(compact) {
		if b, err := hex.DecodeString(compact); err == nil && printable(b) {
			return string(b), true
		}
	}
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding} {
		if b, err := enc.DecodeString(compact); err == nil && printable(b) {
			return string(b), true
		}
	}
	return "", false
}

func isHex(s string) bool {
	for i := 0; i < len(s); i++ {
		if hexVal(s[i]) > 15 {
			return false
		}
	}
	return len(s)%2 == 0
}

func printable(b []byte) bool {
	for _, c := range b {
		if c == 0 || c < 0x20 && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// tempPath is a fresh name: below TMPDIR or /tmp, or after a template.
func (v *invocation) tempPath() text {
	fresh := func(name string) text {
		u := &unknown{word: true, noSlash: true, fresh: name}
		return dyn(u)
	}
	dir := text(nil)
	if d, ok := v.w.value("-p"); ok {
		dir = d.t
	} else if d, ok := v.w.value("--tmpdir"); ok {
		dir = d.t
	}
	tmpl := ""
	if len(v.w.operands) > 0 {
		s, ok := v.w.operands[0].static()
		if !ok {
			return v.w.operands[0].t.join(fresh("XXXXXX"))
		}
		tmpl = s
	}
	inTemp := tmpl == "" || v.w.has("-t") || v.w.has("--tmpdir") || v.w.has("-p")
	if tmpl == "" {
		tmpl = "tmp.XXXXXXXXXX"
	}
	var t text
	if inTemp && !strings.HasPrefix(tmpl, "/") {
		if dir == nil {
			dir = lit("/tmp")
			if x := v.r.lookup("TMPDIR", v.st); x != nil && !x.unset {
				dir = v.r.alternative(x)
			}
		}
		t = dir.join(lit("/"))
	}
	i := strings.Index(tmpl, "XXX")
	if i < 0 {
		return t.join(lit(tmpl))
	}
	j := i
	for j < len(tmpl) && tmpl[j] == 'X' {
		j++
	}
	path := t.join(lit(tmpl[:i])).join(fresh(tmpl[i:j])).join(lit(tmpl[j:]))
	if name := v.r.locate(path, v.st); name != "" && !v.f.remote && !v.f.container {
		if v.w.has("-d") || v.w.has("--directory") {
			v.r.ov.Mkdir(name)
		}
	}
	return path
}
