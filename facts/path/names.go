package path

import (
	"iter"
	"strings"
)

// The kernel's limits.
const (
	maxLinks = 40   // links followed in one resolution
	maxName  = 255  // bytes of a component
	maxPath  = 4095 // bytes of a path, without the NUL that ends it
)

// nextPart cuts the first component off a path. An empty part means that
// nothing is left.
func nextPart(p string) (part, rest string) {
	p = strings.TrimLeft(p, "/")
	if i := strings.IndexByte(p, '/'); i >= 0 {
		return p[:i], p[i:]
	}
	return p, ""
}

func parts(p string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			var part string
			if part, p = nextPart(p); part == "" || !yield(part) {
				return
			}
		}
	}
}

// joinName puts a component below a clean absolute directory.
func joinName(dir, name string) string {
	if dir == "/" {
		return "/" + name
	}
	return dir + "/" + name
}

// splitName cuts a clean absolute path into directory and last component.
func splitName(p string) (dir, base string) {
	i := strings.LastIndexByte(p, '/')
	if i <= 0 {
		return "/", p[i+1:]
	}
	return p[:i], p[i+1:]
}

// below says whether p is dir or lies below it. Both are clean and absolute.
func below(p, dir string) bool {
	if dir == "/" {
		return strings.HasPrefix(p, "/")
	}
	return strings.HasPrefix(p, dir) && (len(p) == len(dir) || p[len(dir)] == '/')
}
