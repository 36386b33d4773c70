package server

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"
)

// TestMain lets the test binary be the command fixture, a server process of
// its own: signals, exit statuses and the real stdin belong to a process.
func TestMain(m *testing.M) {
	testscript.Main(leakFree{m}, map[string]func(){"fixture": serveFixture})
}

// serveFixture serves on the process's stdin and stdout. "wait" calls end half a
// second after the start, or never with FIXTURE=shut.
func serveFixture() {
	f := newFake()
	if os.Getenv("FIXTURE") != "shut" {
		time.AfterFunc(500*time.Millisecond, func() { close(f.gate) })
	}
	code, err := ServeStdio(context.Background(), f, Options{Name: "fixture", Version: "1"})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// leakFree runs the tests and then looks for goroutines.
type leakFree struct{ m *testing.M }

func (l leakFree) Run() int {
	code := l.m.Run()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// TestScripts are whole sessions, frames in and replies out.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}
