package shell

import (
	"context"
	"strings"
	"testing"

	"regent/facts"
)

func TestDialects(t *testing.T) {
	x := newExtractor(t, caseFS(), nil)
	for _, c := range []struct {
		dialect, text string
		complete      bool
		want          string
	}{
		{"bash", "rm -rf /srv/{a,b}", true, "[/srv/a] [/srv/b]"},
		{"sh", "rm -rf /srv/{a,b}", true, "[/srv/{a,b}]"},
		{"sh", "x=1; export y=$x; rm $y", true, "rm [1]"},
		{"sh", "f() { rm \"$1\"; }; f a", true, "rm [a]"},
		{"sh", "rm <(ls)", false, "ls"},
		{"zsh", "rm -rf /srv/x", true, "/srv/x"},
		{"zsh", "x=(a b); rm $x[1]", true, "rm"},
		{"zsh", "ls | read x; rm \"$x\"", true, "rm [<dynamic>]"},
		{"fish", "rm -rf /srv/x", false, "/srv/x"},
		{"", "rm -rf /srv/x\r\nls\r\n", true, "ls"},
	} {
		in := &facts.Input{Workspace: caseWorkspace}
		r := x.start(context.Background(), in, c.text, orBash(c.dialect))
		if r.panicked != nil {
			t.Fatalf("%s: panic %v", c.text, r.panicked)
		}
		got := brief(in)
		if in.Text.Complete != c.complete || !strings.Contains(got, c.want) {
			t.Errorf("%s %q: complete %v, want %v and %q in\n%s", c.dialect, c.text, in.Text.Complete, c.complete, c.want, got)
		}
	}
}

func orBash(d string) string {
	if d == "" {
		return "bash"
	}
	return d
}

// TestUnparsable: what stands before the error is judged, and the text is
// never complete.
func TestUnparsable(t *testing.T) {
	x := newExtractor(t, caseFS(), nil)
	for text, want := range map[string]string{
		"ls\nrm x\necho \"open":       "rm [x]",
		"for f in a b; do echo $f":    "incomplete:syntax",
		"git status && && ls":         "incomplete:syntax",
		"rm x; )":                     "incomplete:syntax",
		"cat <<EOF\n$(rm -rf /srv/x)": "/srv/x",
		"ls; case x in":               "incomplete:syntax",
		"echo 'a\nb\nrm -rf /\n":      "incomplete:syntax",
		"if true; then rm a; fi; fi":  "incomplete:syntax",
		"rm a\n}\nrm b":               "rm [a]",
	} {
		in := extract(t, x, text)
		got := brief(in)
		if !strings.Contains(got, want) {
			t.Errorf("%q: want %q in\n%s", text, want, got)
		}
		if strings.HasPrefix(want, "incomplete") && len(in.Text.Tags.ParseError) == 0 {
			t.Errorf("%q: no parse_error", text)
		}
	}
}
