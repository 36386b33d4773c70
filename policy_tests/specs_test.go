package policy_tests

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"regent/facts/shell"
	"regent/policies"
)

func strict(t *testing.T, name string, into any) {
	t.Helper()
	raw, err := fs.ReadFile(policies.FS, name)
	must(t, err)
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// shippedSpecs reads every entry of the programs table strictly.
func shippedSpecs(t *testing.T) map[string]*shell.Spec {
	t.Helper()
	specs := map[string]*shell.Spec{}
	strict(t, "regent/programs/data.json", &specs)
	rooms, err := fs.Glob(policies.FS, "regent/program/*/data.json")
	must(t, err)
	for _, name := range rooms {
		var room struct {
			Spec *shell.Spec `json:"spec"`
		}
		strict(t, name, &room)
		program := path.Base(path.Dir(name))
		if room.Spec == nil {
			t.Errorf("%s holds no spec", name)
			continue
		}
		if specs[program] != nil {
			t.Errorf("%s has a room and a plain entry", program)
		}
		specs[program] = room.Spec
	}
	return specs
}

var known = map[string][]string{
	"role": {
		"", "text", "path", "url", "host", "remote", "dsn", "git_remote", "rev_path", "command", "shell", "exec", "code", "sql",
		"script", "package", "target", "cwd", "data_at", "form_at", "named_at", "mode", "volume", "mount", "container_path",
		"assignment", "setting", "branch",
		"signal", "pid", "count",
	},
	"access":        {"", "list", "read", "write", "delete", "execute", "link", "permission"},
	"part":          {"", "copy", "move", "dest", "link_target"},
	"endpoint_role": {"", "target", "proxy", "remote", "registry", "listen"},
	"dash":          {"", "text"},
	"grammar":       {"", "find", "dd", "test", "tar", "go", "ps", "jq", "awk", "sed", "git"},
	"stdin":         {"", "data", "send", "program", "list", "sql", "config", "patch"},
	"stdin_when":    {"", "always", "no_operands", "dash"},
	"stdout": {
		"", "text", "none", "names", "base_names", "copy", "lines", "static", "format", "cwd", "dirname", "basename", "realpath",
		"work_tree", "decoded", "fetched", "settings", "temp_path",
	},
	"effect": {"same_output", "appends", "symbolic", "dest_is_file", "dest_stays"},
	"makes":  {"", "directory"},
	"lookup": {"", "builtin", "node_modules"},
}

type specCheck struct {
	t *testing.T
}

func (c specCheck) word(where, kind, w string) {
	if !slices.Contains(known[kind], w) {
		c.t.Errorf("%s: %s %q is not known", where, kind, w)
	}
}

func (c specCheck) value(where string, v *shell.Value) {
	c.word(where, "role", v.Role)
	if v.Role != "package" { // there it says what becomes of the package
		c.word(where, "access", v.Access)
	}
	c.word(where, "part", v.Part)
	c.word(where, "endpoint_role", v.EndpointRole)
	c.word(where, "dash", v.Dash)
	if (v.Role == "code" || v.Role == "script") && v.Language == "" {
		c.t.Errorf("%s: %s without a language", where, v.Role)
	}
	if v.Role == "path" && v.Access == "" {
		c.t.Errorf("%s: a path without an access", where)
	}
}

func (c specCheck) spec(where string, s *shell.Spec, parents map[string]bool) {
	spellings := maps.Clone(parents)
	own := map[string]string{}
	for name, o := range s.Options {
		for _, n := range append([]string{name}, o.Also...) {
			if other, twice := own[n]; twice {
				c.t.Errorf("%s: %s belongs to %s and %s", where, n, other, name)
			}
			if n != "--" && n != "-" && !strings.HasPrefix(n, "-") && !strings.HasPrefix(n, "+") {
				c.t.Errorf("%s: option %q has no dash", where, n)
			}
			own[n] = name
			spellings[n] = true
		}
		if o.Value != nil {
			c.value(where+" "+name, o.Value)
		}
		if o.Value == nil && (o.Optional || o.Replaces != 0 || o.Words != 0 || o.Ends) {
			c.t.Errorf("%s %s: takes no value and says what becomes of it", where, name)
		}
		c.word(where+" "+name, "access", o.OperandAccess)
		for _, e := range o.Effects {
			c.word(where+" "+name, "effect", e)
		}
	}
	for i := range s.Operands {
		c.value(where+" operand", &s.Operands[i].Value)
	}
	for name, v := range s.Assign {
		c.value(where+" "+name+"=", &v)
	}
	for name, v := range s.Env {
		c.value(where+" $"+name, &v)
	}
	for _, touch := range s.Touches {
		c.word(where+" touches", "access", touch.Access)
	}
	c.word(where, "grammar", s.Grammar)
	c.word(where, "stdin", s.Stdin)
	c.word(where, "stdin_when", s.StdinWhen)
	c.word(where, "stdout", s.Stdout)
	if s.Wrapper != nil {
		c.word(where, "lookup", s.Wrapper.Lookup)
	}
	exists := func(what string, names ...string) {
		for _, n := range names {
			if n != "" && n != "always" && !spellings[n] {
				c.t.Errorf("%s: %s names the option %s, which there is not", where, what, n)
			}
		}
	}
	exists("recursive_options", s.RecursiveOptions...)
	for _, c := range []*shell.Configured{s.Registry, s.Context} {
		if c != nil {
			exists("registry or context", c.Option)
		}
	}
	if s.Recipes != nil {
		exists("recipes", s.Recipes.Option)
	}
	if s.Scripts != nil {
		c.scripts(where, s)
	}
	for _, w := range s.When {
		exists("when", append(append([]string{w.Option}, w.AnyOption...), w.NoOption...)...)
		if w.Then == nil {
			c.t.Errorf("%s: a when without then", where)
			continue
		}
		c.spec(where+" when", w.Then, spellings)
	}
	for name, sub := range s.Subcommands {
		if sub != nil {
			if like := s.Subcommands[sub.Like]; sub.Like != "" && (like == nil || like.Like != "") {
				c.t.Errorf("%s %s: is like %q, which is no sibling with a spec of its own", where, name, sub.Like)
			}
			c.spec(where+" "+name, sub, spellings)
		}
	}
}

// scripts checks that what runs a project's scripts is a subcommand, and that
// no two members claim it.
func (c specCheck) scripts(where string, s *shell.Spec) {
	by := map[string]string{}
	claim := func(member, sub string) {
		if other := by[sub]; other != "" {
			c.t.Errorf("%s: scripts: %q stands in %s and %s", where, sub, other, member)
		}
		by[sub] = member
		if sub != "" && sub != "*" && s.Subcommands[sub] == nil {
			c.t.Errorf("%s: scripts: %s names the subcommand %s, which there is not", where, member, sub)
		}
	}
	for _, sub := range s.Scripts.Operand {
		claim("operand", sub)
	}
	for sub := range s.Scripts.Named {
		claim("named", sub)
	}
	for sub := range s.Scripts.Around {
		claim("around", sub)
	}
	c.word(where, "lookup", s.Scripts.Lookup)
}

// TestSpecsAreSound checks what a typo would break: unknown members, roles and
// accesses, options that a condition names and the spec does not have, a
// spelling that two options share.
func TestSpecsAreSound(t *testing.T) {
	specs := shippedSpecs(t)
	if len(specs) < 200 {
		t.Errorf("the table holds %d programs, want at least 200", len(specs))
	}
	owner := map[string]string{}
	for name, s := range specs {
		specCheck{t}.spec(name, s, map[string]bool{})
		for _, a := range s.Aliases {
			if other, twice := owner[a]; twice {
				t.Errorf("%q is an alias of %s and %s", a, name, other)
			}
			if specs[a] != nil {
				t.Errorf("%q is an alias of %s and an entry of its own", a, name)
			}
			owner[a] = name
		}
	}
	t.Logf("%d programs under %d names", len(specs), len(specs)+len(owner))
}
