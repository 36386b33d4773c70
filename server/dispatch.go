package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"

	"regent/internal/asciijson"
	"regent/internal/strictjson"
	"regent/tools/api"
)

// Options configure both transports. The zero value serves.
type Options struct {
	// Name, Title, Version and Instructions are what we say of ourselves.
	Name, Title, Version, Instructions string
	// Log takes what an operator should see; nil means text on stderr. The
	// peer's input never reaches it.
	Log *slog.Logger
	// Elicit lets a tool ask the peer back (api.Reply.Ask, modern era only)
	// and passes the peer's answer on. Without it any requestState is refused
	// and a tool that asks has failed.
	Elicit bool

	Stdio StdioOptions
	HTTP  HTTPOptions

	limits limits // zero: the defaults
}

// Dispatcher serves checked messages. It holds no state of any peer.
type Dispatcher struct {
	run    api.Runner
	o      Options
	log    *slog.Logger
	tools  map[string]*tool
	server string // the Implementation object
	list   [2]string
	hello  string // what initialize and server/discover share, without braces
	// prepare does what the tools can do ahead; see api.Preparer.
	prepare func()
}

// tool is what dispatch and the HTTP header check need of a tool.
type tool struct{ headers []paramHeader }

// newDispatcher encodes what never changes.
func newDispatcher(run api.Runner, o Options) (*Dispatcher, error) {
	if o.Name == "" {
		o.Name = "regent"
	}
	o.Version = cmp.Or(o.Version, "dev")
	if o.limits == (limits{}) {
		o.limits = defaultLimits
	}
	d := &Dispatcher{run: run, o: o, log: o.Log, tools: map[string]*tool{}, prepare: func() {}}
	if p, ok := run.(api.Preparer); ok {
		d.prepare = p.Prepare
	}
	if d.log == nil {
		d.log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	info := map[string]string{"name": o.Name, "version": o.Version}
	if o.Title != "" {
		info["title"] = o.Title
	}
	d.server = encode(info)
	d.hello = `"capabilities":{"tools":{}}`
	if o.Instructions != "" {
		d.hello += `,"instructions":` + encode(o.Instructions)
	}
	sorted := slices.SortedFunc(slices.Values(run.Tools()), func(a, b api.Tool) int { return cmp.Compare(a.Name, b.Name) })
	var list []byte
	for _, t := range sorted {
		if d.tools[t.Name] != nil {
			return nil, fmt.Errorf("listing tools: %q stands twice", t.Name)
		}
		entry, err := encodeTool(t)
		if err != nil {
			return nil, fmt.Errorf("listing tool %q: %w", t.Name, err)
		}
		headers, err := paramHeaders(t.InputSchema)
		if err != nil {
			return nil, fmt.Errorf("listing tool %q: %w", t.Name, err)
		}
		d.tools[t.Name] = &tool{headers}
		if len(list) > 0 {
			list = append(list, ',')
		}
		list = append(list, entry...)
	}
	d.list[Legacy] = `{"tools":[` + string(list) + `]}`
	d.list[Modern] = `{"tools":[` + string(list) + `],"ttlMs":0,"cacheScope":"private",` + d.complete() + `}`
	return d, nil
}

// complete are the members that end every modern result.
func (d *Dispatcher) complete() string {
	return `"resultType":"complete","_meta":{"` + metaServer + `":` + d.server + `}`
}

// encodeTool gives a tool's entry in tools/list.
func encodeTool(t api.Tool) ([]byte, error) {
	for _, s := range []json.RawMessage{t.InputSchema, t.OutputSchema} {
		if len(s) == 0 {
			continue
		}
		if v, err := strictjson.Parse(s); err != nil || v.Kind() != strictjson.Object {
			return nil, errors.New("a schema is no JSON object")
		}
	}
	if len(t.InputSchema) == 0 {
		return nil, errors.New("no input schema")
	}
	type hints struct {
		ReadOnly    bool `json:"readOnlyHint"`
		Destructive bool `json:"destructiveHint"`
		Idempotent  bool `json:"idempotentHint"`
		OpenWorld   bool `json:"openWorldHint"`
	}
	b, err := json.Marshal(struct {
		Name         string          `json:"name"`
		Title        string          `json:"title,omitempty"`
		Description  string          `json:"description,omitempty"`
		InputSchema  json.RawMessage `json:"inputSchema"`
		OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
		Annotations  hints           `json:"annotations"`
	}{t.Name, t.Title, t.Description, t.InputSchema, t.OutputSchema, hints(t.Annotations)})
	return asciijson.Append(nil, b), err
}

// encode gives a value that can't fail as ASCII JSON.
func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and maps of strings only
	}
	return string(asciijson.Append(nil, b))
}

// resolve finds whether the message's method exists in its era and whether its
// params have the shape that the method wants. It runs nothing.
func (d *Dispatcher) resolve(m *Message) *Error {
	check, ok := checks[m.Meta.Era][m.Method]
	if !ok {
		return refuse(codeNoMethod, "Method not found")
	}
	if m.Params.Get("requestState").Exists() && !d.o.Elicit {
		return invalidParams
	}
	if r := m.Params.Get("inputResponses"); r.Exists() && r.Kind() != strictjson.Object {
		return invalidParams
	}
	if check == nil {
		return nil
	}
	return check(d, m)
}

// unknownTool is a problem of RFC 9457 that doesn't say which name was asked.
var unknownTool = &Error{codeParams, "Unknown tool", `{"type":"urn:regent:problem:validation-error","title":"Validation error","status":422,` +
	`"detail":"There is no enabled tool of this name.","code":"MCP_VALIDATION_ERROR","invalid_params":["name"]}`}

// checkCall finds the tool and prepares its call.
func checkCall(d *Dispatcher, m *Message) *Error {
	name, ok := m.Params.Get("name").Text()
	args := m.Params.Get("arguments")
	if !ok || args.Exists() && args.Kind() != strictjson.Object {
		return invalidParams
	}
	call := &api.Call{Tool: name, Arguments: args.Raw()}
	if d.o.Elicit {
		if state := m.Params.Get("requestState"); state.Exists() {
			s, ok := state.Text()
			if !ok {
				return invalidParams
			}
			call.Answer.State = &s
		}
		call.Answer.Responses = m.Params.Get("inputResponses").Raw()
	}
	if d.tools[name] == nil {
		return unknownTool
	}
	if len(call.Arguments) == 0 {
		call.Arguments = json.RawMessage("{}")
	}
	m.call = call
	return nil
}

// Dispatch answers a request that passed the front and resolve. It never
// panics and never waits for anything but the tool.
func (d *Dispatcher) Dispatch(ctx context.Context, m Message) Reply {
	switch m.Method {
	case methodInitialize:
		asked, _ := m.Params.Get("protocolVersion").Text()
		return Reply{raw: `{"protocolVersion":"` + offer(asked) + `",` + d.hello + `,"serverInfo":` + d.server + `}`}
	case methodPing:
		return Reply{raw: `{}`}
	case methodDiscover:
		return Reply{raw: `{"supportedVersions":` + encode(slices.Concat(modernVersions, legacyVersions)) + `,` + d.hello +
			`,"ttlMs":0,"cacheScope":"private",` + d.complete() + `}`}
	case methodList:
		return Reply{raw: d.list[m.Meta.Era]}
	case methodListen:
		return d.listen(m)
	case methodCall:
		return d.call(ctx, m)
	}
	return Reply{err: refuse(codeNoMethod, "Method not found")}
}

// listen agrees to nothing, since nothing of ours changes, and ends at once.
func (d *Dispatcher) listen(m Message) Reply {
	id := string(asciijson.Append(nil, m.ID.value.Raw()))
	tag := `"` + metaSubscription + `":` + id
	return Reply{
		before: `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{` + tag + `},"notifications":{}}}`,
		raw:    `{"resultType":"complete","_meta":{` + tag + `,"` + metaServer + `":` + d.server + `}}`,
	}
}

// call runs a tool and keeps its faults away from the peer.
func (d *Dispatcher) call(ctx context.Context, m Message) (reply Reply) {
	defer func() {
		if p := recover(); p != nil {
			d.log.Error("a tool crashed", "tool", m.call.Tool, "panic", p, "stack", string(debug.Stack()))
			reply = Reply{err: internalError}
		}
	}()
	call := *m.call
	call.Caller, call.Progress = m.Caller, m.Progress
	answer, err := d.run.Call(ctx, call)
	var missing *api.MissingCapability
	switch {
	case err == nil:
	case errors.Is(err, api.ErrUnknownTool):
		return Reply{err: unknownTool}
	case errors.Is(err, api.ErrBadAnswer):
		return Reply{err: invalidParams}
	case errors.As(err, &missing):
		return Reply{err: &Error{
			codeCapability, "Missing required client capability",
			`{"requiredCapabilities":` + string(asciijson.Append(nil, missing.Required)) + `}`,
		}}
	default:
		if ctx.Err() == nil { // else it was told to stop
			d.log.Error("a tool failed", "tool", call.Tool, "error", err)
		}
		return Reply{err: internalError}
	}
	if answer.Ask != nil && (m.Meta.Era != Modern || !d.o.Elicit) || !sound(answer) {
		d.log.Error("a tool gave an answer that can't be sent", "tool", call.Tool)
		return Reply{err: internalError}
	}
	return Reply{tool: &answer, modern: m.Meta.Era == Modern, tail: d.server}
}

// sound reports whether an answer is what its type promises. What is not would
// break the frame around it.
func sound(r api.Reply) bool {
	if r.Ask != nil {
		return r.Ask.Requests == nil || asciijson.Object(r.Ask.Requests)
	}
	for _, c := range r.Content {
		if !asciijson.Object(c) {
			return false
		}
	}
	if r.Wire != nil {
		return len(r.Structured) > 0 && len(r.Wire.Text) > 0 && len(r.Content) == 0
	}
	return asciijson.Object(r.Structured) || len(r.Structured) == 0 && len(r.Content) > 0
}
