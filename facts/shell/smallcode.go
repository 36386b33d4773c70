package shell

import (
	"strings"

	"regent/facts"
)

// edCode follows what ed's commands run and touch: "!cmd", "r !cmd", "w file".
// The lines between a, i or c and a single dot are text.
func (v *invocation) edCode(s string) {
	typing := false
	for line := range strings.SplitSeq(s, "\n") {
		if typing {
			typing = line != "."
			continue
		}
		cmd := strings.TrimLeft(line, "0123456789.,;$%'+- \t")
		switch {
		case cmd == "":
		case cmd == "a" || cmd == "i" || cmd == "c":
			typing = true
		case cmd[0] == '!':
			v.escape(cmd[1:])
		case strings.IndexByte("rweEW", cmd[0]) >= 0 && len(cmd) > 2 && (cmd[1] == ' ' || cmd[1] == 'q'):
			name := strings.TrimSpace(cmd[2:])
			if rest, ok := strings.CutPrefix(name, "!"); ok {
				v.escape(rest)
				continue
			}
			access := facts.AccessRead
			if cmd[0] == 'w' || cmd[0] == 'W' {
				access = facts.AccessWrite
			}
			if name != "" {
				v.codeTouch(lit(name), access, false)
			}
		}
	}
}

// namedRuns follows the words with which small languages run something:
// do shell script "…" of AppleScript, spawn, exec and system of expect.
func (v *invocation) namedRuns(s string) {
	for rest := s; ; {
		i := strings.Index(rest, "do shell script ")
		if i < 0 {
			break
		}
		rest = rest[i+len("do shell script "):]
		if q := firstQuoted(rest); q != "" {
			v.escape(strings.ReplaceAll(q, `\"`, `"`))
		}
	}
	for line := range strings.FieldsFuncSeq(s, func(c rune) bool { return c == '\n' || c == ';' }) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word == "spawn" || word == "exec" || word == "system" {
			v.escape(strings.Trim(strings.TrimSpace(rest), `"{}`))
		}
	}
}
