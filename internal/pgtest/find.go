package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// oldest is the first major version that the product supports.
const oldest = 15

// Directory names the environment variable that says where initdb and postgres
// are. When it is set, no other place is looked at.
const Directory = "REGENT_TEST_PG_BIN"

// binaries is the directory that holds initdb and postgres.
func binaries(ctx context.Context) (string, error) {
	if dir := os.Getenv(Directory); dir != "" {
		if !usable(ctx, dir) {
			return "", fmt.Errorf("%s: no PostgreSQL %d or newer in %s", Directory, oldest, dir)
		}
		return dir, nil
	}
	if dir, ok := find(ctx); ok {
		return dir, nil
	}
	if err := install(ctx); err != nil {
		return "", fmt.Errorf("find PostgreSQL %d or newer on PATH or below /usr/lib/postgresql: none; install it: %w", oldest, err)
	}
	if dir, ok := find(ctx); ok {
		return dir, nil
	}
	return "", fmt.Errorf("the installed PostgreSQL is older than %d", oldest)
}

func find(ctx context.Context) (string, bool) {
	var dirs []string
	if p, err := exec.LookPath("initdb"); err == nil {
		if p, err = filepath.EvalSymlinks(p); err == nil {
			dirs = append(dirs, filepath.Dir(p))
		}
	}
	installed, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(installed, func(a, b string) int { return versionOf(b) - versionOf(a) })
	for _, dir := range append(dirs, installed...) {
		if usable(ctx, dir) {
			return dir, true
		}
	}
	return "", false
}

func versionOf(bin string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(bin)))
	return n
}

// usable: both programs are there and new enough.
func usable(ctx context.Context, dir string) bool {
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return false
	}
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
	if err != nil {
		return false
	}
	for word := range strings.FieldsSeq(string(out)) {
		n, _, _ := strings.Cut(word, ".")
		if major, err := strconv.Atoi(n); err == nil {
			return major >= oldest
		}
	}
	return false
}

func install(ctx context.Context) error {
	if os.Geteuid() != 0 {
		return errors.New("not root")
	}
	apt, err := exec.LookPath("apt-get")
	if err != nil {
		return err
	}
	run := func(args ...string) error {
		cmd := exec.CommandContext(ctx, apt, args...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, out)
		}
		return nil
	}
	if err := run("update"); err != nil {
		return err
	}
	return run("install", "-y", "--no-install-recommends", "postgresql")
}
