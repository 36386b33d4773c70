package bundle

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Layer is one bundle laid over those above it.
type Layer struct {
	Name string
	// Kind is org, team or repository. It does not say who wrote the layer,
	// only how much it asks to be allowed; a repository layer may only tighten.
	Kind string
	// TightenOnly: the layers below this one may only tighten.
	TightenOnly bool
	Dir         string
}

var kinds = []string{"org", "team", "repository"}

// sections of a layer's data that are laid over data.regent.<same>.
var sections = []string{"settings", "programs", "paths", "hosts", "secrets", "exceptions"}

var layerName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,62}$`)

// addDir reads every layer in dir.
func (s *Set) addDir(dir Dir, sum *digest) error {
	entries, err := fs.ReadDir(dir.FS, ".")
	if err != nil {
		return problem(dir.Name, 0, "name a readable directory", "reading the policy directory: %v", unwrapPath(err))
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".rego") && !strings.HasSuffix(e.Name(), "_test.rego") {
			return problem(path.Join(dir.Name, e.Name()), 0, "move it to layers/<name>/rules/…", "a policy lies outside layers/<name>")
		}
	}
	names, err := fs.ReadDir(dir.FS, "layers")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return problem(path.Join(dir.Name, "layers"), 0, "make it readable", "reading the layers: %v", unwrapPath(err))
	}
	found := false
	for _, e := range names {
		if !e.IsDir() {
			continue
		}
		found = true
		if err := s.addLayer(dir, e.Name(), sum); err != nil {
			return err
		}
	}
	if !found {
		return problem(dir.Name, 0, "put the layer's files into layers/<name>/", "the policy directory holds no layer")
	}
	return nil
}

func (s *Set) addLayer(dir Dir, name string, sum *digest) error {
	root := path.Join("layers", name)
	where := path.Join(dir.Name, root)
	if !layerName.MatchString(name) {
		return problem(where, 0, "use lower-case letters, digits, - and _", "the layer's name %q is not usable", name)
	}
	for _, l := range s.Layers {
		if l.Name == name {
			return problem(where, 0, "rename one of them", "the layer %q is already given by %s", name, l.Dir)
		}
	}
	files, err := readFiles(dir.FS, root, dir.Name, false)
	if err != nil {
		return err
	}
	sum.add("layer "+name, files)
	own := NewTree()
	for _, f := range files {
		at := split(path.Dir(f.path))
		if path.Base(f.path) != "data.json" {
			if err := s.addModule(f, name, []string{"layers", name, "rules"}); err != nil {
				return err
			}
			continue
		}
		if err := checkData(f); err != nil {
			return err
		}
		if err := own.mount(at[2:], f.node()); err != nil {
			return err
		}
	}
	layer, err := describe(own, name, where)
	if err != nil {
		return err
	}
	if n := len(s.Layers); n > 0 && slices.Index(kinds, s.Layers[n-1].Kind) > slices.Index(kinds, layer.Kind) {
		return problem(where, 0, "give the layers in the order org, team, repository",
			"the %s layer %q comes after the %s layer %q", layer.Kind, name, s.Layers[n-1].Kind, s.Layers[n-1].Name)
	}
	gate, err := s.gate(layer)
	if err != nil {
		return err
	}
	for _, section := range sections {
		n := own.root.kids[section]
		if n == nil {
			continue
		}
		if err := s.Data.lay([]string{"regent", section}, n, gate); err != nil {
			return err
		}
	}
	for _, m := range own.root.names() {
		n, err := own.root.kids[m].copy()
		if err != nil {
			return err
		}
		if err := s.Data.mount([]string{"layers", name, m}, n); err != nil {
			return err
		}
	}
	s.Layers = append(s.Layers, layer)
	return nil
}

// describe reads what a layer says of itself and refuses members that nothing
// would read.
func describe(own *Tree, name, where string) (Layer, error) {
	l := Layer{Name: name, Kind: "team", Dir: where}
	for _, member := range own.root.names() {
		n := own.root.kids[member]
		switch {
		case member == "kind":
			if json.Unmarshal(n.raw, &l.Kind) != nil || !slices.Contains(kinds, l.Kind) {
				return l, problem(n.file, 0, `write "org", "team" or "repository"`, "kind is %s", n)
			}
		case member == "tighten_only":
			if json.Unmarshal(n.raw, &l.TightenOnly) != nil {
				return l, problem(n.file, 0, "write true or false", "tighten_only is %s", n)
			}
		case member == "rules", member == "doc", slices.Contains(sections, member):
		default:
			return l, problem(n.file, 0, "use one of "+strings.Join(sections, ", "), "a layer has no member %q", member)
		}
	}
	return l, nil
}

// TightenOnly reports whether the named layer may not loosen anything.
func (s *Set) TightenOnly(layer string) bool {
	for _, l := range s.Layers {
		if l.Name == layer {
			return l.Kind == "repository"
		}
		if l.TightenOnly {
			return layer != ""
		}
	}
	return false
}

// unwrapPath drops the operation and path that an error repeats.
func unwrapPath(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
