package path

import "strings"

// Location is where a path leads.
type Location struct {
	Path       string // canonical; "" on error
	Info       Info   // of the last component; Type "missing" when it is not there
	Exists     bool
	ViaSymlink bool   // a link was followed on the way
	Error      string // a word, "" when resolved

	dirs int // length of the beginning of Path that was seen to be directories
}

// walk resolves full, an absolute path. The first done bytes of it are known to
// be canonical directories. cwd is what /proc/self/cwd would mean.
//
// Prefixes of full are handed to the FS as they stand, so that a path without
// links and ".." costs no allocation.
func walk(fsys FS, full string, done int, nofollow bool, cwd string) Location {
	var loc Location
	full, mustDir := tidy(full, done)
	links, gone := 0, 0 // gone: length of the prefix that is missing, 0 when none is
	exists := func(at int) bool { return gone == 0 || at < gone }
	for {
		if !exists(done) {
			loc.Info = Info{Type: TypeMissing, Size: -1}
		} else {
			gone = 0
		}
		end, part := component(full, done)
		if part == "" {
			break
		}
		if len(part) > maxName {
			return Location{Error: ErrTooLong, ViaSymlink: loc.ViaSymlink}
		}
		if part == ".." {
			up := parent(full[:done])
			full, done = full[:up]+full[end:], up
			loc.Info = Info{}
			continue
		}
		name, last := full[:end], end == len(full)
		if to, kind := magic(name, cwd); kind != notMagic {
			if kind == magicElsewhere {
				if links++; links > maxLinks {
					return Location{Error: ErrLoop, ViaSymlink: true}
				}
				loc.ViaSymlink, loc.Info = true, Info{}
				full, _ = tidy(to+full[end:], 0)
				done, gone = 0, 0
				continue
			}
			done, loc.Info = end, opaque(fsys, name)
			continue
		}
		if !exists(end) {
			done = end
			continue
		}
		info, err := fsys.Lstat(name)
		if err != nil {
			word, missing := errorWord(err)
			if !missing {
				return Location{Error: word, ViaSymlink: loc.ViaSymlink}
			}
			gone, done = end, end
			continue
		}
		switch {
		case info.Type == TypeSymlink && (!last || mustDir || !nofollow):
			if links++; links > maxLinks {
				return Location{Error: ErrLoop, ViaSymlink: true}
			}
			loc.ViaSymlink = true
			to, err := fsys.Readlink(name)
			if err != nil {
				word, missing := errorWord(err)
				if !missing {
					return Location{Error: word, ViaSymlink: true}
				}
				gone, done = end, end
				continue
			}
			if to == "" {
				return Location{Error: ErrOther, ViaSymlink: true}
			}
			dir := parent(name)
			slash := last && (strings.HasSuffix(to, "/") || strings.HasSuffix(to, "/."))
			if to[0] == '/' {
				full, _ = tidy(to+full[end:], 0)
				done = 0
			} else {
				full, _ = tidy(full[:dir]+"/"+to+full[end:], dir)
				done = dir
			}
			mustDir = mustDir || slash
			loc.Info = Info{}
		case info.Type != TypeDir && info.Type != TypeSymlink && (!last || mustDir):
			return Location{Error: ErrNotDirectory, ViaSymlink: loc.ViaSymlink}
		default:
			loc.Info, done = info, end
		}
	}
	loc.Path = full[:done]
	if loc.Path == "" {
		loc.Path = "/"
	}
	if !loc.ViaSymlink {
		seen := done
		if gone > 0 {
			seen = gone
		}
		loc.dirs = parent(full[:seen])
	}
	if loc.Exists = exists(done); loc.Exists && loc.Info.Type == "" {
		// The walk ended by "..": what was looked at last lies below.
		info, err := fsys.Lstat(loc.Path)
		if err != nil {
			word, missing := errorWord(err)
			if !missing {
				return Location{Error: word, ViaSymlink: loc.ViaSymlink}
			}
			loc.Exists, info = false, Info{Type: TypeMissing, Size: -1}
		}
		loc.Info = info
	}
	return loc
}

// component finds the component after the first done bytes.
func component(full string, done int) (end int, part string) {
	if done >= len(full) {
		return done, ""
	}
	start := done + 1 // tidy leaves exactly one slash
	if i := strings.IndexByte(full[start:], '/'); i >= 0 {
		return start + i, full[start : start+i]
	}
	return len(full), full[start:]
}

// parent gives the length of the parent of a clean path; 0 is the root.
func parent(p string) int {
	return max(strings.LastIndexByte(p, '/'), 0)
}

// tidy removes what means nothing ("//", "/./", a trailing slash) and keeps
// "..". It reports whether the path may only lead to a directory.
func tidy(full string, done int) (string, bool) {
	mustDir := strings.HasSuffix(full, "/") || strings.HasSuffix(full, "/.") || strings.HasSuffix(full, "/..")
	if !mustDir && !strings.Contains(full, "//") && !strings.Contains(full, "/./") {
		return full, false
	}
	var b strings.Builder
	b.Grow(len(full))
	b.WriteString(full[:done])
	for part := range parts(full[done:]) {
		if part != "." {
			b.WriteByte('/')
			b.WriteString(part)
		}
	}
	return b.String(), mustDir
}
