package shell

import (
	"slices"
	"sort"
	"strings"
)

// parsedWords is how a program reads its words.
type parsedWords struct {
	prog     *program
	opts     []optValue
	operands []field
	help     bool
	dynOpt   bool // an option word is only known at run time
	ended    bool // "--" was seen
	afterEnd int  // operands before "--"; -1 when there was none
	exprs    []findPart
}

type optValue struct {
	name string
	opt  *option
	val  field
	has  bool    // it has a value
	rest []field // the command that an option of that role is followed by
	at   int     // operands that stand before it
}

func (w *parsedWords) has(name string) bool {
	for i := range w.opts {
		if w.opts[i].name == name {
			return true
		}
	}
	return false
}

// effect says whether an option is given that has an effect.
func (w *parsedWords) effect(name string) bool {
	for i := range w.opts {
		if o := w.opts[i].opt; o != nil && slices.Contains(o.Effects, name) {
			return true
		}
	}
	return false
}

// sameOutput says whether no option changes what is printed.
func (w *parsedWords) sameOutput() bool {
	for i := range w.opts {
		if o := w.opts[i].opt; o == nil || !slices.Contains(o.Effects, "same_output") {
			return false
		}
	}
	return true
}

// value returns the last value of an option.
func (w *parsedWords) value(name string) (field, bool) {
	for i := len(w.opts) - 1; i >= 0; i-- {
		if w.opts[i].name == name && w.opts[i].has {
			return w.opts[i].val, true
		}
	}
	return field{}, false
}

// parseWords reads a program's words (without its name) into w.
func (r *run) parseWords(w *parsedWords, p *program, args []field) *parsedWords {
	options := 0
	for i := range args {
		if s := args[i].t.prefix(); len(s) > 2 && s[0] == '-' && s[1] != '-' {
			options += min(len(s)-1, 4) // letters, most likely
		} else if s != "" && s[0] == '-' {
			options++
		}
	}
	w.prog, w.afterEnd = p, -1
	w.operands = r.mem.fields.take(len(args))[:0]
	w.opts = r.mem.opts.take(options)[:0]
	if p == nil {
		w.unknownProgram(args)
		return w
	}
	w.read(args)
	if q := w.prog.under(w); q != w.prog {
		// What an option's value is may have changed.
		w.prog = q
		for i := range w.opts {
			if o := q.opts[w.opts[i].name]; o != nil {
				w.opts[i].opt = o
			}
		}
	}
	return w
}

// unknownProgram reads words by their look alone.
func (w *parsedWords) unknownProgram(args []field) {
	for i := 0; i < len(args); i++ {
		s := args[i].t.prefix()
		if !w.ended && len(s) > 1 && s[0] == '-' {
			if s == "--" && args[i].t.isStatic() && !args[i].many {
				w.ended, w.afterEnd = true, len(w.operands)
				continue
			}
			if !args[i].t.isStatic() && !strings.Contains(s, "=") {
				w.dynOpt = true
			}
			name, val, has := cutField(args[i], "=")
			n := name.t.show()
			if n == "--help" || n == "--version" {
				w.help = true
			}
			w.opts = append(w.opts, optValue{name: n, val: val, has: has})
			continue
		}
		w.operands = append(w.operands, args[i])
	}
}

// cutField cuts a word at the first separator in its exact beginning.
func cutField(f field, sep string) (field, field, bool) {
	s := f.t.prefix()
	i := strings.Index(s, sep)
	if i < 0 {
		return f, field{}, false
	}
	return field{t: lit(s[:i]), raw: f.raw}, field{t: f.t.skip(i + len(sep)), many: f.many, raw: f.raw}, true
}

// skip drops the first n exact bytes.
func (t text) skip(n int) text {
	for i := range t {
		if t[i].kind == pieceDyn {
			return t[i:]
		}
		if n < len(t[i].s) {
			out := append(text{{kind: t[i].kind, s: t[i].s[n:], src: t[i].src}}, t[i+1:]...)
			return out
		}
		n -= len(t[i].s)
		if n == 0 {
			return t[i+1:]
		}
	}
	return nil
}

func (w *parsedWords) read(args []field) {
	p := w.prog
	switch p.spec.Grammar {
	case "find":
		w.readFind(args)
		return
	case "test", "none":
		w.operands = args
		return
	case "dd":
		for _, a := range args {
			if s := a.t.prefix(); strings.HasPrefix(s, "--") {
				w.long(a, nil)
				continue
			}
			w.operands = append(w.operands, a)
		}
		return
	case "tar":
		args = oldStyle(p, args, true)
	case "ps":
		args = oldStyle(p, args, false)
	}
	ends := p.spec.OptionsEnd
	for i := 0; i < len(args); i++ {
		a := args[i]
		s := a.t.prefix()
		if w.ended || len(s) < 2 || (s[0] != '-' && !(s[0] == '+' && w.prog.opts[plusName(s)] != nil)) {
			if !w.ended && s == "" && a.many && len(w.operands) == 0 && ends && (p.spec.Wrapper != nil || p.spec.Stdin == "program") {
				// An unknown word before the first operand may be options.
				w.dynOpt = true
			}
			if len(w.operands) == 0 && len(w.prog.subs) > 0 {
				if name, ok := a.static(); ok {
					if sub := w.prog.subs[name].program(); sub != nil && !w.ended {
						w.prog = sub
						ends = sub.spec.OptionsEnd
						continue
					}
				}
			}
			w.operands = append(w.operands, a)
			if ends && !w.ended && (w.prog.spec.Wrapper == nil || len(w.operands) > w.prog.spec.Wrapper.Skip) {
				w.operands = append(w.operands, args[i+1:]...)
				return
			}
			continue
		}
		if s == "--" && a.t.isStatic() && !a.many {
			w.ended, w.afterEnd = true, len(w.operands)
			if w.prog.opts["--"] != nil {
				w.add(optValue{name: "--"})
			}
			continue
		}
		var next []field
		if i+1 < len(args) {
			next = args[i+1:]
		}
		if strings.HasPrefix(s, "--") {
			i += w.long(a, next)
		} else {
			i += w.short(a, next)
		}
		if last := len(w.opts) - 1; last >= 0 && w.opts[last].opt != nil && w.opts[last].opt.Ends {
			if o := w.opts[last].opt; o.Value != nil && o.Value.Role == "command" {
				i += w.command(&w.opts[last], args[min(i+1, len(args)):])
				continue
			}
			w.operands = append(w.operands, args[min(i+1, len(args)):]...)
			return
		}
	}
}

// command takes the words of a command up to ";" or the end, and says how many
// they were.
func (w *parsedWords) command(o *optValue, args []field) int {
	if o.has {
		o.rest = append(o.rest, o.val)
	}
	for i, a := range args {
		if s, ok := a.static(); ok && s == ";" {
			return i + 1
		}
		o.rest = append(o.rest, a)
	}
	return len(args)
}

func plusName(s string) string {
	if i := strings.IndexByte(s, '='); i > 0 {
		return s[:i]
	}
	return s
}

// long reads --name, --name=value, --name value; it returns how many of the
// following words it took.
func (w *parsedWords) long(a field, next []field) int {
	name, val, has := cutField(a, "=")
	n, exact := name.static()
	if !exact {
		w.dynOpt = true
		w.opts = append(w.opts, optValue{name: name.t.show(), val: a})
		return 0
	}
	o := w.prog.opts[n]
	if o == nil {
		o = w.prog.abbreviated(n)
	}
	if o == nil && w.prog.spec.Grammar == "go" && len(n) > 2 {
		o = w.prog.opts[n[1:]] // one dash or two mean the same
	}
	if o == nil && strings.HasPrefix(n, "--no-") {
		if base := w.prog.opts["--"+n[5:]]; base != nil && base.Value == nil {
			w.add(optValue{name: n, val: val, has: has})
			return 0
		}
	}
	return w.take(n, o, val, has, next)
}

func (w *parsedWords) take(n string, o *option, val field, has bool, next []field) int {
	if o == nil {
		w.add(optValue{name: n, val: val, has: has})
		return 0
	}
	ov := optValue{name: o.name, opt: o, val: val, has: has}
	if o.Value == nil || has || o.Optional {
		w.add(ov)
		return 0
	}
	words := max(o.Words, 1)
	if len(next) == 0 {
		w.add(ov)
		return 0
	}
	ov.val, ov.has = next[0], true
	w.add(ov)
	return min(words, len(next))
}

func (w *parsedWords) add(o optValue) {
	if w.prog != nil && w.prog.help[o.name] && (o.opt == nil || o.opt.Value == nil || o.opt.Optional) {
		w.help = true
	}
	o.at = len(w.operands)
	w.opts = append(w.opts, o)
}

// abbreviated finds a long option by a unique beginning.
func (p *program) abbreviated(n string) *option {
	if len(p.long) == 0 || len(n) < 3 {
		return nil
	}
	i := sort.SearchStrings(p.long, n)
	var found *option
	for ; i < len(p.long) && strings.HasPrefix(p.long[i], n); i++ {
		o := p.opts[p.long[i]]
		if found != nil && found != o {
			return nil
		}
		found = o
	}
	return found
}

// short reads -x, -xyz, -xVALUE, -x VALUE and single-dash long options.
func (w *parsedWords) short(a field, next []field) int {
	name, val, has := cutField(a, "=")
	if n, ok := name.static(); ok {
		if o := w.prog.opts[n]; o != nil && (len(n) > 2 || has && o.Value != nil && !w.prog.bundle) {
			return w.take(n, o, val, has, next)
		}
		if !w.prog.bundle {
			if o := w.prog.opts["-"+n]; o != nil {
				return w.take("-"+n, o, val, has, next)
			}
		}
	}
	s := a.t.prefix()
	if !w.prog.bundle {
		if n, ok := name.static(); ok {
			o := w.prog.opts[n]
			if o == nil && len(n) > 2 {
				if o2 := w.prog.opts[n[:2]]; o2 != nil && o2.Value != nil { // -ofile
					return w.take(n[:2], o2, field{t: a.t.skip(2), raw: a.raw}, true, next)
				}
			}
			return w.take(n, o, val, has, next)
		}
		w.dynOpt = w.dynOpt || !strings.Contains(s, "=")
		w.add(optValue{name: name.t.show(), val: a})
		return 0
	}
	if allDigits(s[1:]) && a.t.isStatic() {
		if w.prog.opts[s[:2]] == nil {
			w.add(optValue{name: s})
			return 0
		}
	}
	for j := 1; j < len(s); {
		n := runeLen(s[j:])
		letter := letterOption(s[0], s[j:j+n])
		o := w.prog.opts[letter]
		j += n
		if o == nil {
			w.add(optValue{name: letter})
			continue
		}
		if o.Value == nil {
			w.add(optValue{name: o.name, opt: o})
			continue
		}
		rest := a.t.skip(j)
		if w.prog.spec.Equals && j < len(s) && s[j] == '=' {
			rest = rest.skip(1)
			w.add(optValue{name: o.name, opt: o, val: field{t: rest, many: a.many, raw: a.raw}, has: true})
			return 0
		}
		if len(rest) > 0 {
			w.add(optValue{name: o.name, opt: o, val: field{t: rest, many: a.many, raw: a.raw}, has: true})
			return 0
		}
		if o.Optional || len(next) == 0 {
			w.add(optValue{name: o.name, opt: o})
			return 0
		}
		w.add(optValue{name: o.name, opt: o, val: next[0], has: true})
		return min(max(o.Words, 1), len(next))
	}
	if !a.t.isStatic() {
		w.dynOpt = true
	}
	return 0
}

// letterOption is the spelling of a letter as an option.
func letterOption(sign byte, letter string) string {
	if sign == '-' && len(letter) == 1 && letter[0] < 0x80 {
		at := 2 * int(letter[0])
		return dashed[at : at+2]
	}
	return string(sign) + letter
}

// dashed holds "-" before each ASCII character.
var dashed = func() string {
	var b strings.Builder
	for c := range byte(0x80) {
		b.WriteString("-")
		b.WriteByte(c)
	}
	return b.String()
}()

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// oldStyle rewrites a first word without dash: tar xzf a.tgz. With values,
// each letter that takes a value takes one of the next words.
func oldStyle(p *program, args []field, values bool) []field {
	if len(args) == 0 {
		return args
	}
	s, ok := args[0].static()
	if !ok || s == "" || s[0] == '-' || strings.ContainsAny(s, "/.=") || !letters(s) {
		return args
	}
	if !values {
		return append([]field{plain("-" + s)}, args[1:]...)
	}
	out := make([]field, 0, len(args)+len(s))
	rest := args[1:]
	for _, c := range s {
		n := "-" + string(c)
		out = append(out, plain(n))
		if o := p.opts[n]; o != nil && o.Value != nil && !o.Optional && len(rest) > 0 {
			out = append(out, rest[0])
			rest = rest[1:]
		}
	}
	return append(out, rest...)
}

func letters(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			if s[i] < '0' || s[i] > '9' {
				return false
			}
		}
	}
	return true
}

// placeOperands gives each operand the entry of the spec that describes it;
// -1 when none does.
func (r *run) placeOperands(specs []Operand, n int) []int {
	out := r.mem.places.take(n)
	for i := range out {
		out[i] = -1
	}
	required := func(from int) int {
		c := 0
		for _, s := range specs[from:] {
			if !s.Optional {
				c++
			}
		}
		return c
	}
	at := 0
	for i := range specs {
		left := n - at
		if left <= 0 {
			return out
		}
		later := required(i + 1)
		switch {
		case specs[i].Many:
			take := left - later
			for _, s := range specs[i+1:] {
				if s.Optional && !s.Many && take > 1 {
					take--
				}
			}
			if take < 1 {
				if specs[i].Optional {
					continue
				}
				take = 1
			}
			for range take {
				out[at] = i
				at++
			}
		case specs[i].Optional && left <= later:
			continue
		default:
			out[at] = i
			at++
		}
	}
	// More words than the spec has places for: they are like the last one.
	if len(specs) > 0 {
		for ; at < n; at++ {
			out[at] = len(specs) - 1
		}
	}
	return out
}
