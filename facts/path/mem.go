package path

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"syscall"
)

// Mem is a file system in memory, for tests, labelled cases and replay. It
// starts with the root directory alone. Building it is not safe for concurrent
// use; reading it is.
type Mem struct {
	root *memNode
	next uint64
}

type memNode struct {
	info   Info
	kids   map[string]*memNode
	target string
	data   []byte
	denied bool
}

// NewMem makes an empty file system.
func NewMem() *Mem {
	m := &Mem{}
	m.root = m.node(TypeDir, 0o755)
	return m
}

func (m *Mem) node(kind string, mode uint32) *memNode {
	m.next++
	n := &memNode{info: Info{Type: kind, Mode: mode, NLink: 1, Dev: 1, Ino: m.next}}
	if kind == TypeDir {
		n.kids = map[string]*memNode{}
	}
	return n
}

// Lstat implements FS. Links in the middle are followed, as the kernel does.
func (m *Mem) Lstat(name string) (Info, error) {
	n, err := m.find(name, false, 0)
	if err != nil {
		return Info{}, err
	}
	return n.info, nil
}

// Readlink implements FS.
func (m *Mem) Readlink(name string) (string, error) {
	n, err := m.find(name, false, 0)
	if err != nil {
		return "", err
	}
	if n.info.Type != TypeSymlink {
		return "", syscall.EINVAL
	}
	return n.target, nil
}

// ReadFile implements FS.
func (m *Mem) ReadFile(name string, limit int64) ([]byte, error) {
	n, err := m.find(name, false, 0)
	switch {
	case err != nil:
		return nil, err
	case n.info.Type != TypeFile:
		return nil, ErrNotRegular
	case int64(len(n.data)) > limit:
		return nil, ErrTooLarge
	}
	return slices.Clone(n.data), nil
}

// List gives the names in a directory, sorted.
func (m *Mem) List(name string) ([]string, error) {
	n, err := m.find(name, true, 0)
	if err != nil {
		return nil, err
	}
	if n.kids == nil {
		return nil, syscall.ENOTDIR
	}
	return slices.Sorted(maps.Keys(n.kids)), nil
}

// MkdirAll makes a directory and its missing parents.
func (m *Mem) MkdirAll(name string) error {
	cur := "/"
	for part := range parts(name) {
		cur = joinName(cur, part)
		n, err := m.find(cur, true, 0)
		if errors.Is(err, syscall.ENOENT) {
			err = m.put(cur, m.node(TypeDir, 0o755))
		} else if err == nil && n.kids == nil {
			err = syscall.ENOTDIR
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// WriteFile makes or replaces a regular file, with its missing parents.
func (m *Mem) WriteFile(name string, data []byte) error {
	n := m.node(TypeFile, 0o644)
	n.data, n.info.Size = slices.Clone(data), int64(len(data))
	return m.put(name, n)
}

// Symlink makes a link at name that holds target as its text.
func (m *Mem) Symlink(target, name string) error {
	n := m.node(TypeSymlink, 0o777)
	n.target, n.info.Size = target, int64(len(target))
	return m.put(name, n)
}

// Hardlink gives the file at old another name.
func (m *Mem) Hardlink(old, name string) error {
	n, err := m.find(old, false, 0)
	if err != nil {
		return err
	}
	if n.kids != nil {
		return syscall.EPERM
	}
	n.info.NLink++
	return m.put(name, n)
}

// Mknod makes a name of another kind (TypeFIFO, TypeSocket, TypeDevice).
func (m *Mem) Mknod(name, kind string) error { return m.put(name, m.node(kind, 0o644)) }

// Mkfifo makes a named pipe.
func (m *Mem) Mkfifo(name string) error { return m.Mknod(name, TypeFIFO) }

// Chmod sets the permission bits of a name. They are facts only: Mem does not
// refuse anything because of them.
func (m *Mem) Chmod(name string, mode uint32) error {
	n, err := m.find(name, true, 0)
	if err == nil {
		n.info.Mode = mode & 0o7777
	}
	return err
}

// SetDevice puts a directory, and what is made below it later, on another
// device.
func (m *Mem) SetDevice(name string, dev uint64) error {
	n, err := m.find(name, true, 0)
	if err == nil {
		n.info.Dev = dev
	}
	return err
}

// Deny makes a directory that may not be searched.
func (m *Mem) Deny(name string) error {
	n, err := m.find(name, true, 0)
	if err == nil {
		n.denied = true
	}
	return err
}

// Remove removes a name and, of a directory, everything below it.
func (m *Mem) Remove(name string) error {
	dir, base := splitName(name)
	p, err := m.find(dir, true, 0)
	if err != nil {
		return err
	}
	n := p.kids[base]
	if n == nil {
		return syscall.ENOENT
	}
	n.info.NLink--
	delete(p.kids, base)
	return nil
}

func (m *Mem) put(name string, n *memNode) error {
	dir, base := splitName(name)
	if base == "" || name[0] != '/' {
		return syscall.EINVAL
	}
	p, err := m.find(dir, true, 0)
	if errors.Is(err, syscall.ENOENT) {
		if err = m.MkdirAll(dir); err == nil {
			p, err = m.find(dir, true, 0)
		}
	}
	if err != nil {
		return err
	}
	if p.kids == nil {
		return syscall.ENOTDIR
	}
	if n.kids != nil || n.info.NLink == 1 {
		n.info.Dev = p.info.Dev
	}
	p.kids[base] = n
	return nil
}

func (m *Mem) find(name string, follow bool, links int) (*memNode, error) {
	if n, ok := m.straight(name); !ok {
		return m.walk(name, follow, links)
	} else if n != nil {
		return n, nil
	}
	return nil, syscall.ENOENT
}

// straight finds a name, or that there is none, when nothing but directories
// stands in the way.
func (m *Mem) straight(name string) (*memNode, bool) {
	if !strings.HasPrefix(name, "/") {
		return nil, false
	}
	n, left := m.root, name
	for {
		part, rest := nextPart(left)
		if part == "" {
			return n, true
		}
		if n.kids == nil || n.denied || part == "." || part == ".." || len(part) > maxName {
			return nil, false
		}
		kid := n.kids[part]
		if kid == nil {
			return nil, true
		}
		if kid.info.Type == TypeSymlink {
			return nil, false
		}
		n, left = kid, rest
	}
}

func (m *Mem) walk(name string, follow bool, links int) (*memNode, error) {
	if links > maxLinks {
		return nil, syscall.ELOOP
	}
	if !strings.HasPrefix(name, "/") {
		return nil, syscall.EINVAL
	}
	stack := []*memNode{m.root}
	at := []string{}
	left := name
	for {
		part, rest := nextPart(left)
		if part == "" {
			return stack[len(stack)-1], nil
		}
		left = rest
		cur := stack[len(stack)-1]
		switch {
		case cur.kids == nil:
			return nil, syscall.ENOTDIR
		case part == ".":
			continue
		case part == "..":
			if len(at) > 0 {
				stack, at = stack[:len(stack)-1], at[:len(at)-1]
			}
			continue
		case cur.denied:
			return nil, syscall.EACCES
		case len(part) > maxName:
			return nil, syscall.ENAMETOOLONG
		}
		kid := cur.kids[part]
		if kid == nil {
			return nil, syscall.ENOENT
		}
		last, _ := nextPart(left)
		if kid.info.Type == TypeSymlink && (last != "" || follow) {
			to := kid.target
			if !strings.HasPrefix(to, "/") {
				to = "/" + strings.Join(at, "/") + "/" + to
			}
			return m.find(to+"/"+left, follow, links+1)
		}
		stack, at = append(stack, kid), append(at, part)
	}
}
