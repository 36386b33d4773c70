package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/google/go-cmp/cmp"

	"regent/engine"
	"regent/facts"
	"regent/facts/host"
	"regent/facts/path"
	"regent/tools/api"
	"regent/tools/fsread"
)

// world is a suite on an in-memory project, with the shipped policies.
type world struct {
	t     *testing.T
	fs    *path.Mem
	o     Options
	suite *Suite
}

var shipped = sync.OnceValues(func() (*engine.Engine, error) {
	return engine.Open(context.Background(), engine.Options{})
})

func newWorld(t *testing.T, change ...func(*Options)) *world {
	t.Helper()
	e, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	m := path.NewMem()
	for _, d := range []string{"/code/app/src", "/code/app/build", "/code/app/.git", "/home/dev", "/tmp", "/var/tmp", "/usr/bin"} {
		if err := m.MkdirAll(d); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.WriteFile("/code/app/src/main.go", []byte("package main\n")); err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, fs: m}
	w.o = Options{
		Engine: e, FS: m,
		Workspace:   facts.Workspace{Roots: []string{"/code/app"}, CWD: "/code/app", Home: "/home/dev", Temp: []string{"/tmp", "/var/tmp"}, UID: 1000},
		Environment: map[string]string{"HOME": "/home/dev", "PATH": "/usr/bin"},
		Owner:       facts.Caller{ID: "sha256:test", Kind: "local", Transport: "stdio"},
		Slots:       16, AcquireWait: time.Second, CallDeadline: 30 * time.Second,
	}
	if w.o.Usage, err = NewUsage(e); err != nil {
		t.Fatal(err)
	}
	if w.o.Masker, err = NewMasker(e); err != nil {
		t.Fatal(err)
	}
	if w.o.Metrics, err = host.New(host.Options{Interval: time.Millisecond, DiskPath: "/"}); err != nil {
		t.Fatal(err)
	}
	for _, f := range change {
		f(&w.o)
	}
	if w.suite, err = New(w.o); err != nil {
		t.Fatal(err)
	}
	return w
}

// call runs one call and holds its answer against the advertised schema.
func (w *world) call(tool, arguments string) (map[string]any, bool) {
	w.t.Helper()
	r, err := w.suite.Call(w.t.Context(), api.Call{Tool: tool, Arguments: json.RawMessage(arguments), Caller: api.Caller{Transport: "stdio"}})
	if err != nil {
		w.t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	w.fits(tool, r.Structured)
	var doc map[string]any
	if err := json.Unmarshal(r.Structured, &doc); err != nil {
		w.t.Fatal(err)
	}
	return doc, r.IsError
}

func (w *world) fits(tool string, doc json.RawMessage) {
	w.t.Helper()
	for _, t := range w.suite.Tools() {
		if t.Name == tool {
			v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
			if err != nil {
				w.t.Fatal(err)
			}
			if err := compile(w.t, t.OutputSchema).Validate(v); err != nil {
				w.t.Errorf("%s: the answer does not fit its schema: %v\n%s", tool, err, doc)
			}
			return
		}
	}
	w.t.Errorf("%s is not listed", tool)
}

func compile(t *testing.T, schema json.RawMessage) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAdvisoryToolsAnswerWithADecision(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		tool, arguments, decision string
		isError                   bool
	}{
		{"dry_run_command", `{"command":"ls -la"}`, "SAFE", false},
		{"dry_run_command", `{"command":"rm src/main.go"}`, "NEEDS_CONFIRMATION", false},
		{"dry_run_command", `{"command":"rm -rf /srv"}`, "BLOCKED", true},
		{"dry_run_command", `{"command":"rm -rf out","cwd":"build"}`, "SAFE", false},
		{"dry_run_command", `{"command":"echo \u202e","shell":"sh"}`, "BLOCKED", true},
		{"audit_path_access", `{"path":"src/main.go"}`, "SAFE", false},
		{"audit_path_access", `{"path":"src/main.go","operation":"delete"}`, "NEEDS_CONFIRMATION", false},
		{"audit_path_access", `{"path":"~/.ssh/id_rsa"}`, "BLOCKED", true},
		{"budget_guard", `{"tokens":1}`, "SAFE", false},
		{"budget_guard", `{"tokens":9007199254740991}`, "BLOCKED", true},
		{"secret_masker", `{"text":"nothing to hide"}`, "SAFE", false},
	} {
		doc, isError := w.call(c.tool, c.arguments)
		if doc["decision"] != c.decision || isError != c.isError {
			t.Errorf("%s %s: %v, isError %v; want %s, %v", c.tool, c.arguments, doc["decision"], isError, c.decision, c.isError)
		}
		if c.decision != "SAFE" && (doc["reason"] == "" || doc["remedy"] == "") {
			t.Errorf("%s %s: no reason or way out: %v", c.tool, c.arguments, doc)
		}
	}
	if doc, _ := w.call("audit_path_access", `{"path":"/code/app/src/main.go"}`); doc["relative"] != "src/main.go" {
		t.Errorf("relative is %v", doc["relative"])
	}
	if doc, _ := w.call("audit_path_access", `{"path":"/etc/hosts"}`); doc["relative"] != "" {
		t.Errorf("outside, relative is %v", doc["relative"])
	}
}

// TestBadArguments: every kind of bad argument is a problem in band that names
// the argument and never repeats what was sent.
func TestBadArguments(t *testing.T) {
	w := newWorld(t)
	deep := strings.Repeat(`{"a":`, 9) + "1" + strings.Repeat("}", 9)
	for _, c := range []struct{ name, arguments, param string }{
		{"no object", `["SECRET"]`, ""},
		{"null", `null`, ""},
		{"missing", `{}`, "command"},
		{"unknown member", `{"command":"ls","SECRET":1}`, ""},
		{"wrong type", `{"command":7}`, "command"},
		{"null member", `{"command":null}`, "command"},
		{"empty", `{"command":""}`, "command"},
		{"too long", `{"command":"` + strings.Repeat("S", 262145) + `"}`, "command"},
		{"enum", `{"command":"ls","shell":"SECRET"}`, "shell"},
		{"duplicate", `{"command":"ls","command":"SECRET"}`, ""},
		{"lone surrogate", `{"command":"\ud800"}`, "command"},
		{"control character", `{"command":"ls","cwd":"\u0007SECRET"}`, "cwd"},
		{"bidirectional", `{"command":"ls","cwd":"\u202eSECRET"}`, "cwd"},
		{"too deep", `{"command":"ls","cwd":` + deep + `}`, "cwd"},
		{"too many items", `{"command":"ls","cwd":[` + strings.TrimSuffix(strings.Repeat("1,", 1001), ",") + `]}`, "cwd"},
		{"odd member name", `{"command":"ls","cwd":{"a-b":"SECRET"}}`, "cwd"},
		{"dunder", `{"command":"ls","cwd":{"__class__":"SECRET"}}`, "cwd"},
		{"hidden in a list", `{"command":"ls","cwd":["a",["\u202eSECRET"]]}`, "cwd"},
		{"hidden in a member that is not there", `{"command":"ls","SECRET":"\u202e"}`, ""},
		{"lone surrogate elsewhere", `{"command":"ls","cwd":"a\udc00SECRET"}`, "cwd"},
		{"lone surrogate in a name", `{"command":"ls","\ud800SECRET":1}`, ""},
		{"two at once", `{"cwd":"\u0001SECRET","command":5}`, "cwd"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, isError := w.call("dry_run_command", c.arguments)
			b, _ := json.Marshal(doc)
			if !isError || doc["code"] != "MCP_VALIDATION_ERROR" || doc["status"] != 422.0 || strings.Contains(string(b), "SECRET") {
				t.Errorf("%s", b)
			}
			want := []any{c.param}
			if c.param == "" {
				want = []any{}
			}
			if diff := cmp.Diff(want, doc["invalid_params"]); diff != "" {
				t.Errorf("the argument at fault: %s", diff)
			}
		})
	}
	for tool, arguments := range map[string]string{
		"budget_guard":    `{"tokens":1.5}`,
		"secret_masker":   `{"text":"x","final":false}`,
		"system_metrics":  `{"include_disk":"yes"}`,
		"dry_run_command": `{"command":"ls","cwd":"` + strings.Repeat("x", 300) + `"}`,
	} {
		if doc, isError := w.call(tool, arguments); !isError || doc["code"] != "MCP_VALIDATION_ERROR" {
			t.Errorf("%s %s: %v", tool, arguments, doc)
		}
	}
}

func TestUnknownAndDisabledToolsAreTheSame(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Enabled = []string{"dry_run_command"} })
	for _, name := range []string{"audit_path_access", "no_such_tool", ""} {
		if _, err := w.suite.Call(t.Context(), api.Call{Tool: name, Arguments: json.RawMessage(`{}`)}); !errors.Is(err, api.ErrUnknownTool) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if n := len(w.suite.Tools()); n != 1 {
		t.Errorf("%d tools are listed", n)
	}
	o := w.o
	o.Enabled = []string{"no_such_tool"}
	if _, err := New(o); err == nil {
		t.Error("enabled_tools may name a tool that does not exist")
	}
}

func TestSchemasAreSound(t *testing.T) {
	w := newWorld(t)
	last := ""
	for _, tool := range w.suite.Tools() {
		if tool.Name <= last {
			t.Errorf("%s is not in order", tool.Name)
		}
		last = tool.Name
		compile(t, tool.InputSchema)
		compile(t, tool.OutputSchema)
		if tool.Description == "" || tool.Title == "" {
			t.Errorf("%s has no description", tool.Name)
		}
		var s struct{ Type string }
		if json.Unmarshal(tool.OutputSchema, &s) != nil || s.Type != "object" {
			t.Errorf("%s: the output schema is no object", tool.Name)
		}
	}
}

// TestTheInvocationWindow: every valid call counts, whatever its tool; the one
// over the limit is refused without a trace.
func TestTheInvocationWindow(t *testing.T) {
	e, err := engine.Open(t.Context(), engine.Options{Settings: map[string]any{"usage": map[string]any{"invocations_minute": 3}}})
	if err != nil {
		t.Fatal(err)
	}
	rec := &memoryRecord{}
	w := newWorld(t, func(o *Options) {
		o.Engine, o.Recorder = e, rec
		if o.Usage, err = NewUsage(e); err != nil {
			t.Fatal(err)
		}
	})
	w.call("dry_run_command", `{"command":"ls"}`)
	w.call("audit_path_access", `{"path":"src"}`)
	w.call("dry_run_command", `{}`) // a call to an enabled tool all the same
	before := len(rec.decisions)
	for _, tool := range []string{"dry_run_command", "secret_masker", "budget_guard"} {
		doc, isError := w.call(tool, `{"command":"ls"}`)
		if !isError || doc["rule"] != "INVOCATION_RATE_LIMIT" || doc["decision"] != "BLOCKED" {
			t.Errorf("%s: %v", tool, doc)
		}
	}
	if len(rec.decisions) != before {
		t.Error("a refused invocation is on record")
	}
}

// memoryRecord is a recorder that can be told to fail.
type memoryRecord struct {
	mu                     sync.Mutex
	decisions              []Record
	outcomes               []string
	both                   []string // the outcomes that came with their decision
	failDecision, failDone error
	failBoth               error
}

func (r *memoryRecord) Decision(_ context.Context, d Record) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failDecision != nil {
		return "", r.failDecision
	}
	r.decisions = append(r.decisions, d)
	return "id", nil
}

func (r *memoryRecord) Outcome(_ context.Context, _ string, _ Record, code string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failDone != nil {
		return r.failDone
	}
	r.outcomes = append(r.outcomes, code)
	return nil
}

func (r *memoryRecord) Both(_ context.Context, d Record, code string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, err := range []error{r.failBoth, r.failDecision, r.failDone} {
		if err != nil {
			return "", err
		}
	}
	r.decisions, r.outcomes, r.both = append(r.decisions, d), append(r.outcomes, code), append(r.both, code)
	return "id", nil
}

type fullRecord struct{ error }

func (fullRecord) AuditCode() string { return "AUDIT_CAPACITY" }

// TestNothingHappensUnrecorded: a decision that cannot be recorded is BLOCKED,
// whatever the tool; an outcome that cannot be recorded withholds the result.
func TestNothingHappensUnrecorded(t *testing.T) {
	dir := t.TempDir()
	root, err := fsread.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	rec := &memoryRecord{}
	w := newWorld(t, func(o *Options) { o.Recorder, o.Files, o.FS = rec, root, path.OS() })
	calls := map[string]string{
		"dry_run_command": `{"command":"ls"}`, "audit_path_access": `{"path":"src"}`, "budget_guard": `{"tokens":5}`,
		"secret_masker": `{"text":"x"}`, "system_metrics": `{}`, "sandbox_fs_read": `{"relative_path":"none.txt"}`,
	}
	for cause, rule := range map[error]string{errors.New("disk"): "AUDIT_UNAVAILABLE", fullRecord{errors.New("full")}: "AUDIT_CAPACITY"} {
		rec.failDecision = cause
		for tool, arguments := range calls {
			doc, isError := w.call(tool, arguments)
			if !isError || doc["decision"] != "BLOCKED" || doc["rule"] != rule {
				t.Errorf("%s: %v", tool, doc)
			}
			if list, is := doc["budgets"].([]any); is {
				for _, b := range list {
					if used := b.(map[string]any)["used"]; used != 0.0 {
						t.Errorf("%s: what could not be recorded is shown as used: %v", tool, b)
					}
				}
			}
			if _, has := doc["text"]; has {
				t.Errorf("%s: a result came with the refusal", tool)
			}
		}
	}
	rec.failDecision = nil
	doc, _ := w.call("budget_guard", `{"tokens":0}`)
	for _, b := range doc["budgets"].([]any) {
		if used := b.(map[string]any)["used"]; used != 0.0 {
			t.Errorf("an unrecorded call was counted: %v", b)
		}
	}
	rec.failDone = errors.New("disk")
	for _, tool := range []string{"system_metrics", "sandbox_fs_read"} {
		doc, isError := w.call(tool, calls[tool])
		if !isError || doc["rule"] != "AUDIT_UNAVAILABLE" || doc["cpu"] != nil {
			t.Errorf("%s: %v", tool, doc)
		}
	}
	rec.failDone = nil
	w.call("system_metrics", `{"include_disk":true}`)
	if len(rec.outcomes) != 1 || rec.outcomes[0] != "ok" {
		t.Errorf("outcomes: %v", rec.outcomes)
	}
}

// TestAPanicStaysInTheCall: the next call works.
func TestAPanicStaysInTheCall(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Recorder = panicRecord{} })
	if _, err := w.suite.Call(t.Context(), api.Call{Tool: "dry_run_command", Arguments: json.RawMessage(`{"command":"ls"}`)}); err == nil {
		t.Error("no error")
	}
	w.o.Recorder = nil
	again, err := New(w.o)
	if err != nil {
		t.Fatal(err)
	}
	w.suite = again
	w.call("dry_run_command", `{"command":"ls"}`)
}

type panicRecord struct{}

func (panicRecord) Decision(context.Context, Record) (string, error) { panic("SECRET") }

func (panicRecord) Outcome(context.Context, string, Record, string) error { return nil }

func (panicRecord) Both(context.Context, Record, string) (string, error) { panic("SECRET") }

func TestAFullQueueIsSaidInBand(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Slots, o.AcquireWait = 1, 0 })
	w.suite.slots.acquire(t.Context())
	doc, isError := w.call("dry_run_command", `{"command":"ls"}`)
	if !isError || doc["code"] != "MCP_INTERNAL_ERROR" || doc["metadata"].(map[string]any)["retryable"] != true {
		t.Errorf("%v", doc)
	}
}

func TestValidateAndSchemaAgree(t *testing.T) {
	w := newWorld(t)
	schemas := map[string]*jsonschema.Schema{}
	for _, tool := range w.suite.Tools() {
		schemas[tool.Name] = compile(t, tool.OutputSchema)
	}
	ok := Decided{Decision: "SAFE", Findings: []Finding{}, Exceptions: []engine.Exception{}}
	noRule, badWord, noList := ok, ok, ok
	noRule.Decision, badWord.Decision, noList.Findings = "BLOCKED", "MAYBE", nil
	empty := ok
	empty.Decision, empty.Rule = "BLOCKED", "x"
	empty.Findings = []Finding{{}}
	for _, d := range []Decided{ok, noRule, badWord, noList, empty} {
		b, err := json.Marshal(&d)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		ours, theirs := d.Validate(), schemas["dry_run_command"].Validate(v)
		if (ours == nil) != (theirs == nil) {
			t.Errorf("%s: Validate says %v, the schema says %v", b, ours, theirs)
		}
	}
	for code := range codes {
		p := NewProblem(code, "detail")
		b, _ := json.Marshal(p)
		v, _ := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if p.Validate() != nil || schemas["dry_run_command"].Validate(v) != nil {
			t.Errorf("%s does not fit", code)
		}
		p.Status++
		b, _ = json.Marshal(p)
		v, _ = jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if p.Validate() == nil || schemas["dry_run_command"].Validate(v) == nil {
			t.Errorf("%s with another status fits", code)
		}
	}
}
