package shell

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"regent/facts"
	"regent/facts/path"
)

// bashWorld is a temporary directory in which real bash runs texts: PATH holds
// nothing but recorders, which write their arguments down and do nothing else.
type bashWorld struct {
	dir, bin, home, cwd, log string
	bash                     string
	x                        *Extractor
}

const recorder = `#!/bin/sh
printf '%s\0' "${0##*/}" "$@" "<end>" >> "$RECORD"
`

var recorded = []string{"p1", "p2", "p3", "p4", "rm", "git", "curl", "sudo", "env", "xargs", "nice", "cat", "ls", "sh", "find"}

func newBashWorld(t testing.TB) *bashWorld {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash on this machine")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &bashWorld{dir: dir, bin: dir + "/bin", home: dir + "/home", cwd: dir + "/work", log: dir + "/log", bash: bash}
	for _, d := range []string{w.bin, w.home, w.cwd + "/sub/deep", w.cwd + "/other"} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"a.txt", "b.txt", "sub/c.txt"} {
		if err := os.WriteFile(w.cwd+"/"+f, []byte("x\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range recorded {
		if err := os.WriteFile(w.bin+"/"+p, []byte(recorder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	ws := facts.Workspace{Roots: []string{w.cwd}, CWD: w.cwd, Home: w.home, UID: os.Getuid()}
	m, err := path.Compile(path.Table{}, ws)
	if err != nil {
		t.Fatal(err)
	}
	specs := shippedPrograms(t)
	for _, p := range recorded {
		delete(specs, p) // a recorder prints nothing, whatever its name
	}
	w.x, err = New(Config{
		FS: path.OS(), Programs: specs, Scripts: true,
		Resolver: &path.Resolver{FS: path.OS(), Workspace: ws, Matcher: m},
		Env:      map[string]string{"HOME": w.home, "PATH": w.bin},
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// run gives the argument vectors that bash executed.
func (w *bashWorld) run(t testing.TB, text string) [][]string {
	t.Helper()
	_ = os.Remove(w.log)
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, w.bash, "--norc", "--noprofile", "-c", "set +m\n"+text)
	cmd.Dir = w.cwd
	cmd.Env = []string{"PATH=" + w.bin, "HOME=" + w.home, "RECORD=" + w.log, "PWD=" + w.cwd, "LC_ALL=C.UTF-8", "FUNCNEST=30"}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = time.Second
	_ = cmd.Run() // a text may fail: what it ran counts
	if ctx.Err() != nil {
		t.Logf("timed out: %q", text)
	}
	data, err := os.ReadFile(w.log)
	if err != nil {
		return nil
	}
	var all [][]string
	var cur []string
	for _, s := range strings.Split(string(data), "\x00") {
		if s == "<end>" {
			all = append(all, cur)
			cur = nil
			continue
		}
		cur = append(cur, s)
	}
	return all
}

// check compares what bash executed with the facts. It returns how many
// vectors there were and how many the facts gave exactly.
func (w *bashWorld) check(t testing.TB, text string) (total, exact int) {
	t.Helper()
	in := &facts.Input{Workspace: facts.Workspace{Roots: []string{w.cwd}, CWD: w.cwd, Home: w.home}}
	r := w.x.start(context.Background(), in, text, "bash")
	for _, argv := range w.run(t, text) {
		total++
		found := false
		for i := range r.meta {
			if len(r.meta[i].argv) == 0 {
				continue
			}
			if matchArgv(r.meta[i].argv, argv) {
				found = true
				if staticArgv(r.meta[i].argv) {
					exact++
					break
				}
			}
		}
		if !found && in.Text.Complete {
			t.Errorf("bash ran %q, which is not among the facts of\n%s\n%s", argv, text, brief(in))
		}
	}
	return total, exact
}

func staticArgv(fs []field) bool {
	for _, f := range fs {
		if _, ok := f.static(); !ok {
			return false
		}
	}
	return true
}

// matchArgv says whether real words are among those that the fields allow.
func matchArgv(fs []field, argv []string) bool {
	if len(fs) == 0 {
		return len(argv) == 0
	}
	f := fs[0]
	if s, ok := f.static(); ok {
		return len(argv) > 0 && argv[0] == s && matchArgv(fs[1:], argv[1:])
	}
	if f.many || f.t.hasGlob() {
		for n := 0; n <= len(argv); n++ {
			if matchArgv(fs[1:], argv[n:]) {
				return true
			}
		}
		return false
	}
	if len(argv) == 0 {
		return false
	}
	p, q := f.t.prefix(), f.t.suffix()
	s := argv[0]
	return len(s) >= len(p)+len(q) && strings.HasPrefix(s, p) && strings.HasSuffix(s, q) && matchArgv(fs[1:], argv[1:])
}

// TestBashRunsWhatFactsSay is the differential test: every argument vector
// that real bash executes is among the facts. SHELL_DIFF sets the number of
// generated texts, SHELL_SEED the first seed.
func TestBashRunsWhatFactsSay(t *testing.T) {
	w := newBashWorld(t)
	n, seed := 150, uint64(1)
	if s := os.Getenv("SHELL_DIFF"); s != "" {
		v, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		n = v
	}
	if s := os.Getenv("SHELL_SEED"); s != "" {
		v, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = v
	}
	total, exact := 0, 0
	for _, text := range append(append([]string(nil), handwritten...), corners...) {
		a, b := w.check(t, text)
		total, exact = total+a, exact+b
	}
	ht, he := total, exact
	for i := range n {
		g := &generator{cwd: w.cwd, r: rand.New(rand.NewPCG(seed+uint64(i), 7))}
		text := g.text()
		a, b := w.check(t, text)
		total, exact = total+a, exact+b
		if t.Failed() && os.Getenv("SHELL_DIFF_ALL") == "" {
			t.Fatalf("stopped at seed %d", seed+uint64(i))
		}
	}
	t.Logf("%d hand-written texts: %d vectors, %d exact; %d generated: %d vectors, %d exact",
		len(handwritten)+len(corners), ht, he, n, total-ht, exact-he)
	if total == 0 || exact*10 < total*4 {
		t.Errorf("only %d of %d vectors were exact: the comparison shows little", exact, total)
	}
}

// generator writes shell texts whose commands are recorders and builtins.
type generator struct {
	r     *rand.Rand
	depth int
	funcs int
	names int
	cwd   string
	b     strings.Builder
}

func (g *generator) pick(s ...string) string { return s[g.r.IntN(len(s))] }

func (g *generator) text() string {
	g.b.Reset()
	n := 2 + g.r.IntN(6)
	var lines []string
	if g.r.IntN(4) > 0 {
		for _, v := range []string{"x", "y", "z", "w", "long_name"} {
			if g.r.IntN(3) > 0 {
				lines = append(lines, v+"="+g.pick("foo", "'a b'", "a.tar.gz", "/usr/lib/x", "'*'", "-rf", "''", "Abc", "'it is'", "1"))
			}
		}
		lines = append(lines, g.pick("n=3", "n=2; m=7"), "arr=(a 'b c' d.txt)")
	}
	for range n {
		lines = append(lines, g.stmt())
	}
	return strings.Join(lines, g.pick("\n", "\n", "; ")) + "\n"
}

func (g *generator) varName() string { return g.pick("x", "y", "z", "w", "long_name") }

func (g *generator) prog() string {
	return g.pick("p1", "p2", "p3", "p4", "rm", "git", "curl", "p1", "p2", `"p3"`, `p\4`, `'p1'`, "command p2", "sudo p1", "env p3")
}

// word is one word of a command.
func (g *generator) word() string {
	v := g.varName()
	switch g.r.IntN(34) {
	case 0, 1, 2:
		return g.pick("a", "b", "foo", "-rf", "--opt=val", "/etc/x", "./y", "x.y", "100%", "a=b", "a:b")
	case 3:
		return g.pick(`'single quoted'`, `"double quoted"`, `'it'\''s'`, `"a\"b\$c"`, `a\ b`, `''`, `""`, `"\n"`, `"a\\b"`)
	case 4:
		return g.pick(`$'a\tb'`, `$'\x41\102'`, `$'it\'s'`, `$"loc"`, `$'\u00e9'`, `$'a\nb'`, `$'\e[0m'`)
	case 5, 6, 7:
		return "$" + v
	case 8, 9:
		return `"$` + v + `"`
	case 10:
		return g.pick(`"${`+v+`}"`, `${`+v+`}z`, `pre$`+v, `"pre ${`+v+`} post"`, `$`+v+`$`+g.varName())
	case 11:
		return `"${` + v + g.pick(":-", "-", ":=", "=", ":+", "+") + g.pick("def", "d e f", "$x", "", "'q q'") + `}"`
	case 12:
		return `${` + v + g.pick(":-", "-", ":+", "+") + g.pick("def", "d e f", "$x", "", `"q q"`) + `}`
	case 13:
		return `"${` + v + g.pick("#", "##", "%", "%%") + g.pick("a", "*a", "a*", "?", "*o", "[a-f]", "*[!a]*", "/*", ".*", `"*"`) + `}"`
	case 14:
		return `"${` + v + g.pick("/", "//", "/#", "/%") + g.pick("a", "o", "?", "[a-c]", "oo", "*") + "/" + g.pick("X", "", "yy", "$y") + `}"`
	case 15:
		return `"${` + v + g.pick("^", "^^", ",", ",,") + `}"`
	case 16:
		return `"${` + v + ":" + g.pick("0", "1", " -2", "1:1", "0:2", " -3:2", "1:-1", "$((1))") + `}"`
	case 17:
		return g.pick(`${#`+v+`}`, `"${#`+v+`}"`, `${#arr[@]}`, `$#`)
	case 18:
		return g.pick(`"$@"`, `$@`, `"$*"`, `$*`, `"$1"`, `$2`, `"${@:2}"`, `"${1:-none}"`, `"${@:1:1}"`)
	case 19:
		return g.pick(`"${arr[@]}"`, `${arr[@]}`, `"${arr[*]}"`, `${arr[0]}`, `"${arr[1]}"`, `"${arr[-1]}"`, `"${arr[@]:1}"`, `"${arr[@]/a/b}"`, `"${!arr[@]}"`, `"pre${arr[@]}post"`, `$arr`)
	case 20:
		return g.pick(`"${map[k1]}"`, `"${map[$x]}"`, `${map[k2]}`, `"${#map[@]}"`)
	case 21:
		return "$((" + g.arith() + "))"
	case 22, 23:
		return g.pick(`$(echo `+g.word0()+`)`, `"$(echo `+g.word0()+`)"`, "`echo "+g.pick("a b", "$x", "foo")+"`", `$(printf '%s\n' `+g.word0()+`)`, `"$(printf '%s-%s' a `+g.word0()+`)"`, `$(p4 inner)`, `"$(p3 "$x")"`, `"$(echo a; p2 in; echo b)"`)
	case 24:
		return g.pick(`{a,b}`, `x{1..3}y`, `{a,b}{c,d}`, `{$x,lit}`, `"q"{1,2}`, `{c..a}`, `{01..03}`, `a{,b}`, `{a}`, `{1..10..4}`, `{x,{y,z}}`, `\{a,b}`, `"{a,b}"`)
	case 25:
		return g.pick("~", "~/x", `"~"`, "a~", "~+", `~/"y z"`)
	case 26:
		return g.pick("*.txt", "'*.txt'", `"*"`, `sub/*`, `[ab].txt`, `nomatch*`, `?.txt`, `\*`, `a[b`)
	case 27:
		return g.pick(`${!ref}`, `"${!ref}"`, `"$PWD"`, `"${PWD##*/}"`, `"$OLDPWD"`, `"$HOME/z"`)
	case 28:
		return g.pick(`<(p1 ps)`, `"$(<a.txt)"`, `$(cd sub && echo "$PWD")`, `"$(x=inner; echo $x)"`)
	case 29:
		return `"${` + v + "@" + g.pick("U", "L", "u", "Q", "E") + `}"`
	case 30:
		return g.pick(`"${x}${y:+ and $y}"`, `"a${x:-"b c"}d"`, `a"$x"'$x'b`, `"${x//[[:space:]]/_}"`, `${x//./ }`, `"${x%%.*}.${x##*.}"`)
	default:
		return g.pick("c", "d", "e f", "f", "-v", "k1", "k2")
	}
}

// word0 is a simple word for use inside a substitution.
func (g *generator) word0() string {
	return g.pick("a", "b c", "$x", `"$y"`, "'q r'", "foo.txt", `"${z:-zz}"`, "$((1+2))", "*.txt", `"a  b"`)
}

func (g *generator) arith() string {
	return g.pick("1+2", "n+1", "n*2", "(3+4)*n", "n>2?10:20", "1<<3", "n++", "7%3", "x", "${#y}", "n+=5", "2**4", "!n", "n&&m", "0x1f", "-n", "arr[1]", "10/3", "n==m", "~1")
}

func (g *generator) words() string {
	n := g.r.IntN(4)
	var ws []string
	for range n {
		ws = append(ws, g.word())
	}
	return strings.Join(ws, " ")
}

func (g *generator) value() string {
	for {
		w := g.word()
		if !strings.HasPrefix(w, "<(") {
			return w
		}
	}
}

func (g *generator) cmd() string {
	s := g.prog() + " " + g.words()
	switch g.r.IntN(12) {
	case 0:
		s = g.varName() + "=" + noSpace(g.value()) + " " + s
	case 1:
		s += " > /dev/null"
	case 2:
		s += " 2>&1"
	case 3:
		s += " <<< \"$x here\""
	}
	return s
}

func noSpace(w string) string {
	if strings.HasPrefix(w, "e f") || w == "" {
		return "v"
	}
	return w
}

func (g *generator) block() string {
	n := 1 + g.r.IntN(2)
	var out []string
	for range n {
		out = append(out, g.stmt())
	}
	return strings.Join(out, "\n")
}

func (g *generator) stmt() string {
	if g.depth > 3 {
		return g.cmd()
	}
	g.depth++
	defer func() { g.depth-- }()
	switch g.r.IntN(66) {
	default:
		return g.cmd()
	case 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61:
		return g.more()
	case 8, 9, 10, 11:
		return g.varName() + g.pick("=", "=", "=", "+=") + noSpace(g.value())
	case 12:
		return "n=" + g.pick("3", "0", "$((n+1))", "5") + "; m=" + g.pick("2", "$n")
	case 13:
		return "arr=(" + g.words() + ")"
	case 14:
		return g.pick("arr+=("+g.words()+")", "arr[1]="+noSpace(g.value()), "arr["+g.pick("0", "n", "1+1")+"]+=z", "unset 'arr[0]'", "unset x", "unset arr", "arr=([2]=b [0]=a)")
	case 15:
		return "declare -A map=([k1]=" + noSpace(g.value()) + " [k2]='v 2')"
	case 16:
		return "for " + g.varName() + " in " + g.words() + "; do\n" + g.block() + "\ndone"
	case 17:
		i := "i" + strconv.Itoa(g.depth)
		return "for ((" + i + "=0; " + i + "<" + g.pick("2", "3", "1+1") + "; " + i + "++)); do\n" + g.prog() + " $" + i + "\n" + g.block() + "\ndone"
	case 18:
		return "i=0; while " + g.pick("[ $i -lt 3 ]", "((i<2))", "[[ $i -ne 2 ]]") + "; do " + g.cmd() + " $i; i=$((i+1)); done"
	case 19:
		return "if " + g.pick("true", "false", "[ -n \"$x\" ]", "[[ $x == a* ]]", "(( n > 1 ))", "test -f a.txt", "p1 cond") + "; then\n" + g.block() + "\n" + g.pick("else\n"+g.block()+"\nfi", "elif [ -z \"$y\" ]; then\n"+g.block()+"\nfi", "fi")
	case 20:
		return "case " + g.pick(`"$x"`, `$y`, `foo`, `"${x:-none}"`) + " in\n" + g.pick("a*", "foo", "f?o|b", "'*'", "[a-c]") + ") " + g.stmt() + " ;;\n*) " + g.stmt() + " ;;\nesac"
	case 21, 22:
		g.funcs++
		name := "fn" + strconv.Itoa(g.funcs)
		defer func() { g.names = g.funcs }()
		return name + "() {\n" + g.pick("", "local "+g.varName()+"="+g.pick("loc", `"$1"`)+"\n", "shift\n", "local -i k=3\n") + g.block() + "\n}\n" + name + " " + g.words()
	case 23:
		if g.names > 0 {
			return "fn" + strconv.Itoa(1+g.r.IntN(g.names)) + " " + g.words()
		}
		return g.cmd()
	case 24:
		return g.cmd() + " | " + g.cmd()
	case 25:
		return g.cmd() + g.pick(" && ", " || ") + g.cmd()
	case 26:
		return "( " + g.block() + " )"
	case 27:
		return "{ " + g.block() + "\n}"
	case 28:
		return "eval " + g.pick(`'p1 $x'`, `"p2 $x"`, `'x=ev; p3 "$x"'`, `p4 '$y' b`, `"x='$y'"`, `'for q in 1 2; do p1 $q; done'`)
	case 29:
		return g.pick("set -- "+g.words(), "set -- a b 'c d'", "shift", "set -f", "set +f", "shift 2", "set -- \"$@\" extra")
	case 30:
		// A directory is taken to exist, so each of these does.
		return g.pick("cd "+g.cwd+"/sub", "cd "+g.cwd+"; cd sub/deep; cd ..", "cd ..", "cd -", "cd \"$OLDPWD\"", "pushd "+g.cwd+"/sub", "popd", "cd", "cd ~/", "cd /", "(cd "+g.cwd+"/sub; p1 \"$PWD\")", "cd "+g.cwd+"/sub && p2 \"$PWD\"") + "; p1 \"$PWD\""
	case 31:
		return "read -r " + g.pick("x", "x y", "x y z") + " <<< " + g.pick(`"a b c"`, `"$y"`, "one", "'  two  '") + "; " + g.cmd()
	case 32:
		return "printf '%s\\n' " + g.pick("a 'b c' d", `"$x"`, "1 2 3", "*.txt") + " | while read -r l; do " + g.pick("p1 \"$l\"", "p2 $l", "p3 \"${l%c}\" \"$x\"") + "; done"
	case 33:
		return "IFS=" + g.pick(",", ":", "' '", "''", "$' \\t\\n'", "'-'") + "; " + g.varName() + "=" + g.pick("a,b,c", "a:b", "'a b'", "x-y,z", "::a::") + "; " + g.cmd() + "; unset IFS"
	case 34:
		return "p1 <<EOF\n" + g.pick("$x", "$(p2 hd)", "text `p3 bt` x", "\\$(p4 no)", "${y:-$(p1 nested)}") + "\nEOF"
	case 35:
		return "p1 <<'EOF'\n$(p2 quoted) `p3 q`\nEOF"
	case 36:
		return "trap '" + g.pick("p1 trapped", "p2 \"$x\"", "x=t; p3 $x") + "' EXIT"
	case 37:
		return g.pick("declare -i n=4+3; p1 $n", "declare -u x=up; p1 $x", "declare -l y=LOW; p2 $y", "local_x=1", "export x=exported; p1 $x", "readonly ro=1; p1 $ro", "declare -n nr=x; nr=viaref; p1 \"$x\" \"$nr\"; unset -n nr", "typeset z=ty; p1 $z")
	case 38:
		return "ref=" + g.pick("x", "y", "arr[0]", "HOME") + "; p1 \"${!ref}\""
	case 39:
		return g.pick("let 'n+=2'", "((n=n*2))", "((n++))", "(( n > 3 ? (m=1) : (m=2) ))", "n=$((n-1))") + "; p1 $n $m"
	case 40:
		return "source <(echo '" + g.pick("x=sourced; p1 $x", "p2 src", "fns() { p3 \"$1\"; }; fns q") + "')"
	case 41:
		return g.cmd() + " & wait"
	case 42:
		return "[[ " + g.pick("$(p1 t) == x", "-n $x && $(p2 and) ", "$x =~ a.c || -n $(p3 or)", "$y -eq $((n))") + " ]]"
	case 43:
		return "printf -v " + g.varName() + " '%s" + g.pick("", "-%s", "%d", "%03d") + "' " + g.pick("a", "1 2", "$x", "") + "; " + g.cmd()
	case 44:
		return g.pick("shopt -s expand_aliases\nalias al='p1 aliased'\nal "+g.words(), "alias p9='p2 x'", "unalias -a")
	case 45:
		return "mapfile -t arr <<< $'l1\\nl 2'; p1 \"${arr[@]}\""
	case 46:
		return g.pick("until [ \"$u\" = xxx ]; do p1 \"$u\"; u+=x; done", "for a; do p2 \"$a\"; done", "select s in; do break; done", "while read -r l; do p3 \"$l\"; done < a.txt", "i=0; while :; do p1 $i; ((++i>2)) && break; done")
	case 47:
		return g.pick("exec 3>/dev/null; p1 fd", "builtin echo x; p1", "command -v p1; type p2", "$x p1", "\"$undefined\" p1", "p1 ${undefined} end", "p${x:+2} var", "${pp:-p3} dflt", "x=p1; $x run; \"$x\" run2", "c='p2 a b'; $c", "\\p3 bs", "x='p1 \"q w\"'; eval \"$x\"", "! p4 neg", "time p1 timed", "coproc p2 cop; wait")
	}
}

var _ = fmt.Sprint
