// Package config reads Regent's settings from all their sources and checks them
// before anything is served.
//
// Order of authority, highest first: the managed file (root's), flags, the
// environment, the configuration file, defaults. What the managed file sets,
// nothing below can change, so that neither a cloned repository nor an agent's
// environment block swaps the policy, the record or the roots.
//
// Promises: a setting that is unknown, given twice, of the wrong type or out of
// bounds stops the start; the error names the source and the setting, never the
// value. What is not here: limits that a policy decides with. They are policy
// settings; the few that have a name here are handed on as a settings layer.
package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

// ManagedPath is the file that belongs to root and has the last word.
const ManagedPath = "/etc/regent/managed.json"

// managedOwner is the user that must own the managed file.
const managedOwner = 0

// Config is the checked configuration. Paths are absolute and clean.
type Config struct {
	Roots []string // first: where commands start
	CWD   string
	Home  string
	Temp  []string

	EnabledTools []string // nil: all whose resources are configured

	Policy           []string
	PolicyDeadlineMS int64
	JudgeScripts     bool

	Audit Audit

	InvocationsMinute int64
	SQL               SQL
	SafeDataDir       string // "": sandbox_fs_read is off
	Metrics           Metrics
	Calls             Calls
	HTTP              HTTP

	Groups     []string
	Labels     []string
	Repository string

	LogLevel string

	// StateDir holds what Regent keeps for this user. It may not exist yet.
	StateDir string
	// Guarded are the paths of Regent's own configuration, policies and record,
	// for the path table.
	Guarded []string
}

// Audit configures the record.
type Audit struct {
	Path               string // "": off
	MaxRecords         int64
	MaxDBBytes         int64
	WALCheckpointBytes int64
	Capture            string
	CheckpointFile     string
	CheckpointStderr   bool
	CheckpointCommand  []string
}

// SQL configures read_only_sql.
type SQL struct {
	DSN             string // "": off
	ConnectTimeoutS float64
	QueryTimeoutS   float64
	PoolMaxSize     int64
	ApplicationName string
	SearchPath      []string
	MaxBytes        int64
	LiveCatalog     bool
}

// Metrics configures system_metrics.
type Metrics struct {
	Enabled    bool
	CPUSampleS float64
	DiskPath   string
}

// Calls bounds all calls.
type Calls struct {
	Concurrent    int64
	AcquireS      float64
	TimeoutS      float64
	ArgumentDepth int64
	ArgumentItems int64
}

// HTTP configures serving over HTTP.
type HTTP struct {
	Address        string
	Token          string
	AllowedHosts   []string
	AllowedOrigins []string
}

// Error is a fault of a source: one line that names it, and a hint.
type Error struct {
	Where string // file, variable or flag
	Key   string
	What  string
	Hint  string
}

func (e *Error) Error() string {
	s := e.Where + ": "
	if e.Key != "" {
		s += e.Key + " "
	}
	s += e.What
	if e.Hint != "" {
		s += "; hint: " + e.Hint
	}
	return s
}

// Sources says where to read from.
type Sources struct {
	// File is the configuration file; "" looks at REGENT_CONFIG,
	// RUNTIME_GUARD_CONFIG and the user's configuration directory.
	File string
	// Flags are the command line's, by the names in the table; nil for none.
	Flags *pflag.FlagSet
	// Getenv reads the environment; nil is os.LookupEnv.
	Getenv func(string) (string, bool)
	// Managed is the managed file; "" is ManagedPath. Only tests set it.
	Managed string
	// CWD is the working directory; "" is the process's.
	CWD string
}

// Load reads and checks all sources.
func Load(s Sources) (*Config, error) {
	if s.Getenv == nil {
		s.Getenv = os.LookupEnv
	}
	if s.Managed == "" {
		s.Managed = ManagedPath
	}
	if s.CWD == "" {
		wd, err := os.Getwd()
		if err != nil {
			return nil, &Error{Where: "working directory", What: "cannot be read"}
		}
		s.CWD = wd
	}
	v, files, err := s.layers()
	if err != nil {
		return nil, err
	}
	return s.build(v, files)
}

// layers puts the checked values of every source into one viper, whose
// precedence is Set (managed), flag, environment, file, default.
func (s *Sources) layers() (v *viper.Viper, files []string, err error) {
	v = viper.New()
	for i := range keys {
		if keys[i].def != nil {
			v.SetDefault(keys[i].name, keys[i].def)
		}
	}
	if file := s.file(); file != "" {
		m, err := readFile(file, false)
		if err != nil {
			return nil, nil, err
		}
		if err := v.MergeConfigMap(m); err != nil {
			return nil, nil, &Error{Where: file, What: "cannot be merged"}
		}
		files = append(files, file)
	}
	for i := range keys {
		if err := s.environment(v, &keys[i]); err != nil {
			return nil, nil, err
		}
	}
	if err := s.flags(v); err != nil {
		return nil, nil, err
	}
	if _, err := os.Lstat(s.Managed); err == nil {
		m, err := readFile(s.Managed, true)
		if err != nil {
			return nil, nil, err
		}
		for name, value := range m {
			v.Set(name, value)
		}
		files = append(files, s.Managed)
	} else if !os.IsNotExist(err) {
		return nil, nil, &Error{Where: s.Managed, What: "cannot be read (" + cause(err) + ")"}
	}
	return v, files, nil
}

func (s *Sources) file() string {
	if s.File != "" {
		return s.File
	}
	for _, name := range []string{"REGENT_CONFIG", "RUNTIME_GUARD_CONFIG"} {
		if p, ok := s.Getenv(name); ok && p != "" {
			return p
		}
	}
	base, ok := s.Getenv("XDG_CONFIG_HOME")
	if !ok || !filepath.IsAbs(base) {
		home, err := s.home()
		if err != nil {
			return ""
		}
		base = filepath.Join(home, ".config")
	}
	for _, ext := range []string{"json", "yaml", "yml"} {
		p := filepath.Join(base, "regent", "config."+ext)
		if _, err := os.Stat(p); err == nil {
			return p
		}
	}
	return ""
}

// environment overrides the file's value by the first variable that is set.
func (s *Sources) environment(v *viper.Viper, k *key) error {
	if k.managedOnly {
		return nil
	}
	names := append([]string{"REGENT_" + strings.ToUpper(k.name)}, k.aliases...)
	for _, name := range names {
		text, ok := s.Getenv(name)
		if !ok || text == "" {
			continue
		}
		value, err := k.fromText(text)
		if err != nil {
			return &Error{Where: "environment", Key: name, What: err.Error()}
		}
		return merge(v, k.name, value, "environment")
	}
	return nil
}

// flags override the environment. Only flags that were given count.
func (s *Sources) flags(v *viper.Viper) error {
	if s.Flags == nil {
		return nil
	}
	for i := range keys {
		k := &keys[i]
		if k.flag == "" {
			continue
		}
		f := s.Flags.Lookup(k.flag)
		if f == nil || !f.Changed {
			continue
		}
		var value any
		var err error
		if list, ok := f.Value.(pflag.SliceValue); ok {
			items := []any{}
			for _, e := range list.GetSlice() {
				items = append(items, e)
			}
			value, err = k.check(items)
		} else {
			value, err = k.fromText(f.Value.String())
		}
		if err != nil {
			return &Error{Where: "flag", Key: "--" + k.flag, What: err.Error()}
		}
		if err := merge(v, k.name, value, "flag"); err != nil {
			return err
		}
	}
	return nil
}

func merge(v *viper.Viper, name string, value any, where string) error {
	if err := v.MergeConfigMap(map[string]any{name: value}); err != nil {
		return &Error{Where: where, Key: name, What: "cannot be merged"}
	}
	return nil
}

func (s *Sources) home() (string, error) {
	if h, ok := s.Getenv("HOME"); ok && filepath.IsAbs(h) {
		return filepath.Clean(h), nil
	}
	h, err := userHome()
	if err != nil || !filepath.IsAbs(h) {
		return "", fmt.Errorf("the user has no home directory")
	}
	return filepath.Clean(h), nil
}
