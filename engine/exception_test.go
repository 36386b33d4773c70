package engine

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"regent/facts"
)

func exceptionLayer(t testing.TB, kind string, exceptions map[string]map[string]any) string {
	raw, err := json.Marshal(map[string]any{"kind": kind, "exceptions": exceptions})
	if err != nil {
		t.Fatal(err)
	}
	return layerDir(t, map[string]string{"layers/l/data.json": string(raw)})
}

func TestExceptions(t *testing.T) {
	secret := func() *facts.Input {
		in := touching(input("cat"), facts.AccessRead, "/home/dev/.aws/credentials", "", "credential_store")
		in.Accesses[0].Ancestors = []string{"/home/dev/.aws", "/home/dev", "/home", "/"}
		in.Commands[0].Subcommand = []string{"show", "all"}
		in.Workspace.Repository = "git.example/shop"
		return in
	}
	now := "2026-11-30T12:00:00Z" // of the inputs
	tests := []struct {
		name    string
		change  map[string]any
		want    string
		applied bool
	}{
		{"one step", map[string]any{"path": "/home/dev/.aws/credentials"}, NeedsConfirmation, true},
		{"a path below", map[string]any{"path": "/home/dev/.aws"}, NeedsConfirmation, true},
		{"to SAFE", map[string]any{"path": "/home/dev/.aws", "to": "SAFE"}, Safe, true},
		{"another path", map[string]any{"path": "/home/dev/.aw"}, Blocked, false},
		{"a command", map[string]any{"command": "cat"}, NeedsConfirmation, true},
		{"a command with its subcommand", map[string]any{"command": "cat show"}, NeedsConfirmation, true},
		{"another subcommand", map[string]any{"command": "cat hide"}, Blocked, false},
		{"another command", map[string]any{"command": "ca"}, Blocked, false},
		{"a caller group", map[string]any{"caller_group": "dev"}, NeedsConfirmation, true},
		{"another group", map[string]any{"caller_group": "ops"}, Blocked, false},
		{"a repository", map[string]any{"repository": "git.example/shop"}, NeedsConfirmation, true},
		{"a host for a path", map[string]any{"host": "h"}, Blocked, false},
		{"all scopes must fit", map[string]any{"command": "cat", "caller_group": "ops"}, Blocked, false},
		{"both scopes fit", map[string]any{"command": "cat", "caller_group": "dev"}, NeedsConfirmation, true},
		{"run out this instant", map[string]any{"command": "cat", "until": now}, Blocked, false},
		{"one nanosecond left", map[string]any{"command": "cat", "until": "2026-11-30T12:00:00.000000001Z"}, NeedsConfirmation, true},
		{"left in another zone", map[string]any{"command": "cat", "until": "2026-11-30T13:00:01+01:00"}, NeedsConfirmation, true},
		{"run out in another zone", map[string]any{"command": "cat", "until": "2026-11-30T13:59:59+02:00"}, Blocked, false},
		{"another rule", map[string]any{"command": "cat", "rules": map[string]bool{"curl.network": true}}, Blocked, false},
		{"a rule switched off", map[string]any{"command": "cat", "rules": map[string]bool{"accesses.secret": false, "curl.network": true}}, Blocked, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := map[string]any{"rules": map[string]bool{"accesses.secret": true}, "owner": "o", "reason": "r", "until": "2030-01-01T00:00:00Z"}
			for k, v := range tt.change {
				e[k] = v
			}
			dir := exceptionLayer(t, "team", map[string]map[string]any{"e1": e})
			for _, lazy := range []bool{false, true} {
				d := open(t, Options{FS: bundleOf(t, sample), Layers: []string{dir}, Lazy: lazy}).Decide(t.Context(), secret())
				if d.Decision != tt.want {
					t.Errorf("lazy=%v: %+v", lazy, d)
				}
				want := []Exception{}
				if tt.applied {
					want = append(want, Exception{Rule: "accesses.secret", ID: "e1", Until: e["until"].(string), From: Blocked, To: tt.want})
				}
				if diff := cmp.Diff(want, d.Exceptions); diff != "" {
					t.Errorf("lazy=%v: exceptions: %s", lazy, diff)
				}
			}
		})
	}
}

func TestExceptionsThatAreRefused(t *testing.T) {
	tests := []struct {
		name   string
		change map[string]any
		want   string
	}{
		{"no rule", map[string]any{"rules": map[string]bool{}}, "names no rule"},
		{"only rules switched off", map[string]any{"rules": map[string]bool{"x": false}}, "names no rule"},
		{"no scope", map[string]any{"command": nil}, "no scope"},
		{"empty scope", map[string]any{"command": ""}, "no scope"},
		{"no owner", map[string]any{"owner": " "}, "no owner"},
		{"no reason", map[string]any{"reason": nil}, "no reason"},
		{"no end", map[string]any{"until": nil}, `until is ""`},
		{"an end without zone", map[string]any{"until": "2030-01-01T00:00:00"}, "until is"},
		{"a date alone", map[string]any{"until": "2030-01-01"}, "until is"},
		{"raising", map[string]any{"to": "BLOCKED"}, "to is"},
		{"an unknown member", map[string]any{"comand": "cat"}, `unknown field "comand"`},
		{"a floor rule", map[string]any{"rules": map[string]bool{"text.bidi": true}}, "part of the floor"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := map[string]any{"rules": map[string]bool{"accesses.secret": true}, "command": "cat", "owner": "o", "reason": "r", "until": "2030-01-01T00:00:00Z"}
			for k, v := range tt.change {
				if v == nil {
					delete(e, k)
				} else {
					e[k] = v
				}
			}
			dir := exceptionLayer(t, "org", map[string]map[string]any{"e1": e})
			for _, lazy := range []bool{false, true} {
				_, err := Open(t.Context(), Options{FS: bundleOf(t, sample), Layers: []string{dir}, Lazy: lazy})
				if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "exception e1") || !strings.Contains(err.Error(), "mend: ") {
					t.Errorf("lazy=%v: error is %v", lazy, err)
				}
			}
		})
	}
}

func TestWaivers(t *testing.T) {
	allow := func(rule string) string {
		return fmt.Sprintf(`package layers.l.rules.endpoints.x

import data.regent.lib

allows contains lib.allow(%q, "endpoints", i) if {
	some i, e in input.endpoints
	e.host == "mirror.example"
}

allows contains lib.allow(%q, "text", -1) if input.endpoints
`, rule, rule)
	}
	call := func(host string) *facts.Input {
		in := input("curl")
		in.Endpoints = []facts.Endpoint{{Host: host, Role: "target", Known: facts.KnownStatic}}
		in.Text.Tags.Bidi = nil
		return in
	}
	dir := layerDir(t, map[string]string{"layers/l/rules/endpoints/x.rego": allow("curl.network")})
	e := open(t, Options{FS: bundleOf(t, sample), Layers: []string{dir}})
	d := e.Decide(t.Context(), call("mirror.example"))
	if d.Decision != Safe || len(d.Exceptions) != 1 || d.Exceptions[0].Rule != "curl.network" || d.Exceptions[0].To != Safe {
		t.Errorf("waived: %+v", d)
	}
	if d := e.Decide(t.Context(), call("other.example")); d.Decision != NeedsConfirmation || len(d.Exceptions) != 0 {
		t.Errorf("not waived: %+v", d)
	}
	// A waiver reaches neither BLOCKED findings nor the floor.
	dir = layerDir(t, map[string]string{"layers/l/rules/endpoints/x.rego": allow("text.bidi")})
	e = open(t, Options{FS: bundleOf(t, sample), Layers: []string{dir}})
	in := call("mirror.example")
	in.Text.Tags.Bidi = []int{-1}
	if d := e.Decide(t.Context(), in); d.Rule != "text.bidi" || len(d.Exceptions) != 0 {
		t.Errorf("the floor: %+v", d)
	}
}
