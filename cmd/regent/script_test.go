package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"regent": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the binary as a user would, one script for each behaviour.
// Every script starts in a project of its own, in a home of its own.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			work, err := filepath.EvalSymlinks(e.WorkDir)
			if err != nil {
				return err
			}
			home := filepath.Join(work, "home")
			app := filepath.Join(home, "app")
			for _, d := range []string{filepath.Join(app, "src"), filepath.Join(work, "tmp"), filepath.Join(app, "build")} {
				if err := os.MkdirAll(d, 0o755); err != nil {
					return err
				}
			}
			e.Setenv("HOME", home)
			e.Setenv("APP", app)
			e.Setenv("XDG_STATE_HOME", filepath.Join(work, "state"))
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(work, "config"))
			e.Setenv("REGENT_TEMP_DIRS", filepath.Join(work, "tmp"))
			e.Setenv("PATH", e.Getenv("PATH"))
			e.Cd = app
			return nil
		},
	})
}
