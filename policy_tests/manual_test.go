package policy_tests

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"regent/facts/shell"
)

// asked are programs whose help is complete and regular enough to check the
// table against, with the words that ask for it. Programs that read long
// options as GNU does (Spec.Abbrev) are asked with --help.
var asked = map[string][]string{
	"curl": {"--help", "all"}, "wget": {"--help"}, "make": {"--help"}, "rg": {"--help"}, "rsync": {"--help"},
	"grep": {"--help"}, "tree": {"--help"}, "zstd": {"--help"}, "file": {"--help"}, "psql": {"--help"}, "pg_dump": {"--help"},
	"pytest": {"--help"}, "node": {"--help"}, "column": {"--help"},
}

// undocumented are options that a program takes and its help does not show.
var undocumented = map[string][]string{
	"wget": {"--no-verbose"},
}

// irregular are options whose help line does not show how they are written.
var irregular = map[string][]string{
	"sort": {"--check"}, "du": {"--time"}, "file": {"--parameter"}, "wget": {"--max-redirect"},
	"node": {"--print", "--loader", "--help"}, "curl": {"--help"},
}

var longOption = regexp.MustCompile(`(^|[\s,|\[(/])(--[a-zA-Z0-9][a-zA-Z0-9_.-]*)(\[[= ]?|=|\s+<|\s+[A-Z]{2,}[A-Z_0-9]*\b|\s+\[[a-zA-Z]|[:])?`)

// helpOf reads the long options of a help text: whether each takes a value,
// "optional" when it only stands attached.
func helpOf(text string) map[string]string {
	out := map[string]string{}
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "-") {
			continue
		}
		if i := strings.Index(strings.TrimLeft(line, " \t"), "   "); i > 0 {
			line = strings.TrimLeft(line, " \t")[:i]
		}
		for _, m := range longOption.FindAllStringSubmatch(line, -1) {
			kind := "none"
			switch {
			case strings.HasPrefix(m[3], "["):
				kind = "optional"
			case m[3] != "":
				kind = "value"
			}
			if old, seen := out[m[2]]; seen && old != kind && old != "none" {
				kind = old
			}
			out[m[2]] = kind
		}
	}
	return out
}

// TestSpecsAgreeWithPrograms compares long options of the table with the help
// of the programs that this machine has: an option that the program does not
// have, a value that is missing or too much, and an option with a value that
// the table does not know, which would make its value an operand.
func TestSpecsAgreeWithPrograms(t *testing.T) {
	compared := 0
	for name, s := range shippedSpecs(t) {
		words, ok := asked[name]
		if !ok && s.Abbrev && s.Wrapper == nil {
			words, ok = []string{"--help"}, true
		}
		if !ok {
			continue
		}
		for _, program := range append([]string{name}, s.Aliases...) {
			text := ask(t, program, words)
			help := helpOf(text)
			if len(help) < 3 {
				continue
			}
			compared++
			if program == name {
				compare(t, name, s, help, text)
			}
		}
	}
	t.Logf("compared %d programs", compared)
	if compared == 0 {
		t.Skip("none of the programs is here")
	}
}

func compare(t *testing.T, name string, s *shell.Spec, help map[string]string, text string) {
	t.Helper()
	told := map[string]bool{}
	for option, o := range s.Options {
		for _, spelling := range append([]string{option}, o.Also...) {
			told[spelling] = true
			if !strings.HasPrefix(spelling, "--") || len(spelling) < 3 {
				continue
			}
			kind, has := help[spelling]
			switch {
			case !has && (strings.Contains(text, spelling) || slices.Contains(undocumented[name], spelling)):
			case !has:
				t.Logf("%s has no %s", name, spelling)
			case o.Value == nil && kind == "value":
				t.Errorf("%s %s takes a value", name, spelling)
			case slices.Contains(irregular[name], spelling):
			case o.Value != nil && kind == "none" && o.Optional: // newer or older than the table
			case o.Value != nil && kind == "none":
				t.Errorf("%s %s takes no value", name, spelling)
			case o.Value != nil && o.Optional != (kind == "optional"):
				t.Errorf("%s %s: optional is %v, its help says %s", name, spelling, o.Optional, kind)
			}
		}
	}
	for option, kind := range help {
		if kind == "value" && !told[option] && !slices.Contains(irregular[name], option) {
			t.Errorf("%s %s takes a value and the table does not know it", name, option)
		}
	}
}

// ask runs a system program for its help, in an empty directory with no input.
func ask(t *testing.T, program string, words []string) string {
	t.Helper()
	full, err := exec.LookPath(program)
	if err != nil || !slices.Contains([]string{"/usr/bin", "/bin", "/usr/local/bin"}, filepath.Dir(full)) {
		return ""
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, full, words...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"LC_ALL=C", "PATH=" + os.Getenv("PATH"), "HOME=" + cmd.Dir, "COLUMNS=200", "PAGER=cat"}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run() // some print their help and fail
	return out.String()
}
