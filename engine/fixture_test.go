package engine

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"regent/facts"
	"regent/policies"
)

// core is the shipped decision without any rule: what fixtures stand on.
func core(t testing.TB) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"regent/decision.rego", "regent/lib.rego"} {
		raw, err := fs.ReadFile(policies.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: raw}
	}
	return files
}

// bundleOf is the core with files laid over it.
func bundleOf(t testing.TB, files map[string]string) fstest.MapFS {
	t.Helper()
	all := core(t)
	for name, text := range files {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func open(t testing.TB, o Options) *Engine {
	t.Helper()
	e, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// layerDir writes files to a directory for Options.Layers.
func layerDir(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// sample is a small but varied rule set.
var sample = map[string]string{
	"regent/program/rm/rm.rego": `package regent.program.rm

import data.regent.lib

# METADATA
# title: Deletes {path} outside the workspace
# custom:
#   id: rm.outside_workspace
#   remedy: Delete only below {cwd}
findings contains lib.blocked("rm.outside_workspace", "accesses", i) if {
	some i, a in input.accesses
	a.access == "delete"
	a.root == ""
	input.commands[a.command].program == "rm"
}

# METADATA
# title: "{program} deletes recursively"
# custom:
#   id: rm.recursive
findings contains lib.confirm("rm.recursive", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "rm"
	some o in cmd.options
	o.name == "-r"
}
`,
	"regent/program/curl/curl.rego": `package regent.program.curl

import data.regent.lib
import data.regent.shared

# METADATA
# title: Talks to {host}
# custom:
#   id: curl.network
findings contains lib.confirm("curl.network", "endpoints", i) if {
	some i, e in input.endpoints
	input.commands[e.command].program == "curl"
	not shared.known_host(e.host)
}
`,
	"regent/shared.rego": `package regent.shared

known_host(host) if data.regent.hosts.known[host]
`,
	"regent/hosts/data.json":        `{"known": {"localhost": true}}`,
	"regent/program/curl/data.json": `{"spec": {"network": true}}`,
	"regent/programs/data.json":     `{"ls": {"bundle": true}, "rm": {"reviewed": true}}`,
	"regent/accesses/secret.rego": `package regent.accesses.secret

import data.regent.lib

# METADATA
# title: Touches {path}, a {class}
# custom:
#   id: accesses.secret
findings contains lib.blocked("accesses.secret", "accesses", i) if {
	some i, a in input.accesses
	data.regent.settings.access[a.classes[_]][a.access] == "BLOCKED"
}
`,
	"regent/settings/access/data.json": `{"credential_store": {"read": "BLOCKED", "list": "SAFE"}}`,
	"regent/settings/floor/data.json":  `{"text.bidi": true}`,
	"regent/text/bidi.rego": `package regent.text.bidi

import data.regent.lib

# METADATA
# title: The text holds bidirectional controls
# custom:
#   id: text.bidi
#   floor: true
findings contains lib.blocked("text.bidi", "text", i) if {
	some i in input.text.tags.bidi
}

# METADATA
# title: The text was not understood
# custom:
#   id: text.incomplete
findings contains lib.confirm("text.incomplete", "text", -1) if not input.text.complete
`,
}

func with(base, extra map[string]string) map[string]string {
	all := maps.Clone(base)
	maps.Copy(all, extra)
	return all
}

// Inputs of several shapes.

func input(programs ...string) *facts.Input {
	in := &facts.Input{
		Tool: "dry_run_command", Now: "2026-11-30T12:00:00Z", NowNS: 1796040000000000000,
		Caller:    facts.Caller{Kind: "local", Transport: "stdio", Groups: []string{"dev"}},
		Workspace: facts.Workspace{Roots: []string{"/code/app"}, CWD: "/code/app", Home: "/home/dev"},
		Text:      &facts.Text{Dialect: "bash", Complete: true, Programs: programs},
	}
	for i, p := range programs {
		in.Commands = append(in.Commands, facts.Command{Index: i, Program: p, ProgramKnown: facts.KnownStatic, Stdin: "none", CWD: "/code/app"})
	}
	return in
}

func touching(in *facts.Input, access facts.Access, path, root string, classes ...string) *facts.Input {
	in.Accesses = append(in.Accesses, facts.PathUse{
		Command: len(in.Commands) - 1, Source: "operand", Access: access, Known: facts.KnownStatic,
		Raw: path, Resolved: path, Absolute: path, Type: "file", Root: root, Classes: classes,
	})
	return in
}
