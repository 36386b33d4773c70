package engine

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"regent/facts"
)

// acme teaches the guard an in-house tool and protects a directory.
var acme = map[string]string{
	"layers/acme/programs/data.json": `{"acme-deploy": {"reviewed": true, "options": {"--dry-run": {}}}}`,
	"layers/acme/rules/program/acme-deploy.rego": `package layers.acme.rules.program["acme-deploy"]

import data.regent.lib

# METADATA
# title: "{program} deploys for real"
# custom:
#   id: acme.deploy
#   remedy: Add --dry-run
findings contains lib.blocked("acme.deploy", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "acme-deploy"
	not dry(cmd.index)
}

dry(i) if {
	some o in input.commands[i].options
	o.name == "--dry-run"
}
`,
	"layers/acme/rules/accesses/customer_data.rego": `package layers.acme.rules.accesses.customer_data

import data.regent.lib

# METADATA
# title: "{path} holds customer data"
# custom: {id: acme.customer_data}
findings contains lib.blocked("acme.customer_data", "accesses", i) if {
	some i, a in input.accesses
	data.regent.settings.acme.guarded[_] in ({a.resolved} | {x | some x in a.ancestors})
}
`,
	"layers/acme/settings/data.json": `{"acme": {"guarded": ["/code/app/customer-data"]}, "access": {"credential_store": {"list": "NEEDS_CONFIRMATION"}}}`,
	"layers/acme/data.json":          `{"doc": "Acme's own"}`,
}

func TestTeamLayer(t *testing.T) {
	dir := layerDir(t, acme)
	for _, lazy := range []bool{false, true} {
		t.Run(fmt.Sprintf("lazy=%v", lazy), func(t *testing.T) {
			e := open(t, Options{FS: bundleOf(t, sample), Layers: []string{dir}, Lazy: lazy})
			deploy := input("acme-deploy")
			if d := e.Decide(t.Context(), deploy); d.Rule != "acme.deploy" || d.Reason != "acme-deploy deploys for real" || d.Remedy != "Add --dry-run" {
				t.Errorf("deploy: %+v", d)
			} else if want := dir + "/layers/acme/rules/program/acme-deploy.rego:10"; d.Findings[0].Location != want {
				t.Errorf("location is %s", d.Findings[0].Location)
			}
			deploy.Commands[0].Options = []facts.Option{{Name: "--dry-run", Known: facts.KnownStatic}}
			if d := e.Decide(t.Context(), deploy); d.Decision != Safe {
				t.Errorf("dry run: %+v", d)
			}
			for _, access := range []facts.Access{facts.AccessRead, facts.AccessWrite} {
				in := touching(input("cat"), access, "/code/app/customer-data/a.csv", "/code/app")
				in.Accesses[0].Ancestors = []string{"/code/app/customer-data", "/code/app"}
				if d := e.Decide(t.Context(), in); d.Rule != "acme.customer_data" {
					t.Errorf("%s: %+v", access, d)
				}
			}
			var programs map[string]struct{ Reviewed bool }
			if err := e.Table("regent/programs", &programs); err != nil || !programs["acme-deploy"].Reviewed || len(programs) != 3 {
				t.Errorf("programs: %v %v", programs, err)
			}
			var access map[string]map[string]string
			want := map[string]map[string]string{"credential_store": {"read": "BLOCKED", "list": "NEEDS_CONFIRMATION"}}
			if err := e.Table("regent/settings/access", &access); err != nil || !cmp.Equal(access, want) {
				t.Errorf("settings: %v %v", access, err)
			}
			if !strings.Contains(fmt.Sprint(e.Set().Layers), "acme") {
				t.Error("the layer is not listed")
			}
		})
	}
}

func TestLayersMergeInOrder(t *testing.T) {
	base := with(sample, map[string]string{
		"regent/settings/git/data.json": `{"protected": {"main": true, "master": true}, "limit": 10}`,
		"regent/tighter/data.json":      `{"settings": {"git": {"limit": "lower", "protected": "add"}}}`,
	})
	layer := func(name, kind, settings string) string {
		return layerDir(t, map[string]string{
			"layers/" + name + "/data.json":          fmt.Sprintf(`{"kind": %q}`, kind),
			"layers/" + name + "/settings/data.json": settings,
		})
	}
	org := layer("corp", "org", `{"git": {"protected": {"release": true, "master": false}, "limit": 20}}`)
	team := layer("web", "team", `{"git": {"protected": {"web": true, "absent": false}, "limit": 15}}`)
	repo := layer("shop", "repository", `{"git": {"protected": {"shop": true}, "limit": 5}, "access": {"credential_store": {"list": "BLOCKED"}}}`)
	e := open(t, Options{FS: bundleOf(t, base), Layers: []string{org, team, repo}, Settings: map[string]any{"sql": map[string]any{"rows": 7}}})
	var got map[string]any
	if err := e.Table("regent/settings", &got); err != nil {
		t.Fatal(err)
	}
	want := `{"access":{"credential_store":{"list":"BLOCKED","read":"BLOCKED"}},"floor":{"text.bidi":true},"git":{"limit":5,"protected":{"main":true,"release":true,"shop":true,"web":true}},"sql":{"rows":7}}`
	if raw, _ := json.Marshal(got); string(raw) != want {
		t.Errorf("got  %s\nwant %s", raw, want)
	}
	digests := map[string]bool{e.Digest(): true}
	for _, o := range []Options{
		{Layers: []string{org, team, repo}},
		{Layers: []string{org, team}},
		{Layers: []string{org, team, repo}, Settings: map[string]any{"sql": map[string]any{"rows": 8}}},
	} {
		o.FS = bundleOf(t, base)
		digests[open(t, o).Digest()] = true
	}
	if len(digests) != 4 {
		t.Errorf("%d digests for 4 sets", len(digests))
	}
	if _, err := Open(t.Context(), Options{FS: bundleOf(t, base), Layers: []string{repo, team}}); err == nil || !strings.Contains(err.Error(), "comes after") {
		t.Errorf("layers out of order: %v", err)
	}
	if _, err := Open(t.Context(), Options{FS: bundleOf(t, base), Layers: []string{team, layer("web", "team", `{}`)}}); err == nil || !strings.Contains(err.Error(), `"web" is already given`) {
		t.Errorf("one name twice: %v", err)
	}
}

func TestLayersKeepToWhatTheyMay(t *testing.T) {
	base := with(sample, map[string]string{
		"regent/settings/git/data.json": `{"protected": {"main": true}, "limit": 10, "ask": true, "undeclared": 3, "mode": "NEEDS_CONFIRMATION"}`,
		"regent/tighter/data.json":      `{"settings": {"git": {"limit": "lower", "protected": "add", "ask": "true", "quota": "higher"}}}`,
		"regent/permits/data.json":      `{"programs": {"ls": true}}`,
	})
	exception := `{"e": {"rules": {"curl.network": true}, "host": "x", "owner": "o", "reason": "r", "until": "2030-01-01T00:00:00Z"}}`
	allow := `package layers.l.rules.endpoints.x

import data.regent.lib

allows contains lib.allow("curl.network", "endpoints", i) if some i, _ in input.endpoints
`
	tests := []struct {
		name, kind, file, text string
		refused                string // "" when permitted
	}{
		{"a team loosens", "team", "settings", `{"git": {"limit": 99, "protected": {"main": false}, "mode": "SAFE"}}`, ""},
		{"a team excepts", "team", "exceptions", exception, ""},
		{"a team waives", "team", "rules/endpoints/x.rego", allow, ""},
		{"a team lowers the floor", "team", "settings", `{"floor": {"text.bidi": false}}`, "floor"},
		{"an org lowers the floor", "org", "settings", `{"floor": {"text.bidi": false}}`, "floor"},
		{"a team raises the floor", "team", "settings", `{"floor": {"curl.network": true}}`, ""},
		{"a team changes a shipped program", "team", "programs", `{"rm": {"grammar": "x"}}`, `"rm" is already described`},
		{"a team changes a program with a room", "team", "programs", `{"curl": {"grammar": "x"}}`, `"curl" is already described`},
		{"a team changes a program by permission", "team", "programs", `{"ls": {"grammar": "x"}}`, ""},
		{"an org changes a shipped program", "org", "programs", `{"rm": {"grammar": "x"}}`, ""},
		{"an object becomes a value", "team", "settings", `{"git": 3}`, "changes between"},
		{"a value becomes an object", "team", "settings", `{"git": {"limit": {"a": 1}}}`, "changes between"},
		{"an unknown member", "team", "", `{"setings": {}}`, `no member "setings"`},
		{"an unknown kind", "guest", "", `{}`, `kind is "guest"`},
		{"a rule outside the layer", "team", "rules/x.rego", "package regent.text.y\n", "outside layers.l.rules"},

		{"a repository tightens numbers", "repository", "settings", `{"git": {"limit": 9}}`, ""},
		{"a repository leaves a number", "repository", "settings", `{"git": {"limit": 10}}`, ""},
		{"a repository loosens a number", "repository", "settings", `{"git": {"limit": 11}}`, "may only tighten"},
		{"a repository turns a number into text", "repository", "settings", `{"git": {"limit": "none"}}`, "may only tighten"},
		{"a repository adds a limit", "repository", "settings", `{"git": {"quota": 3}}`, ""},
		{"a repository adds a text for a limit", "repository", "settings", `{"git": {"quota": "all"}}`, "may only tighten"},
		{"a repository adds an entry", "repository", "settings", `{"git": {"protected": {"dev": true}}}`, ""},
		{"a repository takes an entry away", "repository", "settings", `{"git": {"protected": {"main": false}}}`, "may only tighten"},
		{"a repository sets a switch", "repository", "settings", `{"git": {"ask": true}}`, ""},
		{"a repository clears a switch", "repository", "settings", `{"git": {"ask": false}}`, "may only tighten"},
		{"a repository touches what nobody declared", "repository", "settings", `{"git": {"undeclared": 2}}`, "may only tighten"},
		{"a repository raises a word", "repository", "settings", `{"git": {"mode": "BLOCKED"}}`, ""},
		{"a repository lowers a word", "repository", "settings", `{"git": {"mode": "SAFE"}}`, "may only tighten"},
		{"a repository adds a class", "repository", "settings", `{"access": {"mine": {"read": "BLOCKED"}}}`, ""},
		{"a repository adds a lax class", "repository", "settings", `{"access": {"mine": {"read": "BLOCKED", "write": "SAFE"}}}`, "may only tighten"},
		{"a repository excepts", "repository", "exceptions", exception, "may only tighten"},
		{"a repository waives", "repository", "rules/endpoints/x.rego", allow, "must not waive"},
		{"a repository describes a program", "repository", "programs", `{"new": {"bundle": true}}`, ""},
		{"a repository reviews a program", "repository", "programs", `{"new": {"reviewed": true}}`, "may only tighten"},
		{"a repository renames a program", "repository", "programs", `{"new": {"aliases": ["rm"]}}`, "may only tighten"},
		{"a repository adds paths", "repository", "paths", `{"classes": {"disposable": {"x": true}}}`, "may only tighten"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"layers/l/data.json": fmt.Sprintf(`{"kind": %q}`, tt.kind)}
			switch {
			case tt.file == "":
				files["layers/l/data.json"] = strings.Replace(tt.text, "{", fmt.Sprintf(`{"kind": %q, `, tt.kind), 1)
				if tt.text == "{}" {
					files["layers/l/data.json"] = fmt.Sprintf(`{"kind": %q}`, tt.kind)
				}
			case strings.HasSuffix(tt.file, ".rego"):
				files["layers/l/"+tt.file] = tt.text
			default:
				files["layers/l/"+tt.file+"/data.json"] = tt.text
			}
			for _, lazy := range []bool{false, true} {
				_, err := Open(t.Context(), Options{FS: bundleOf(t, base), Layers: []string{layerDir(t, files)}, Lazy: lazy})
				if tt.refused == "" && err != nil {
					t.Errorf("lazy=%v: refused: %v", lazy, err)
				}
				if tt.refused != "" && (err == nil || !strings.Contains(err.Error(), tt.refused)) {
					t.Errorf("lazy=%v: error is %v, want %q", lazy, err, tt.refused)
				}
			}
		})
	}
	t.Run("a layer above binds those below", func(t *testing.T) {
		org := layerDir(t, map[string]string{"layers/corp/data.json": `{"kind": "org", "tighten_only": true, "settings": {"git": {"limit": 50}}}`})
		team := layerDir(t, map[string]string{"layers/l/settings/data.json": `{"git": {"limit": 60}}`})
		if _, err := Open(t.Context(), Options{FS: bundleOf(t, base), Layers: []string{org, team}}); err == nil || !strings.Contains(err.Error(), `"l" may only tighten`) {
			t.Errorf("error is %v", err)
		}
		open(t, Options{FS: bundleOf(t, base), Layers: []string{org}})
	})
	t.Run("configuration keeps the floor", func(t *testing.T) {
		_, err := Open(t.Context(), Options{FS: bundleOf(t, base), Settings: map[string]any{"floor": map[string]any{"text.bidi": false}}})
		if err == nil || !strings.Contains(err.Error(), "floor") {
			t.Errorf("error is %v", err)
		}
	})
}

func TestPolicyDirectoriesThatHoldNoLayer(t *testing.T) {
	for name, tt := range map[string]struct {
		files map[string]string
		want  string
	}{
		"empty":                  {nil, "holds no layer"},
		"a file beside layers":   {map[string]string{"x.rego": "package x\n"}, "outside layers/<name>"},
		"an empty layer":         {map[string]string{"layers/acme/README": "x"}, "no policy file"},
		"a name with an escape":  {map[string]string{"layers/Acme Inc/data.json": "{}"}, "not usable"},
		"a layer of tests alone": {map[string]string{"layers/acme/x_test.rego": "package x\n"}, "no policy file"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Open(t.Context(), Options{FS: bundleOf(t, sample), Layers: []string{layerDir(t, tt.files)}})
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "mend: ") {
				t.Errorf("error is %v", err)
			}
		})
	}
	if _, err := Open(t.Context(), Options{FS: bundleOf(t, sample), Layers: []string{"/does/not/exist"}}); err == nil || !strings.Contains(err.Error(), "/does/not/exist: reading the policy directory") {
		t.Errorf("error is %v", err)
	}
}
