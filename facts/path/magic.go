package path

import "strings"

type magicKind int

const (
	notMagic       magicKind = iota
	magicHere                // stays under this name; nothing is followed
	magicElsewhere           // means another directory
)

// magic says what a canonical name means that the kernel answers for the
// process which asks. Looked up from here, it would tell of the guard, not of
// the command: its root and directory are known, its open files are named
// /dev/fd/N, and everything else keeps its name.
func magic(name, cwd string) (to string, kind magicKind) {
	switch {
	case strings.HasPrefix(name, "/dev/"):
		switch rest := name[len("/dev/"):]; {
		case rest == "fd", strings.HasPrefix(rest, "fd/"), rest == "stdin", rest == "stdout", rest == "stderr":
			return "", magicHere
		}
		return "", notMagic
	case !strings.HasPrefix(name, "/proc/"):
		return "", notMagic
	}
	who, rest := nextPart(name[len("/proc/"):])
	first, below := nextPart(rest)
	if who != "self" && who != "thread-self" {
		if first == "root" && below == "" && isNumber(who) {
			return "", magicElsewhere // may not be read; says "/" whoever asks
		}
		return "", notMagic
	}
	if first == "task" {
		var thread string
		if thread, rest = nextPart(below); thread != "" {
			first, below = nextPart(rest)
		}
	}
	switch first {
	case "root":
		if below == "" {
			return "", magicElsewhere
		}
	case "cwd":
		if below == "" {
			return strings.TrimSuffix(cwd, "/"), magicElsewhere
		}
	case "fd":
		if below == "" {
			return "/dev/fd", magicElsewhere
		}
	}
	return "", magicHere
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// opaque describes a magic name without following it.
func opaque(fsys FS, name string) Info {
	unknown := Info{Type: TypeUnknown, Size: -1}
	if strings.HasPrefix(name, "/dev/") {
		return unknown
	}
	if name == "/proc/self" || name == "/proc/thread-self" {
		return Info{Type: TypeDir, Size: -1}
	}
	info, err := fsys.Lstat(name)
	if err != nil || info.Type == TypeSymlink {
		return unknown
	}
	info.Size = -1 // sizes below /proc say nothing
	return info
}
