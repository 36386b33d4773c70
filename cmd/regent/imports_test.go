package main

import (
	"os/exec"
	"strings"
	"testing"
)

// mayImport is the table of rooms: who may import whom, of ours. A room is the
// longest entry that is a package's path or holds it; internal may be imported
// by all.
var mayImport = map[string][]string{
	"regent/cmd":          {"regent"},
	"regent/server":       {"regent/tools/api"},
	"regent/tools/api":    {},
	"regent/tools":        {"regent/tools", "regent/facts", "regent/engine", "regent/audit"},
	"regent/facts":        {"regent/facts"},
	"regent/engine":       {"regent/facts", "regent/engine", "regent/policies"},
	"regent/audit":        {"regent/audit"},
	"regent/policies":     {},
	"regent/policy_tests": {"regent"},
	"regent/internal":     {},
}

// opaUsers are the packages that may import OPA directly.
var opaUsers = []string{"regent/engine", "regent/engine/bundle", "regent/engine/bench"}

// forbidden packages would start OPA's runtime in every process.
var forbidden = []string{"/opa/v1/sdk", "/opa/v1/plugins", "/opa/v1/runtime"}

func TestRoomsImportDownTheLine(t *testing.T) {
	for _, line := range goList(t, "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "regent/...") {
		pkg, imports, _ := strings.Cut(line, " ")
		room := roomOf(pkg)
		if room == "" {
			t.Errorf("%s belongs to no room", pkg)
			continue
		}
		for _, imp := range strings.Fields(imports) {
			if strings.Contains(imp, "open-policy-agent/opa") && !in(pkg, opaUsers) {
				t.Errorf("%s imports %s: OPA belongs to the engine", pkg, imp)
			}
			if !strings.HasPrefix(imp, "regent/") || inRoom(imp, "regent/internal") {
				continue
			}
			if !allowed(room, imp) {
				t.Errorf("%s imports %s: the room %s may not", pkg, imp, room)
			}
		}
	}
}

func TestTheBinaryLeavesOPAsRuntimeOut(t *testing.T) {
	for _, dep := range goList(t, "-deps", "regent/cmd/regent") {
		for _, f := range forbidden {
			if strings.Contains(dep, f) {
				t.Errorf("the binary links %s", dep)
			}
		}
	}
}

func roomOf(pkg string) string {
	best := ""
	for room := range mayImport {
		if inRoom(pkg, room) && len(room) > len(best) {
			best = room
		}
	}
	return best
}

func allowed(room, imp string) bool {
	for _, a := range mayImport[room] {
		if inRoom(imp, a) {
			return true
		}
	}
	return false
}

func inRoom(pkg, dir string) bool { return pkg == dir || strings.HasPrefix(pkg, dir+"/") }

func in(s string, list []string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}

func goList(t *testing.T, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}
