package config

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "rewrite golden files")

// world is a home with a project in it and nothing managed.
type world struct {
	t             *testing.T
	home, project string
	env           map[string]string
	managed, conf string
	flags         *pflag.FlagSet
}

func newWorld(t *testing.T) *world {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{
		t: t, home: filepath.Join(base, "home"), project: filepath.Join(base, "home", "app"),
		env: map[string]string{}, managed: filepath.Join(base, "managed.json"), conf: filepath.Join(base, "config.json"),
		flags: pflag.NewFlagSet("t", pflag.ContinueOnError),
	}
	for _, d := range []string{w.project, filepath.Join(base, "lib")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	w.env["HOME"] = w.home
	w.flags.StringArray("workspace", nil, "")
	w.flags.StringArray("policy", nil, "")
	w.flags.String("http", "", "")
	return w
}

func (w *world) write(path, text string) string {
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
	return path
}

func (w *world) load(file string) (*Config, error) {
	return Load(Sources{
		File: file, Flags: w.flags, Managed: w.managed, CWD: w.project,
		Getenv: func(k string) (string, bool) { v, ok := w.env[k]; return v, ok },
	})
}

func TestDefaults(t *testing.T) {
	w := newWorld(t)
	c, err := w.load("")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{w.project}, c.Roots); diff != "" {
		t.Error(diff)
	}
	if c.CWD != w.project || c.Home != w.home || c.InvocationsMinute != 600 || c.Calls.Concurrent != 16 || c.Calls.TimeoutS != 30 {
		t.Errorf("defaults: %+v", c)
	}
	if c.Audit.Path != filepath.Join(w.home, ".local/state/regent/audit/audit.db") || c.Audit.MaxRecords != 100000 {
		t.Errorf("audit: %+v", c.Audit)
	}
	if !c.Metrics.Enabled || c.SQL.DSN != "" || c.SafeDataDir != "" || c.EnabledTools != nil {
		t.Errorf("tools: %+v", c)
	}
}

func TestOrderOfAuthority(t *testing.T) {
	w := newWorld(t)
	file := w.write(w.conf, `{"invocations_minute": 1, "max_concurrent_tools": 1, "tool_timeout_seconds": 1, "log_level": "info"}`)
	w.env["REGENT_MAX_CONCURRENT_TOOLS"] = "2"
	w.env["MCP_TOOL_TIMEOUT_SECONDS"] = "2.5"
	w.env["REGENT_HTTP_ADDRESS"] = "127.0.0.1:1"
	if err := w.flags.Parse([]string{"--http", "127.0.0.1:2"}); err != nil {
		t.Fatal(err)
	}
	w.write(w.managed, `{"log_level": "error", "groups": ["payments"]}`)
	c, err := w.load(file)
	if os.Geteuid() != 0 {
		// The managed file belongs to another user than root here.
		if err == nil || !strings.Contains(err.Error(), "belong to root") {
			t.Fatalf("a managed file that is not root's was taken: %v", err)
		}
		t.Skip("the rest needs root")
	}
	if err != nil {
		t.Fatal(err)
	}
	if c.InvocationsMinute != 1 || c.Calls.Concurrent != 2 || c.Calls.TimeoutS != 2.5 || c.HTTP.Address != "127.0.0.1:2" || c.LogLevel != "error" {
		t.Errorf("order: %+v", c)
	}
	if diff := cmp.Diff([]string{"payments"}, c.Groups); diff != "" {
		t.Error(diff)
	}
}

func TestManagedPinsBeatEverything(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can write a managed file")
	}
	w := newWorld(t)
	lib := filepath.Join(filepath.Dir(w.home), "lib")
	w.write(w.managed, `{"workspace": ["`+w.project+`"], "policy": ["`+lib+`"], "audit_db": "/var/lib/regent/audit.db"}`)
	w.env["REGENT_WORKSPACE"], w.env["REGENT_POLICY"], w.env["REGENT_AUDIT_DB"] = lib, w.project, "off"
	if err := w.flags.Parse([]string{"--workspace", lib, "--policy", w.project}); err != nil {
		t.Fatal(err)
	}
	c, err := w.load("")
	if err != nil {
		t.Fatal(err)
	}
	if c.Roots[0] != w.project || c.Policy[0] != lib || c.Audit.Path != "/var/lib/regent/audit.db" {
		t.Errorf("a pin was overridden: %+v", c)
	}
	if err := os.Chmod(w.managed, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := w.load(""); err == nil {
		t.Error("a managed file that anyone can write was taken")
	}
}

func TestNullMeansOff(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct{ file, env string }{{`{"audit_db": null}`, ""}, {`{}`, "off"}, {"audit_db: ~\n", ""}} {
		name := w.conf
		if strings.HasPrefix(c.file, "audit") {
			name = strings.TrimSuffix(w.conf, "json") + "yaml"
		}
		w.env["REGENT_AUDIT_DB"] = c.env
		got, err := w.load(w.write(name, c.file))
		if err != nil || got.Audit.Path != "" {
			t.Errorf("%q %q: path %q, %v", c.file, c.env, got.Audit.Path, err)
		}
	}
}

// TestRefused holds each kind of broken source: the error is one line, names
// the source, and never holds the value.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ name, ext, text, want string }{
		{"duplicate key", "json", `{"log_level":"info","log_l\u0065vel":"error"}`, "duplicate"},
		{"unknown key", "json", `{"audit_bd":"SECRET"}`, "closest is audit_db"},
		{"folded key", "json", `{"Audit_DB":"SECRET"}`, "does not exist"},
		{"wrong type", "json", `{"invocations_minute":"SECRET"}`, "must be an integer"},
		{"fraction", "json", `{"invocations_minute":1.5}`, "must be an integer"},
		{"out of bounds", "json", `{"sql_pool_max_size":33}`, "from 1 to 32"},
		{"not finite", "json", `{"tool_timeout_seconds":1e999}`, "strict JSON"},
		{"null where it means nothing", "json", `{"log_level":null}`, "may not be null"},
		{"not one object", "json", `[]`, "one object"},
		{"two values", "json", `{} {}`, "strict JSON"},
		{"bad UTF-8", "json", "{\"log_level\":\"\xff\"}", "UTF-8"},
		{"too deep", "json", strings.Repeat("[", 65) + strings.Repeat("]", 65), "strict JSON"},
		{"too large", "json", `{"log_level":"` + strings.Repeat("x", 1<<20) + `"}`, "1 MiB"},
		{"root as root", "json", `{"allowed_roots":["/"]}`, "file system root"},
		{"missing root", "json", `{"allowed_roots":["/SECRET/nowhere"]}`, "cannot be read"},
		{"managed only", "json", `{"groups":["SECRET"]}`, "managed"},
		{"dsn scheme", "json", `{"sql_dsn":"mysql://u:SECRET@h/d"}`, "postgres"},
		{"yaml duplicate", "yaml", "log_level: info\nlog_level: error\n", "stands twice"},
		{"yaml alias", "yaml", "policy: &a [x]\nallowed_roots: *a\n", "anchors"},
		{"yaml not finite", "yaml", "tool_timeout_seconds: .inf\n", "as in JSON"},
		{"yaml two documents", "yaml", "log_level: info\n---\nlog_level: info\n", "one document"},
		{"yaml broken", "yaml", "a: [SECRET", "no YAML"},
		{"relative safe dir", "json", `{"safe_data_dir":"SECRET"}`, "absolute"},
		{"short token", "json", `{"auth_token":"SECRET"}`, "characters"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			_, err := w.load(w.write(strings.TrimSuffix(w.conf, "json")+c.ext, c.text))
			checkRefusal(t, err, c.want)
		})
	}
	t.Run("home as root", func(t *testing.T) {
		w := newWorld(t)
		_, err := w.load(w.write(w.conf, `{"allowed_roots":["`+w.home+`"]}`))
		checkRefusal(t, err, "home directory")
	})
	t.Run("what holds home as root", func(t *testing.T) {
		w := newWorld(t)
		_, err := w.load(w.write(w.conf, `{"allowed_roots":["`+filepath.Dir(w.home)+`"]}`))
		checkRefusal(t, err, "home directory")
	})
	t.Run("missing file", func(t *testing.T) {
		w := newWorld(t)
		_, err := w.load(filepath.Join(w.home, "none.json"))
		checkRefusal(t, err, "no such file")
	})
	t.Run("environment", func(t *testing.T) {
		w := newWorld(t)
		w.env["MCP_SQL_POOL_MAX_SIZE"] = "SECRET"
		_, err := w.load("")
		checkRefusal(t, err, "MCP_SQL_POOL_MAX_SIZE")
	})
	t.Run("missing policy", func(t *testing.T) {
		w := newWorld(t)
		if err := w.flags.Parse([]string{"--policy", "/SECRET"}); err != nil {
			t.Fatal(err)
		}
		_, err := w.load("")
		checkRefusal(t, err, "policy")
	})
}

func checkRefusal(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatal("taken")
	}
	if msg := err.Error(); !strings.Contains(msg, want) || strings.Contains(msg, "SECRET") || strings.Contains(msg, "\n") {
		t.Errorf("message %q, want one line with %q and without the value", msg, want)
	}
}

func TestSeedVariables(t *testing.T) {
	w := newWorld(t)
	lib := filepath.Join(filepath.Dir(w.home), "lib")
	for k, v := range map[string]string{
		"RUNTIME_GUARD_WORKSPACE_ROOT": lib, "RUNTIME_GUARD_AUTH_TOKEN": "0123456789abcdef",
		"MCP_SQL_DSN": "postgres://h/d", "MCP_SQL_CONNECT_TIMEOUT": "1", "MCP_SQL_QUERY_TIMEOUT": "2",
		"MCP_SQL_POOL_MAX_SIZE": "3", "MCP_SQL_APPLICATION_NAME": "x", "MCP_SAFE_DATA_DIR": lib,
		"MCP_METRICS_ENABLED": "false", "MCP_METRICS_CPU_SAMPLE_SECONDS": "0.5", "MCP_METRICS_DISK_PATH": "/usr",
		"MCP_MAX_CONCURRENT_TOOLS": "4", "MCP_TOOL_ACQUIRE_TIMEOUT_SECONDS": "0", "MCP_TOOL_TIMEOUT_SECONDS": "9",
		"MCP_MAX_ARGUMENT_DEPTH": "5", "MCP_MAX_ARGUMENT_ITEMS": "6", "MCP_SERVER_SUITE_LOG_LEVEL": "DEBUG",
		"RUNTIME_GUARD_CONFIG": w.write(w.conf, `{"invocations_minute": 7}`),
	} {
		w.env[k] = v
	}
	c, err := w.load("")
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{
		Roots: []string{lib}, CWD: lib, Home: w.home, Temp: c.Temp, PolicyDeadlineMS: 2000, JudgeScripts: true,
		Audit: c.Audit, InvocationsMinute: 7,
		SQL:         SQL{DSN: "postgres://h/d", ConnectTimeoutS: 1, QueryTimeoutS: 2, PoolMaxSize: 3, ApplicationName: "x", MaxBytes: 1 << 20},
		SafeDataDir: lib, Metrics: Metrics{CPUSampleS: 0.5, DiskPath: "/usr"},
		Calls:    Calls{Concurrent: 4, AcquireS: 0, TimeoutS: 9, ArgumentDepth: 5, ArgumentItems: 6},
		HTTP:     HTTP{Address: "127.0.0.1:8765", Token: "0123456789abcdef"},
		LogLevel: "debug", StateDir: c.StateDir, Guarded: c.Guarded,
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
}

// TestSchemaAgreesWithTheCheck: the shipped schema is the table's, and takes
// and refuses what the check takes and refuses.
func TestSchemaAgreesWithTheCheck(t *testing.T) {
	golden := "../../docs/schemas/config.json"
	if *update {
		if err := os.WriteFile(golden, Schema(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	shipped, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(Schema()), string(shipped)); diff != "" {
		t.Fatalf("the shipped schema is stale, run the test with -update:\n%s", diff)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(shipped))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	values := []string{`null`, `""`, `"x"`, `"info"`, `"metadata"`, `0`, `1`, `-1`, `1.5`, `0.001`, `5000`, `1e15`, `true`, `[]`, `["a"]`, `[""]`, `[1]`, `{}`, `"0123456789abcdef"`}
	for i := range keys {
		for _, v := range values {
			dec := json.NewDecoder(strings.NewReader(v))
			dec.UseNumber()
			var decoded any
			if err := dec.Decode(&decoded); err != nil {
				t.Fatal(err)
			}
			_, ours := keys[i].check(decoded)
			theirs := schema.Validate(map[string]any{keys[i].name: decoded})
			if (ours == nil) != (theirs == nil) {
				t.Errorf("%s = %s: check says %v, schema says %v", keys[i].name, v, ours, theirs)
			}
		}
	}
}

func FuzzReadFile(f *testing.F) {
	f.Add([]byte(`{"log_level":"info"}`), true)
	f.Add([]byte("log_level: info\n"), false)
	f.Add([]byte("a: &x [*x]"), false)
	f.Fuzz(func(t *testing.T, raw []byte, asJSON bool) {
		name := filepath.Join(t.TempDir(), "c.yaml")
		if asJSON {
			name = filepath.Join(filepath.Dir(name), "c.json")
		}
		if err := os.WriteFile(name, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := readFile(name, false)
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("an error of two lines: %q", err)
		}
		for k := range m {
			if keyByName[k] == nil {
				t.Error("an unknown setting was taken")
			}
		}
	})
}

// A list in the environment: paths as in PATH, everything else by commas, since
// addresses hold colons.
func TestListsInTheEnvironment(t *testing.T) {
	w := newWorld(t)
	other := filepath.Join(w.home, "other")
	if err := os.Mkdir(other, 0o755); err != nil {
		t.Fatal(err)
	}
	w.env["REGENT_WORKSPACE"] = w.project + ":" + other
	w.env["REGENT_ALLOWED_ORIGINS"] = "http://a.example:3000, https://[::1]:8443"
	w.env["REGENT_ALLOWED_HOSTS"] = "a.example,::1"
	w.env["REGENT_ENABLED_TOOLS"] = "dry_run_command,secret_masker"
	c, err := w.load("")
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]string{
		"roots":   cmp.Diff([]string{w.project, other}, c.Roots),
		"origins": cmp.Diff([]string{"http://a.example:3000", "https://[::1]:8443"}, c.HTTP.AllowedOrigins),
		"hosts":   cmp.Diff([]string{"a.example", "::1"}, c.HTTP.AllowedHosts),
		"tools":   cmp.Diff([]string{"dry_run_command", "secret_masker"}, c.EnabledTools),
	} {
		if d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// Numbers that two readers of YAML read differently are refused.
func TestYAMLNumbersAreWrittenAsInJSON(t *testing.T) {
	for _, n := range []string{"010", "0x10", "0o10", "1_000", "+10", ".5e3", "5.", ".inf", ".nan", "1:30", "!!int 010"} {
		w := newWorld(t)
		file := w.write(filepath.Join(w.home, "c.yaml"), "audit_max_records: "+n+"\n")
		if _, err := w.load(file); err == nil {
			t.Errorf("%s passed", n)
		}
	}
	w := newWorld(t)
	c, err := w.load(w.write(filepath.Join(w.home, "c.yaml"), "audit_max_records: 500\nsql_query_timeout: 1.5e0\n"))
	if err != nil || c.Audit.MaxRecords != 500 || c.SQL.QueryTimeoutS != 1.5 {
		t.Errorf("%v, %+v", err, c)
	}
}

// What is no regular file is refused at once, also a pipe that nobody writes to.
func TestAPipeIsNoConfiguration(t *testing.T) {
	w := newWorld(t)
	file := filepath.Join(w.home, "pipe.json")
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Skip(err)
	}
	for _, f := range []string{file, w.home, "/dev/null"} {
		if _, err := w.load(f); err == nil || !strings.Contains(err.Error(), "no regular file") {
			t.Errorf("%s: %v", f, err)
		}
	}
}
