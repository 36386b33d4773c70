package shell

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// bracketShapes are patterns in which a bracket expression has its corners.
var bracketShapes = []string{
	"[!]a]", "[]-a]", "[]a]", "[^]]", "[[:alpha:]-z]", "[[.a.]]", "[[.a.]-c]", "[[=a=]]", "[[=a=]b]", "[a", "[", "[]", "[!", "[!]",
	"[^", "[a-", "[a-]", "[-a]", "[a-c-e]", "[--a]", "[c-a]", "[[:]", "[[:]]", "[[:a]", "[[:alpha:]", "[[:alpha]", "[[:none:]]",
	"[[:none:]a]", "[![:alpha:]]", "[[:alpha:][:digit:]]", "[[]", "[[]]", "[[a]", "[]]", "[]]]", "[a]]", "[[:digit:]-]", "[-[:digit:]]",
	"[a-[:alpha:]]", "[+--]", "[a*]", "[?]", "[*]", "*[a", "[a-c]*", "[!a-c]?", "x[", "[x]y[", "[:alpha:]", "[[:alpha:]]]", "[a/b]",
}

// TestPatternsMatchAsInBash holds patterns to what [[ x == pattern ]] and
// ${x#pattern} of real bash say. A pattern may be refused, never misread.
func TestPatternsMatchAsInBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash on this machine")
	}
	r := rand.New(rand.NewPCG(11, 7))
	atoms := []string{"a", "b", "c", "-", "]", "[", "[", "]", "!", "^", ":", ".", "=", "*", "?", "[:alpha:]", "[:digit:]", "[:", ":]", "1", "a-c", "[a"}
	pats := append([]string(nil), bracketShapes...)
	for range 1500 {
		var b strings.Builder
		for range 1 + r.IntN(6) {
			b.WriteString(atoms[r.IntN(len(atoms))])
		}
		pats = append(pats, b.String())
	}
	subjects := []string{"", "a", "b", "-", "]", "[", ":", "^", "!", "1", "ab", "a]", "[a", "[]", "-]", ":]", "[:", "x[", "a:", "=", "."}
	var script, list strings.Builder
	for _, s := range subjects {
		fmt.Fprintf(&list, " '%s'", s)
	}
	for _, p := range pats {
		fmt.Fprintf(&script, "p='%s'\nfor s in%s; do [[ $s == $p ]]; printf '%%s %%s\\n' $? \"${s#$p}|\"; done\n", p, list.String())
	}
	cmd := exec.Command(bash, "--norc", "--noprofile")
	cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=/none"}
	cmd.Stdin = strings.NewReader(script.String())
	out, err := cmd.Output()
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(pats)*len(subjects) {
		t.Fatalf("bash gave %d lines, want %d", len(lines), len(pats)*len(subjects))
	}
	read := 0
	for i, p := range pats {
		toks, ok := compilePattern(activate(lit(p)))
		if !ok {
			continue
		}
		read++
		for j, s := range subjects {
			code := 1
			if matchWhole(toks, s) {
				code = 0
			}
			got := fmt.Sprintf("%d %s|", code, trimPattern(s, toks, false, false))
			if want := lines[i*len(subjects)+j]; got != want {
				t.Errorf("pattern %q, text %q: got %q, bash says %q", p, s, got, want)
			}
		}
	}
	if read*2 < len(pats) {
		t.Errorf("only %d of %d patterns were read: the comparison shows little", read, len(pats))
	}
}
