package path

import (
	"maps"
	"syscall"
)

// Overlay lays changes over a file system without touching it, so that facts
// can follow what a text itself would do: the link that one command makes and
// the next goes through. Names are canonical, as Resolve returns them.
//
// What a name of the file system below is, is asked once: an overlay serves
// one call, whose facts are taken once.
//
// It is not safe for concurrent use.
type Overlay struct {
	below FS
	nodes map[string]overNode
	least int // no name in nodes is shorter
	known map[string]answer
	dirs  map[string]struct{} // canonical names of directories that were gone through
}

// answer is what the file system below said of a name.
type answer struct {
	info Info
	err  error
}

type overNode struct {
	kind   string // Info.Type words; TypeMissing for what was removed
	target string
	data   []byte
	alias  string // not "": this name stands for that name of the file system below
}

// NewOverlay makes an overlay without changes.
func NewOverlay(fsys FS) *Overlay { return &Overlay{below: fsys} }

// Reset makes the overlay one without changes over another file system, or
// over the same one at another time.
func (o *Overlay) Reset(fsys FS) {
	o.below, o.nodes = fsys, nil
	if len(o.known) > mostRemembered {
		o.known, o.dirs = nil, nil
	}
	clear(o.known)
	clear(o.dirs)
}

// mostRemembered bounds the maps that are used again.
const mostRemembered = 1024

// walk is walk from the directory of a name when that was gone through before.
func (o *Overlay) walk(full string, nofollow bool, cwd string) Location {
	done := parent(full)
	if _, ok := o.dirs[full[:done]]; !ok {
		done = 0
	}
	loc := walk(o, full, done, nofollow, cwd)
	if dir := loc.Path[:loc.dirs]; loc.dirs > done && !below(dir, "/proc") && !below(dir, "/dev") {
		if o.dirs == nil {
			o.dirs = map[string]struct{}{}
		}
		o.dirs[dir] = struct{}{}
	}
	return loc
}

// Changed says whether anything was laid over.
func (o *Overlay) Changed() bool { return len(o.nodes) > 0 }

// Lstat implements FS.
func (o *Overlay) Lstat(name string) (Info, error) {
	n, lower, err := o.look(name)
	switch {
	case err != nil:
		return Info{}, err
	case lower != "":
		return o.ask(lower)
	case n.kind == TypeMissing:
		return Info{}, syscall.ENOENT
	}
	info := Info{Type: n.kind, NLink: 1, Mode: 0o644, Size: int64(len(n.data))}
	switch n.kind {
	case TypeDir:
		info.Mode = 0o755
	case TypeSymlink:
		info.Mode, info.Size = 0o777, int64(len(n.target))
	}
	return info, nil
}

// Peek is Lstat for a name that is most likely missing and not asked for again,
// such as a program's in a directory of PATH: that it is missing is not
// remembered.
func (o *Overlay) Peek(name string) (Info, error) {
	if _, lower, err := o.look(name); err == nil && lower != "" {
		info, err := o.below.Lstat(lower)
		if err == nil {
			o.remember(lower, answer{info, nil})
		}
		return info, err
	}
	return o.Lstat(name)
}

func (o *Overlay) ask(name string) (Info, error) {
	if l, ok := o.known[name]; ok {
		return l.info, l.err
	}
	info, err := o.below.Lstat(name)
	o.remember(name, answer{info, err})
	return info, err
}

func (o *Overlay) remember(name string, a answer) {
	if o.known == nil {
		o.known = map[string]answer{}
	}
	o.known[name] = a
}

// Readlink implements FS.
func (o *Overlay) Readlink(name string) (string, error) {
	n, lower, err := o.look(name)
	switch {
	case err != nil:
		return "", err
	case lower != "":
		return o.below.Readlink(lower)
	case n.kind == TypeMissing:
		return "", syscall.ENOENT
	case n.kind != TypeSymlink:
		return "", syscall.EINVAL
	}
	return n.target, nil
}

// ReadFile implements FS.
func (o *Overlay) ReadFile(name string, limit int64) ([]byte, error) {
	n, lower, err := o.look(name)
	switch {
	case err != nil:
		return nil, err
	case lower != "":
		return o.below.ReadFile(lower, limit)
	case n.kind == TypeMissing:
		return nil, syscall.ENOENT
	case n.kind != TypeFile:
		return nil, ErrNotRegular
	case int64(len(n.data)) > limit:
		return nil, ErrTooLarge
	}
	return append([]byte(nil), n.data...), nil
}

// look finds the node for a name, or the name of it in the file system below.
func (o *Overlay) look(name string) (n overNode, lower string, err error) {
	if len(o.nodes) == 0 {
		return overNode{}, name, nil
	}
	for at := name; ; at, _ = splitName(at) {
		if n, ok := o.nodes[at]; ok {
			rest := name[len(at):]
			switch {
			case n.alias != "":
				return n, n.alias + rest, nil
			case rest == "":
				return n, "", nil
			case n.kind == TypeMissing, n.kind == TypeDir:
				return n, "", syscall.ENOENT
			case n.kind == TypeSymlink:
				// Not a canonical name; nobody can say more about it here.
				return n, "", syscall.ENOENT
			}
			return n, "", syscall.ENOTDIR
		}
		if len(at) <= o.least {
			return overNode{}, name, nil
		}
	}
}

// Mkdir makes a directory; one that is there stays.
func (o *Overlay) Mkdir(name string) {
	if info, err := o.Lstat(name); err == nil && info.Type == TypeDir {
		return
	}
	o.set(name, overNode{kind: TypeDir})
}

// WriteFile makes or replaces a regular file. Nil data is a file of unknown
// content, which reads as empty.
func (o *Overlay) WriteFile(name string, data []byte) {
	o.set(name, overNode{kind: TypeFile, data: data})
}

// Symlink makes a link at name that holds target as its text.
func (o *Overlay) Symlink(target, name string) {
	o.set(name, overNode{kind: TypeSymlink, target: target})
}

// Remove removes a name and everything below it.
func (o *Overlay) Remove(name string) { o.set(name, overNode{kind: TypeMissing}) }

// Rename moves a name, with everything below it.
func (o *Overlay) Rename(from, to string) {
	o.Copy(from, to)
	if from != to {
		o.Remove(from)
	}
}

// Copy makes everything at and below one name appear at another. A link is
// copied as a link.
func (o *Overlay) Copy(from, to string) {
	if from == to || below(to, from) {
		return
	}
	n, lower, err := o.look(from)
	if err != nil || (lower == "" && n.kind == TypeMissing) {
		return
	}
	if lower != "" {
		n = overNode{alias: lower}
	}
	kept := map[string]overNode{}
	for name, kid := range o.nodes {
		if name != from && below(name, from) {
			kept[to+name[len(from):]] = kid
		}
	}
	o.set(to, n)
	maps.Copy(o.nodes, kept)
}

func (o *Overlay) set(name string, n overNode) {
	if name == "" || name == "/" {
		return
	}
	if o.nodes == nil {
		o.nodes, o.least = map[string]overNode{}, len(name)
	}
	o.least = min(o.least, len(name))
	for have := range o.nodes {
		if have != name && below(have, name) {
			delete(o.nodes, have)
		}
	}
	for dir := range o.dirs {
		if below(dir, name) {
			delete(o.dirs, dir)
		}
	}
	o.nodes[name] = n
	// Parents that are nowhere come to be, as "mkdir -p" would make them.
	for at, _ := splitName(name); at != "/"; at, _ = splitName(at) {
		if _, err := o.Lstat(at); err == nil {
			return
		}
		if n.kind == TypeMissing {
			return
		}
		o.nodes[at] = overNode{kind: TypeDir}
		o.least = min(o.least, len(at))
	}
}
