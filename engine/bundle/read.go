package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
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
}

// Dir is one directory that holds layers/<name>/….
type Dir struct {
	Name string // what messages call it
	FS   fs.FS
}

// Set is everything that was read: policies and merged data, not yet compiled.
type Set struct {
	Modules  []*Module // in order of path
	Data     *Tree
	Layers   []Layer
	Revision string
	Digest   string // "sha256:" and hex, over every file and the settings
	schema   []byte
}

type file struct {
	path string // below the bundle's root
	name string // as messages name it
	raw  []byte
}

// Read reads a set. It decodes no more data than merging layers needs and
// compiles nothing.
func Read(src Source) (*Set, error) {
	s := &Set{Data: NewTree()}
	var sum digest
	shipped, err := readFiles(src.Shipped, "regent", "policies")
	if err != nil {
		return nil, err
	}
	if err := s.addShipped(shipped); err != nil {
		return nil, err
	}
	sum.add("shipped", shipped)
	if s.schema, err = fs.ReadFile(src.Shipped, "schemas/input.json"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the schema of the input: %w", err)
	}
	if s.Revision, err = revision(src.Shipped); err != nil {
		return nil, err
	}
	for _, dir := range src.Layers {
		if err := s.addDir(dir, &sum); err != nil {
			return nil, err
		}
	}
	if len(src.Settings) > 0 {
		raw, err := json.Marshal(src.Settings)
		if err != nil {
			return nil, fmt.Errorf("encoding the configured settings: %w", err)
		}
		sum.add("settings", []file{{path: "settings", raw: raw}})
		if err := s.Data.overlay([]string{"regent", "settings"}, raw, "configuration"); err != nil {
			return nil, err
		}
	}
	if err := s.checkExceptions(); err != nil {
		return nil, err
	}
	slices.SortFunc(s.Modules, func(a, b *Module) int { return strings.Compare(a.Path, b.Path) })
	s.Digest = sum.String()
	if s.Revision == "" {
		s.Revision = s.Digest[len("sha256:"):][:12]
	}
	return s, nil
}

func (s *Set) addShipped(files []file) error {
	for _, f := range files {
		if path.Base(f.path) != "data.json" {
			if err := s.addModule(f, "", []string{"regent"}); err != nil {
				return err
			}
			continue
		}
		if err := refuseFindings(f); err != nil {
			return err
		}
		if err := s.Data.mount(split(path.Dir(f.path)), f.raw, f.name); err != nil {
			return err
		}
	}
	return nil
}

func (s *Set) addModule(f file, layer string, root []string) error {
	m := newModule(f.name, string(f.raw), layer)
	if m.Package == nil {
		if _, err := m.Parsed(); err != nil {
			return explain(err)
		}
		return problem(f.name, 1, "begin it with a package clause", "the file has no package")
	}
	if !hasPrefix(m.Package, root) {
		return problem(f.name, m.head.line, "begin the package with "+packageName(root), "package %s lies outside %s", packageName(m.Package), packageName(root))
	}
	s.Modules = append(s.Modules, m)
	return nil
}

// refuseFindings keeps data from posing as rules: the dispatch would read
// findings, allows and obligations from data as well.
func refuseFindings(f file) error {
	for _, word := range []string{`"findings"`, `"allows"`, `"obligations"`} {
		if strings.Contains(string(f.raw), word) {
			return problem(f.name, 1+strings.Count(string(f.raw[:strings.Index(string(f.raw), word)]), "\n"),
				"rename the member; these names belong to rules", "data must not hold a member %s", word)
		}
	}
	return nil
}

// readFiles reads the policies and data below root in order of path. Tests are
// left out.
func readFiles(fsys fs.FS, root, label string) ([]file, error) {
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
		raw, err := readFile(fsys, p)
		if err != nil {
			return fmt.Errorf("reading policy file %s: %w", name, err)
		}
		if total += len(raw); total > maxTotal || len(files) >= maxFiles {
			return problem(name, 0, "split the bundle", "the bundle holds more than %d files or %d bytes", maxFiles, maxTotal)
		}
		files = append(files, file{path: p, name: name, raw: raw})
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
	raw, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(raw) > maxFile {
		return nil, fmt.Errorf("larger than %d bytes", maxFile)
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

// digest names a set by everything that was read for it.
type digest struct{ lines []string }

func (d *digest) add(part string, files []file) {
	for _, f := range files {
		d.lines = append(d.lines, fmt.Sprintf("%s\x00%s\x00%x\n", part, f.path, sha256.Sum256(f.raw)))
	}
}

// String is independent of the order in which files of one part were read, not
// of the order of layers.
func (d *digest) String() string {
	h := sha256.New()
	for _, l := range d.lines {
		io.WriteString(h, l) //nolint:errcheck // a hash never fails
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

func split(p string) []string { return strings.Split(p, "/") }
