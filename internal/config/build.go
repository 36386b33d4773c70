package config

import (
	"net/url"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/viper"
)

func userHome() (string, error) {
	u, err := user.Current()
	if err != nil {
		return "", err
	}
	return u.HomeDir, nil
}

// build turns the layered values into a Config and checks what a single value
// cannot show: that paths exist, and what they are.
func (s *Sources) build(v *viper.Viper, files []string) (*Config, error) {
	g := getter{v}
	home, err := s.home()
	if err != nil {
		return nil, &Error{Where: "environment", Key: "HOME", What: "names no home directory"}
	}
	c := &Config{
		Home:              home,
		EnabledTools:      g.strings("enabled_tools"),
		PolicyDeadlineMS:  g.integer("policy_deadline_ms"),
		JudgeScripts:      g.boolean("judge_scripts"),
		InvocationsMinute: g.integer("invocations_minute"),
		Audit: Audit{
			MaxRecords:         g.integer("audit_max_records"),
			MaxDBBytes:         g.integer("audit_max_db_bytes"),
			WALCheckpointBytes: g.integer("audit_wal_checkpoint_bytes"),
			Capture:            g.string("audit_capture"),
			CheckpointFile:     g.string("audit_checkpoint_file"),
			CheckpointStderr:   g.boolean("audit_checkpoint_stderr"),
			CheckpointCommand:  g.strings("audit_checkpoint_command"),
		},
		SQL: SQL{
			DSN:             g.string("sql_dsn"),
			ConnectTimeoutS: g.number("sql_connect_timeout"),
			QueryTimeoutS:   g.number("sql_query_timeout"),
			PoolMaxSize:     g.integer("sql_pool_max_size"),
			ApplicationName: g.string("sql_application_name"),
			SearchPath:      g.strings("sql_search_path"),
			MaxBytes:        g.integer("sql_max_bytes"),
			LiveCatalog:     g.boolean("sql_live_catalog"),
		},
		Metrics: Metrics{
			Enabled:    g.boolean("metrics_enabled"),
			CPUSampleS: g.number("metrics_cpu_sample_seconds"),
			DiskPath:   g.string("metrics_disk_path"),
		},
		Calls: Calls{
			Concurrent:    g.integer("max_concurrent_tools"),
			AcquireS:      g.number("tool_acquire_timeout_seconds"),
			TimeoutS:      g.number("tool_timeout_seconds"),
			ArgumentDepth: g.integer("max_argument_depth"),
			ArgumentItems: g.integer("max_argument_items"),
		},
		HTTP: HTTP{
			Address:        g.string("http_address"),
			Token:          g.string("auth_token"),
			AllowedHosts:   g.strings("allowed_hosts"),
			AllowedOrigins: g.strings("allowed_origins"),
		},
		Groups: g.strings("groups"), Labels: g.strings("labels"), Repository: g.string("repository"),
		LogLevel: g.string("log_level"),
	}
	if err := s.places(c, g); err != nil {
		return nil, err
	}
	if err := checkDSN(c.SQL.DSN); err != nil {
		return nil, err
	}
	c.Guarded = append(c.Guarded, files...)
	c.Guarded = append(c.Guarded, filepath.Dir(s.Managed))
	c.Guarded = append(c.Guarded, c.Policy...)
	c.Guarded = append(c.Guarded, c.StateDir)
	if c.Audit.Path != "" {
		for _, suffix := range []string{"", "-wal", "-shm", ".lock"} {
			c.Guarded = append(c.Guarded, c.Audit.Path+suffix)
		}
	}
	if c.Audit.CheckpointFile != "" {
		c.Guarded = append(c.Guarded, c.Audit.CheckpointFile)
	}
	return c, nil
}

// places checks and resolves every path.
func (s *Sources) places(c *Config, g getter) error {
	roots := g.strings("workspace")
	given := len(roots) > 0
	if !given {
		roots = []string{s.CWD}
	}
	for i, dir := range append(roots, g.strings("allowed_roots")...) {
		name := "workspace"
		if i >= len(roots) {
			name = "allowed_roots"
		}
		resolved, err := s.root(dir, c.Home)
		if err != nil {
			err.Key = name
			if !given && i == 0 {
				err.Hint = "name the directory of the work with --workspace DIR"
			}
			return err
		}
		if i == 0 {
			c.CWD = resolved
		}
		if !slices.Contains(c.Roots, resolved) {
			c.Roots = append(c.Roots, resolved)
		}
	}
	// Started from within the workspace, relative paths mean the directory that
	// we are in.
	if cwd, err := filepath.EvalSymlinks(s.CWD); err == nil && given && within(cwd, c.Roots) {
		c.CWD = cwd
	}
	for _, dir := range g.strings("temp_dirs") {
		if !filepath.IsAbs(dir) || filepath.Clean(dir) == "/" {
			return &Error{Where: "configuration", Key: "temp_dirs", What: "must hold absolute directories below /"}
		}
		c.Temp = appendWithTarget(c.Temp, filepath.Clean(dir))
	}
	for _, dir := range g.strings("policy") {
		abs := s.abs(dir)
		st, err := os.Stat(abs)
		if err != nil || !st.IsDir() {
			return &Error{Where: "configuration", Key: "policy", What: "names no readable directory", Hint: "a policy directory holds layers/<name>/"}
		}
		c.Policy = append(c.Policy, abs)
	}
	if dir := g.string("safe_data_dir"); dir != "" {
		st, err := os.Stat(dir)
		if !filepath.IsAbs(dir) || err != nil || !st.IsDir() {
			return &Error{Where: "configuration", Key: "safe_data_dir", What: "must be an absolute directory that exists"}
		}
		c.SafeDataDir = filepath.Clean(dir)
	}
	if !filepath.IsAbs(c.Metrics.DiskPath) {
		return &Error{Where: "configuration", Key: "metrics_disk_path", What: "must be an absolute path"}
	}
	c.StateDir = s.stateDir(c.Home)
	if !g.off("audit_db") {
		c.Audit.Path = g.string("audit_db")
		if c.Audit.Path == "" {
			c.Audit.Path = filepath.Join(c.StateDir, "audit", "audit.db")
		}
		c.Audit.Path = s.abs(c.Audit.Path)
	}
	if c.Audit.CheckpointFile != "" {
		c.Audit.CheckpointFile = s.abs(c.Audit.CheckpointFile)
	}
	return nil
}

// root resolves a root directory. The file system root, the home directory and
// what holds it are refused: as roots they would make everything the work.
func (s *Sources) root(dir, home string) (string, *Error) {
	resolved, err := filepath.EvalSymlinks(s.abs(dir))
	if err != nil {
		return "", &Error{Where: "configuration", What: "names a directory that cannot be read (" + cause(err) + ")"}
	}
	if st, err := os.Stat(resolved); err != nil || !st.IsDir() {
		return "", &Error{Where: "configuration", What: "must name a directory"}
	}
	real := home
	if h, err := filepath.EvalSymlinks(home); err == nil {
		real = h
	}
	if resolved == "/" || resolved == home || within(real, []string{resolved}) {
		return "", &Error{
			Where: "configuration", What: "may not be the file system root, the home directory or a directory that holds it",
			Hint: "name the directory of the project",
		}
	}
	return resolved, nil
}

func (s *Sources) stateDir(home string) string {
	if d, ok := s.Getenv("XDG_STATE_HOME"); ok && filepath.IsAbs(d) {
		return filepath.Join(d, "regent")
	}
	return filepath.Join(home, ".local", "state", "regent")
}

func (s *Sources) abs(p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(s.CWD, p)
}

func checkDSN(dsn string) error {
	if dsn == "" {
		return nil
	}
	u, err := url.Parse(dsn)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return &Error{Where: "configuration", Key: "sql_dsn", What: "must be a postgres:// or postgresql:// address"}
	}
	return nil
}

func appendWithTarget(list []string, dir string) []string {
	if !slices.Contains(list, dir) {
		list = append(list, dir)
	}
	if t, err := filepath.EvalSymlinks(dir); err == nil && t != "/" && !slices.Contains(list, t) {
		list = append(list, t)
	}
	return list
}

func within(p string, dirs []string) bool {
	for _, d := range dirs {
		if p == d || strings.HasPrefix(p, strings.TrimSuffix(d, "/")+"/") {
			return true
		}
	}
	return false
}

// getter reads values that were checked when they entered the viper.
type getter struct{ v *viper.Viper }

func (g getter) off(name string) bool {
	_, is := g.v.Get(name).(off)
	return is
}

func (g getter) string(name string) string {
	s, _ := g.v.Get(name).(string)
	return s
}

func (g getter) strings(name string) []string {
	s, _ := g.v.Get(name).([]string)
	return s
}

func (g getter) boolean(name string) bool {
	b, _ := g.v.Get(name).(bool)
	return b
}

func (g getter) integer(name string) int64 {
	switch n := g.v.Get(name).(type) {
	case int64:
		return n
	case int:
		return int64(n)
	}
	return 0
}

func (g getter) number(name string) float64 {
	switch n := g.v.Get(name).(type) {
	case float64:
		return n
	case int64:
		return float64(n)
	}
	return 0
}
