package shell

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// A team gives a tool of its own, by data alone, every meaning that shipped
// programs have. Each case teaches one program, "acme".
func TestMeaningsAreData(t *testing.T) {
	for _, c := range []struct {
		name, spec, text string
		want, not        string // lines of the facts that are there, and that are not
	}{
		{
			"a directory is made, and making it succeeds",
			`{"operands": [{"role": "path", "access": "write", "dir": true, "many": true}], "succeeds": true}`,
			"acme out/new && cd out/new; rm x", "delete /code/app/out/new/x", "delete /code/app/x",
		},
		{
			"without that nothing says so",
			`{"operands": [{"role": "path", "access": "write", "many": true}]}`,
			"acme out/new && cd out/new; rm x", "delete /code/app/x", "",
		},
		{
			"base names",
			`{"operands": [{"role": "path", "access": "list", "many": true}], "stdout": "base_names"}`,
			"cd src; acme | xargs rm", "delete /code/app/src", "",
		},
		{
			"a copy",
			`{"options": {"-q": {"effects": ["same_output"]}, "-n": {}}, "operands": [{"role": "path", "access": "read", "many": true}], "stdin": "data", "stdout": "copy"}`,
			"printf 'rm -rf /srv/x' | acme -q | sh", "delete /srv/x", "",
		},
		{
			"no copy with an option that changes it",
			`{"options": {"-q": {"effects": ["same_output"]}, "-n": {}}, "operands": [{"role": "path", "access": "read", "many": true}], "stdin": "data", "stdout": "copy"}`,
			"printf 'rm -rf /srv/x' | acme -n | sh", "run acme", "delete /srv/x",
		},
		{
			"lines as they are",
			`{"stdin": "data", "stdout": "lines", "options": {"-c": {}}, "when": [{"option": "-c", "then": {"stdout": "text"}}]}`,
			"find src | acme | xargs rm", "delete /code/app/src", "",
		},
		{
			"lines made into something else",
			`{"stdin": "data", "stdout": "lines", "options": {"-c": {}}, "when": [{"option": "-c", "then": {"stdout": "text"}}]}`,
			"find src | acme -c | xargs rm", "run rm", "delete /code/app/src",
		},
		{"words as they stand", `{"stdout": "static"}`, "rm $(acme a b)", "delete /code/app/b", ""},
		{"words after a format", `{"stdout": "format"}`, "rm $(acme '%s/x' /srv)", "delete /srv/x", ""},
		{"the directory it runs in", `{"stdout": "cwd"}`, `cd src; rm -r "$(acme)"`, "delete /code/app/src", ""},
		{"a directory part", `{"operands": [{}], "stdout": "dirname"}`, `rm "$(acme src/a.ts)/b"`, "delete /code/app/src/b", ""},
		{"a last name", `{"operands": [{"many": true}], "stdout": "basename"}`, `rm "docs/$(acme src/a.ts .ts).md"`, "delete /code/app/docs/a.md", ""},
		{"where a path leads", `{"operands": [{"role": "path", "access": "list"}], "stdout": "realpath"}`, `rm -r "$(acme link)"`, "delete /srv/data", ""},
		{"the work tree", `{"stdout": "work_tree"}`, `cd src; rm -r "$(acme)/docs"`, "delete /code/app/docs", ""},
		{
			"what is written goes behind what is there",
			`{"options": {"--more": {"effects": ["appends", "same_output"]}}, "operands": [{"role": "path", "access": "write"}], "stdin": "data", "stdout": "copy"}`,
			"echo 'rm /srv/a' > x.sh; echo 'rm /srv/b' | acme --more x.sh; sh x.sh", "delete /srv/a", "",
		},
		{
			"or in its place",
			`{"options": {"--more": {}}, "operands": [{"role": "path", "access": "write"}], "stdin": "data", "stdout": "copy"}`,
			"echo 'rm /srv/a' > x.sh; echo 'rm /srv/b' | acme x.sh; sh x.sh", "delete /srv/b", "delete /srv/a",
		},
		{
			"a symbolic link",
			`{"options": {"--soft": {"effects": ["symbolic"]}}, "operands": [{"role": "path", "access": "link", "part": "link_target"}, {"role": "path", "access": "write", "part": "dest"}]}`,
			"acme --soft /srv docs/way; rm docs/way/x", "delete /srv/x", "",
		},
		{
			"a destination that is no directory",
			`{"options": {"--exact": {"effects": ["dest_is_file"]}}, "operands": [{"role": "path", "access": "read", "part": "copy"}, {"role": "path", "access": "write", "part": "dest"}]}`,
			"acme --exact README.md docs", "write /code/app/docs\n", "write /code/app/docs/README.md",
		},
		{
			"a directory that an option names",
			`{"options": {"--to": {"value": {"role": "path", "access": "write", "part": "dest"}, "replaces": -1}}, "operands": [{"role": "path", "access": "read", "part": "copy", "many": true}, {"role": "path", "access": "write", "part": "dest"}]}`,
			"acme --to new README.md", "write /code/app/new/README.md", "",
		},
		{
			"the contents of a source",
			`{"operands": [{"role": "path", "access": "read", "part": "copy", "contents": true}, {"role": "path", "access": "write", "part": "dest"}]}`,
			"acme src/ docs", "write /code/app/docs\n", "write /code/app/docs/src",
		},
		{
			"a script that an operand names",
			`{"scripts": {"file": "acme.json", "member": "tasks", "operand": ["go"]}, "subcommands": {"go": {"operands": [{}, {"many": true}]}}}`,
			"acme go tidy /srv/more", "delete /srv/more", "",
		},
		{
			"a script that a subcommand runs",
			`{"scripts": {"file": "acme.json", "member": "tasks", "named": {"clean": "tidy"}}, "subcommands": {"clean": {}, "other": {}}}`,
			"acme clean", "delete /srv/x", "",
		},
		{
			"another subcommand runs none",
			`{"scripts": {"file": "acme.json", "member": "tasks", "named": {"clean": "tidy"}}, "subcommands": {"clean": {}, "other": {}}}`,
			"acme other", "run acme", "delete /srv/x",
		},
		{
			"a script around what a subcommand does",
			`{"scripts": {"file": "acme.json", "member": "tasks", "around": {"get": "tidy"}}, "subcommands": {"get": {"operands": [{"many": true}]}}}`,
			"acme get thing", "delete /srv/x", "",
		},
		{
			"a target of a build file",
			`{"recipes": {"files": ["Acmefile"], "option": "--in", "language": "acme"}, "operands": [{"many": true}]}`,
			"acme all", "recipe acme all of /code/app/Acmefile", "",
		},
		{
			"a command for items when none is given",
			`{"options_end": true, "operands": [{"role": "command", "many": true}], "stdin": "list", "wrapper": {"items": true, "optional": true, "default": "rm"}}`,
			"echo /srv/x | acme", "delete /srv/x", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			spec := &Spec{}
			d := json.NewDecoder(strings.NewReader(c.spec))
			d.DisallowUnknownFields()
			if err := d.Decode(spec); err != nil {
				t.Fatal(err)
			}
			fsys := caseFS()
			if err := errors.Join(
				fsys.MkdirAll("/srv/data"), fsys.Symlink("/srv/data", "/code/app/link"), fsys.WriteFile("/code/app/Acmefile", nil),
				fsys.WriteFile("/code/app/.acmerc", []byte("place = there\nsource = https://registry.acme.example/\n")),
				fsys.WriteFile("/code/app/acme.json", []byte(`{"tasks": {"tidy": "rm /srv/x"}}`)),
			); err != nil {
				t.Fatal(err)
			}
			x := newExtractor(t, fsys, func(c *Config) { c.Programs["acme"] = spec })
			in := extract(t, x, c.text)
			var b strings.Builder
			for _, cmd := range in.Commands {
				b.WriteString("run " + cmd.Program + "\n")
			}
			for _, a := range in.Accesses {
				b.WriteString(string(a.Access) + " " + a.Resolved + "\n")
			}
			for _, r := range in.Runs {
				b.WriteString("recipe " + r.Language + " " + r.Name + " of " + r.Path + "\n")
			}
			for _, p := range in.Packages {
				b.WriteString("package " + p.Action + " " + p.Ecosystem + " " + p.Name + "\n")
			}
			for _, e := range in.Endpoints {
				b.WriteString("endpoint " + e.Role + " " + e.Host + "\n")
			}
			for _, g := range in.Targets {
				b.WriteString("target " + g.Name + " by " + g.Source + "\n")
			}
			if got := b.String(); !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
				t.Errorf("%s\nwant %q, not %q:\n%s", c.text, c.want, c.not, got)
			}
		})
	}
}
