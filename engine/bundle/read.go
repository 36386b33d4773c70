package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// Bounds on what is read of one bundle.
const (
	maxFile  = 4 << 20
	maxFiles = 10_000
	maxTotal = 32 << 20
)

// Source is where a set is read from.
type Source struct {
	// Shipped holds regent/… and schemas/input.json.
	Shipped fs.FS
	// Layers in order of authority, nearest shipped first.
	Layers []Dir
	// Settings are laid over data.regent.settings last. They are part of the
	// digest.
	Settings map[string]any
	// Lazy leaves shipped data files unread until something asks for them.
	Lazy bool
}

// Dir is one directory that holds layers/<name>/….
type Dir struct {
	Name string // what messages call it
	FS   fs.FS
}

// Set is everything that was read: policies and merged data, not yet compiled.
type Set struct {
	Modules []*Module // in order of path
	Data    *Tree
	Layers  []Layer

	revision string
	sum      digest
	schema   []byte
}

// file is one file of a bundle. Its content is read once, maybe later.
type file struct {
	path string // below the bundle's root
	name string // as messages name it
	read func() ([]byte, error)
	// open gives the content without keeping it; nil when read costs nothing.
	open func() (fs.File, error)
}

func (f file) node() *node { return &node{load: f.read, file: f.name} }

// Read reads a set. It decodes no more data than merging layers needs and
// compiles nothing.
func Read(src Source) (*Set, error) {
	s := &Set{Data: NewTree()}
	shipped, err := readFiles(src.Shipped, "regent", "policies", src.Lazy)
	if err != nil {
		return nil, err
	}
	if err := s.addShipped(shipped, src.Lazy); err != nil {
		return nil, err
	}
	s.sum.add("shipped", shipped)
	if s.schema, err = fs.ReadFile(src.Shipped, "schemas/input.json"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the schema of the input: %w", err)
	}
	if s.revision, err = revision(src.Shipped); err != nil {
		return nil, err
	}
	for _, dir := range src.Layers {
		if err := s.addDir(dir, &s.sum); err != nil {
			return nil, err
		}
	}
	if len(src.Settings) > 0 {
		raw, err := json.Marshal(src.Settings)
		if err != nil {
			return nil, fmt.Errorf("encoding the configured settings: %w", err)
		}
		s.sum.add("settings", []file{{path: "settings", read: func() ([]byte, error) { return raw, nil }}})
		if err := s.Data.overlay([]string{"regent", "settings"}, raw, "configuration"); err != nil {
			return nil, err
		}
	}
	if err := s.checkExceptions(); err != nil {
		return nil, err
	}
	slices.SortFunc(s.Modules, func(a, b *Module) int { return strings.Compare(a.Path, b.Path) })
	return s, nil
}

// Digest names the set by every file and setting: "sha256:" and hex.
func (s *Set) Digest() string { return s.sum.String() }

// Revision names the set for people: as its manifest does, else by the first
// digits of its digest.
func (s *Set) Revision() string {
	if s.revision != "" {
		return s.revision
	}
	return s.Digest()[len("sha256:"):][:12]
}

func (s *Set) addShipped(files []file, lazy bool) error {
	for _, f := range files {
		if path.Base(f.path) != "data.json" {
			if err := s.addModule(f, "", []string{"regent"}); err != nil {
				return err
			}
			continue
		}
		if !lazy {
			if err := checkData(f); err != nil {
				return err
			}
		}
		if err := s.Data.mount(split(path.Dir(f.path)), f.node()); err != nil {
			return err
		}
	}
	return nil
}

func (s *Set) addModule(f file, layer string, root []string) error {
	raw, err := f.read()
	if err != nil {
		return fmt.Errorf("reading policy file %s: %w", f.name, err)
	}
	m := newModule(f.name, string(raw), layer)
	if m.Package == nil {
		if _, err := m.Parsed(); err != nil {
			return explain(err)
		}
		return problem(f.name, 1, "begin it with a package clause", "the file has no package")
	}
	if !hasPrefix(m.Package, root) {
		return problem(f.name, m.line, "begin the package with "+packageName(root), "package %s lies outside %s", packageName(m.Package), packageName(root))
	}
	s.Modules = append(s.Modules, m)
	return nil
}

// checkData refuses broken text, and data that poses as rules: the dispatch
// would read findings, allows and obligations from data as well.
func checkData(f file) error {
	raw, err := f.read()
	if err != nil {
		return fmt.Errorf("reading policy file %s: %w", f.name, err)
	}
	if !json.Valid(raw) {
		err := json.Unmarshal(raw, new(any))
		return problem(f.name, lineOf(raw, err), "correct the JSON text", "reading data: %v", err)
	}
	for _, word := range []string{`"findings"`, `"allows"`, `"obligations"`} {
		if before, _, found := bytes.Cut(raw, []byte(word)); found {
			return problem(f.name, 1+bytes.Count(before, []byte("\n")),
				"rename the member; these names belong to rules", "data must not hold a member %s", word)
		}
	}
	return nil
}

// readFiles finds the policies and data below root in order of path, and reads
// them unless lazy. Tests are left out.
func readFiles(fsys fs.FS, root, label string, lazy bool) ([]file, error) {
	var files []file
	total := 0
	err := fs.WalkDir(fsys, root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := path.Join(label, p)
		if d.IsDir() {
			return nil
		}
		base := path.Base(p)
		switch {
		case base == "data.json", strings.HasSuffix(base, ".rego") && !strings.HasSuffix(base, "_test.rego"):
		case base == "data.yaml", base == "data.yml", strings.HasSuffix(base, ".json"):
			return problem(name, 0, "name it data.json, or move it out of the bundle", "data is read from data.json only")
		default:
			return nil
		}
		f := file{path: p, name: name, read: sync.OnceValues(func() ([]byte, error) { return readFile(fsys, p) })}
		if lazy {
			f.open = func() (fs.File, error) { return fsys.Open(p) }
		}
		if !lazy {
			raw, err := f.read()
			if err != nil {
				return fmt.Errorf("reading policy file %s: %w", name, err)
			}
			total += len(raw)
		}
		if total > maxTotal || len(files) >= maxFiles {
			return problem(name, 0, "split the bundle", "the bundle holds more than %d files or %d bytes", maxFiles, maxTotal)
		}
		files = append(files, f)
		return nil
	})
	if err != nil {
		var p *Problem
		if errors.As(err, &p) {
			return nil, p
		}
		return nil, fmt.Errorf("reading policies in %s: %w", label, err)
	}
	if len(files) == 0 {
		return nil, problem(path.Join(label, root), 0, "name a directory that holds policies", "there is no policy file")
	}
	return files, nil
}

func readFile(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("larger than %d bytes", maxFile)
	}
	raw := make([]byte, info.Size())
	if _, err := io.ReadFull(f, raw); err != nil {
		return nil, err
	}
	if n, _ := f.Read(make([]byte, 1)); n > 0 {
		return nil, errors.New("it grew while it was read")
	}
	return raw, nil
}

// revision reads the bundle's .manifest, if there is one.
func revision(fsys fs.FS) (string, error) {
	raw, err := readFile(fsys, ".manifest")
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("reading .manifest: %w", err)
	}
	var m struct {
		Revision string   `json:"revision"`
		Roots    []string `json:"roots"`
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return "", problem(".manifest", lineOf(raw, err), "correct the JSON text", "reading the manifest: %v", err)
	}
	return m.Revision, nil
}

func split(p string) []string { return strings.Split(p, "/") }
