package shell

import (
	"strings"

	"regent/facts"
)

// This file follows which files a patch changes, when the text itself holds
// the patch: a here-document, or a file that was written just before.

// patches states what the patches that the call reads would change.
func (v *invocation) patches() {
	r := v.r
	if in := v.f.stdin; in != nil {
		v.patchText(in.t.show())
	}
	for i, n := 0, len(r.in.Accesses); i < n; i++ {
		if a := &r.in.Accesses[i]; a.Command != v.idx || a.Access != facts.AccessRead {
			continue
		}
		if f := r.fileAt(i); f != nil {
			v.patchText(f.t.show())
		}
	}
}

// patchText reads the names of a unified diff, and of the form in which agents
// write patches ("*** Update File: NAME").
func (v *invocation) patchText(s string) {
	strip := v.patchStrip()
	old := ""
	for line := range strings.SplitSeq(s, "\n") {
		if !v.r.step() {
			return
		}
		line = strings.TrimSuffix(line, "\r")
		switch {
		case strings.HasPrefix(line, "--- "):
			old = patchName(line[4:], strip)
		case strings.HasPrefix(line, "+++ "):
			name := patchName(line[4:], strip)
			if name == "" {
				v.patched(old, facts.AccessDelete)
			}
			v.patched(name, facts.AccessWrite)
			old = ""
		case strings.HasPrefix(line, "rename to "), strings.HasPrefix(line, "copy to "):
			_, name, _ := strings.Cut(line, " to ")
			v.patched(name, facts.AccessWrite)
		case strings.HasPrefix(line, "rename from "):
			v.patched(strings.TrimPrefix(line, "rename from "), facts.AccessDelete)
		case strings.HasPrefix(line, "*** "):
			kind, name, ok := strings.Cut(line[4:], ": ")
			switch {
			case !ok:
			case kind == "Update File" || kind == "Add File" || kind == "Move to":
				v.patched(name, facts.AccessWrite)
			case kind == "Delete File":
				v.patched(name, facts.AccessDelete)
			}
		}
	}
}

func (v *invocation) patched(name string, a facts.Access) {
	if name != "" {
		v.codeTouch(lit(name), a, false)
	}
}

// patchStrip is how many leading directories of a name are left out: git's
// default is one, patch takes names as they are.
func (v *invocation) patchStrip() int {
	if p, ok := v.w.value("-p"); ok {
		if n, ok := arithNumber(show(p)); ok && n >= 0 {
			return int(min(n, 64))
		}
	}
	if v.spec.Grammar == "git" {
		return 1
	}
	return 0
}

// patchName is a name of a patch's header without its time and its first
// directories; "" for none.
func patchName(s string, strip int) string {
	s, _, _ = strings.Cut(s, "\t")
	s = strings.Trim(strings.TrimSpace(s), `"`)
	if s == "/dev/null" {
		return ""
	}
	for range strip {
		i := strings.IndexByte(s, '/')
		if i < 0 {
			break
		}
		s = strings.TrimLeft(s[i:], "/")
	}
	return s
}
