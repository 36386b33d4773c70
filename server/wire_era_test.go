package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestWire12ErasShareAStream(t *testing.T) {
	w := start(t)
	if m := w.ask(modern("1", "tools/list", "")); m.into(t)["resultType"] != "complete" {
		t.Errorf("modern first: %s", m.text)
	}
	w.greet()
	legacy := w.ask(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo"}}`)
	if _, has := legacy.into(t)["resultType"]; has {
		t.Errorf("legacy has resultType: %s", legacy.text)
	}
	if m := w.ask(call("3", "echo", "{}")); m.into(t)["resultType"] != "complete" {
		t.Errorf("modern after the handshake: %s", m.text)
	}
	// _meta without the version is the legacy era.
	m := w.ask(`{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"_meta":{"progressToken":1,"x/y":2}}}`)
	if _, has := m.into(t)["ttlMs"]; has {
		t.Errorf("legacy list has ttlMs: %.80s", m.text)
	}
}

func initialize(version, capabilities, client string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":` + version +
		`,"capabilities":` + capabilities + `,"clientInfo":` + client + `}}`
}

func TestWire13Handshake(t *testing.T) {
	const client = `{"name":"c","version":"1"}`
	for asked, offered := range map[string]string{
		"2025-11-25": "2025-11-25", "2025-06-18": "2025-06-18", "2025-03-26": "2025-03-26", "2024-11-05": "2024-11-05",
		"2026-07-28": "2025-11-25", "2099-01-01": "2025-11-25", "": "2025-11-25", "x": "2025-11-25",
	} {
		w := start(t)
		m := w.ask(initialize(`"`+asked+`"`, "{}", client))
		if got := m.into(t)["protocolVersion"]; got != offered {
			t.Errorf("asked for %q, offered %v", asked, got)
		}
	}
	w := start(t)
	for _, frame := range []string{
		initialize(`1`, `{}`, client), initialize(`null`, `{}`, client), initialize(`"2025-06-18"`, `[]`, client),
		initialize(`"2025-06-18"`, `null`, client), initialize(`"2025-06-18"`, `{}`, `"c"`), initialize(`"2025-06-18"`, `{}`, `{"name":"c"}`),
		initialize(`"2025-06-18"`, `{}`, `{"version":"1"}`), initialize(`"2025-06-18"`, `{}`, `{"name":1,"version":"1"}`),
		initialize(`"2025-06-18"`, `{}`, `{"name":"c","version":1}`), initialize(`"2025-06-18"`, `{}`, `{"name":"c","version":"1","title":1}`),
		`{"jsonrpc":"2.0","id":1,"method":"initialize"}`, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`,
	} {
		if m := w.ask(frame); m.code() != codeParams {
			t.Errorf("%s: %s", frame, m.text)
		}
	}
	for _, method := range []string{"tools/list", "tools/call", "no/such", "server/discover", "logging/setLevel", "resources/list"} {
		if m := w.ask(`{"jsonrpc":"2.0","id":1,"method":"` + method + `"}`); m.code() != codeInvalid {
			t.Errorf("%s before initialize: %s", method, m.text)
		}
	}
	if m := w.ask(`{"jsonrpc":"2.0","id":1,"method":"ping"}`); m.Error != nil {
		t.Errorf("ping before initialize: %s", m.text)
	}
	w.send(initialize(`"2025-06-18"`, `{}`, `{"name":"c","version":"1","title":"C"}`), cancelOf("1")) // can't be cancelled
	if m := w.recv(); m.Error != nil {
		t.Errorf("initialize: %s", m.text)
	}
	if m := w.ask(hello); m.code() != codeInvalid {
		t.Errorf("a second initialize: %s", m.text)
	}
	if m := w.ask(`{"jsonrpc":"2.0","id":1,"method":"no/such"}`); m.code() != codeNoMethod {
		t.Errorf("an unknown method after it: %s", m.text)
	}
}

// withMeta builds a request with these members of _meta.
func withMeta(method string, members ...string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{"_meta":{` + strings.Join(members, ",") + `}}}`
}

const (
	metaV = `"io.modelcontextprotocol/protocolVersion":"2026-07-28"`
	metaC = `"io.modelcontextprotocol/clientCapabilities":{}`
)

func TestWire14Modern(t *testing.T) {
	w := start(t)
	m := w.ask(withMeta("server/discover", metaV, metaC))
	if got := fmt.Sprint(m.into(t)["supportedVersions"]); got != "[2026-07-28 2025-11-25 2025-06-18 2025-03-26 2024-11-05]" {
		t.Errorf("discover: %s", m.text)
	}
	for frame, code := range map[string]int{
		withMeta("tools/list", metaV): codeParams,
		withMeta("tools/list", metaV, `"io.modelcontextprotocol/clientCapabilities":[]`):          codeParams,
		withMeta("tools/list", metaV, `"io.modelcontextprotocol/clientCapabilities":null`):        codeParams,
		withMeta("tools/list", `"io.modelcontextprotocol/protocolVersion":1`, metaC):              codeParams,
		withMeta("tools/list", `"io.modelcontextprotocol/protocolVersion":null`, metaC):           codeParams,
		withMeta("tools/list", `"io.modelcontextprotocol/protocolVersion":["2026-07-28"]`, metaC): codeParams,
		withMeta("tools/list", `"io.modelcontextprotocol/protocolVersion":"2027-01-01"`, metaC):   codeVersion,
		withMeta("tools/list", `"io.modelcontextprotocol/protocolVersion":"2025-11-25"`, metaC):   codeVersion,
		withMeta("tools/list", `"io.modelcontextprotocol/protocolVersion":""`):                    codeVersion,
		withMeta("initialize", metaV, metaC):                                                      codeNoMethod,
		withMeta("ping", metaV, metaC):                                                            codeNoMethod,
		withMeta("logging/setLevel", metaV, metaC):                                                codeNoMethod,
	} {
		if m := w.ask(frame); m.code() != code {
			t.Errorf("%s: %s", frame, m.text)
		}
	}
	m = w.ask(withMeta("tools/list", `"io.modelcontextprotocol/protocolVersion":"2027-\u0061é"`, metaC))
	if got, want := string(m.Error.Data), `{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"2027-a\u00e9"}`; got != want {
		t.Errorf("data %s", got)
	}
	// Nothing is inherited: neither from the handshake nor from a request.
	w.greet()
	_ = w.ask(withMeta("tools/list", metaV, metaC, `"io.modelcontextprotocol/clientInfo":{"name":"earlier","version":"1"}`))
	if m := w.ask(withMeta("tools/list", metaV)); m.code() != codeParams {
		t.Errorf("capabilities were inherited: %s", m.text)
	}
	_ = w.ask(call("2", "echo", "{}"))
	if c := w.fake.last(t).Caller; c.ClientName != "" || c.ClientVersion != "" {
		t.Errorf("client info was inherited: %+v", c)
	}
	_ = w.ask(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo"}}`)
	if c := w.fake.last(t).Caller; c.ClientName != "c" {
		t.Errorf("the handshake's client info is lost: %+v", c)
	}
}

func TestWire15ModernResults(t *testing.T) {
	w := start(t)
	server := func(m msg) any {
		meta, _ := m.into(t)["_meta"].(map[string]any)
		return meta[metaServer]
	}
	for _, frame := range []string{modern("1", "server/discover", ""), modern("1", "tools/list", ""), call("1", "echo", "{}")} {
		m := w.ask(frame)
		r := m.into(t)
		if r["resultType"] != "complete" || fmt.Sprint(server(m)) != "map[name:fixture version:1]" {
			t.Errorf("%.200s", m.text)
		}
		if strings.Contains(frame, "tools/call") {
			continue
		}
		if r["ttlMs"] != 0.0 || r["cacheScope"] != "private" {
			t.Errorf("%.200s", m.text)
		}
	}
	var list struct {
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
		NextCursor *string `json:"nextCursor"`
	}
	if err := json.Unmarshal(w.ask(modern("1", "tools/list", "")).Result, &list); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	if !slices.IsSorted(names) || len(names) != len(w.fake.Tools()) || list.NextCursor != nil {
		t.Errorf("listed %v", names)
	}
	for _, cursor := range []string{`""`, `"x"`, `null`, `1`} {
		if m := w.ask(modern("1", "tools/list", `"cursor":`+cursor)); m.code() != codeParams {
			t.Errorf("cursor %s: %.80s", cursor, m.text)
		}
	}
	w.greet()
	if m := w.ask(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}`); m.code() != codeParams {
		t.Errorf("legacy cursor: %.80s", m.text)
	}
}

func TestWire16Listen(t *testing.T) {
	w := start(t)
	w.send(modern(`"s1"`, "subscriptions/listen", `"notifications":{"toolsListChanged":true}`))
	if got := w.line(); got != `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"s1"},"notifications":{}}}` {
		t.Errorf("acknowledged: %s", got)
	}
	m := w.recv()
	if r := m.into(t); string(m.ID) != `"s1"` || r["resultType"] != "complete" || r["_meta"].(map[string]any)[metaSubscription] != "s1" {
		t.Errorf("ended: %s", m.text)
	}
	for _, params := range []string{"", `"notifications":null`, `"notifications":[]`} {
		if m := w.ask(modern("1", "subscriptions/listen", params)); m.code() != codeParams {
			t.Errorf("%q: %s", params, m.text)
		}
	}
	w.greet()
	if m := w.ask(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{}}}`); m.code() != codeNoMethod {
		t.Errorf("legacy: %s", m.text)
	}
}

func TestWire17ToolsOnly(t *testing.T) {
	w := start(t)
	w.greet()
	for _, method := range []string{
		"resources/list", "resources/read", "resources/templates/list", "resources/subscribe", "prompts/list", "prompts/get",
		"completion/complete", "logging/setLevel", "tasks/list", "tools/unknown", "", "Tools/list", "tools/list ",
	} {
		for _, frame := range []string{modern("1", method, ""), `{"jsonrpc":"2.0","id":1,"method":"` + method + `"}`} {
			if m := w.ask(frame); m.code() != codeNoMethod || m.Error.Data != nil {
				t.Errorf("%s: %s", frame, m.text)
			}
		}
	}
	for _, note := range []string{"notifications/initialized", "notifications/roots/list_changed", "notifications/unknown", "x"} {
		w.send(`{"jsonrpc":"2.0","method":"` + note + `"}`)
		w.quiet()
	}
	if m := w.ask(modern("1", "server/discover", "")); fmt.Sprint(m.into(t)["capabilities"]) != "map[tools:map[]]" {
		t.Errorf("capabilities: %s", m.text)
	}
}

func TestWire18RequestState(t *testing.T) {
	w := start(t)
	w.greet()
	for _, params := range []string{
		`"requestState":""`, `"requestState":"x"`, `"requestState":null`, `"requestState":{}`,
		`"inputResponses":[]`, `"inputResponses":null`, `"inputResponses":"x"`,
	} {
		params = `"name":"echo","arguments":{},` + params
		if m := w.ask(modern("1", "tools/call", params)); m.code() != codeParams {
			t.Errorf("%s: %s", params, m.text)
		}
		if m := w.ask(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + params + `}}`); m.code() != codeParams {
			t.Errorf("legacy %s: %s", params, m.text)
		}
	}
	if m := w.ask(modern("1", "tools/call", `"name":"echo","inputResponses":{"what":{"ever":1}},"unknown":1`)); m.Error != nil {
		t.Errorf("unknown keys: %s", m.text)
	}
	if a := w.fake.last(t).Answer; a.Responses != nil || a.State != nil {
		t.Errorf("the answer was passed on: %+v", a)
	}
	if m := w.ask(call("1", "ask", "{}")); m.code() != codeInternal {
		t.Errorf("a tool asked without leave: %s", m.text)
	}

	on := start(t, func(o *Options) { o.Elicit = true })
	m := on.ask(call("1", "ask", "{}"))
	if got := string(m.Result); got != `{"inputRequests":{"confirm":{"method":"elicitation/create"}},"requestState":"s1","resultType":"input_required","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"fixture","version":"1"}}}` {
		t.Errorf("asking: %s", got)
	}
	_ = on.ask(modern("1", "tools/call", `"name":"echo","inputResponses":{"confirm":{}},"requestState":"s1"`))
	if a := on.fake.last(t).Answer; a.State == nil || *a.State != "s1" || string(a.Responses) != `{"confirm":{}}` {
		t.Errorf("the answer: %+v", a)
	}
	if m := on.ask(modern("1", "tools/call", `"name":"echo","requestState":1`)); m.code() != codeParams {
		t.Errorf("a state that is no string: %s", m.text)
	}
	on.greet()
	if m := on.ask(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask"}}`); m.code() != codeInternal {
		t.Errorf("asked in the legacy era: %s", m.text)
	}
}

func TestWire19Shapes(t *testing.T) {
	goodCaps := []string{
		`{}`, `{"roots":{}}`, `{"roots":{"listChanged":true,"x":1}}`, `{"sampling":{"context":{},"tools":{}}}`, `{"elicitation":{"form":{},"url":{}}}`,
		`{"experimental":{"anything":{}}}`, `{"extensions":{"com.example/thing":{},"io.modelcontextprotocol/ui-2.x_y":{"a":1}}}`, `{"unknown":{"a":[1]}}`,
		`{"tasks":{"list":{},"requests":{"sampling":{}}}}`,
	}
	badCaps := []string{
		`{"roots":true}`, `{"roots":[]}`, `{"roots":{"listChanged":1}}`, `{"sampling":1}`, `{"sampling":{"tools":true}}`, `{"sampling":{"context":[]}}`,
		`{"elicitation":null}`, `{"elicitation":{"form":1}}`, `{"elicitation":{"url":true}}`, `{"experimental":{"x":1}}`, `{"experimental":[]}`,
		`{"extensions":{"thing":{}}}`, `{"extensions":{"com.example/thing":1}}`, `{"extensions":{"/thing":{}}}`, `{"extensions":{"com.example/":{}}}`,
		`{"extensions":{"1com/x":{}}}`, `{"extensions":{"com..x/x":{}}}`, `{"extensions":{"com-/x":{}}}`, `{"extensions":{"com/-x":{}}}`, `{"extensions":{"com/a/b":{}}}`,
		`{"extensions":{"":{}}}`, `{"unknown":1}`, `{"unknown":null}`,
	}
	goodInfo := []string{
		`{"name":"","version":""}`, `{"name":"n","version":"1","title":"t","description":"d","websiteUrl":"not checked","icons":[],"x":1}`,
		`{"name":"n","version":"1","icons":[{"src":"s"},{"src":"s","mimeType":"m","sizes":["1x1","any"],"theme":"dark"},{"src":"","theme":"light"}]}`,
	}
	badInfo := []string{
		`1`, `null`, `[]`, `{"name":"n"}`, `{"version":"1"}`, `{"name":1,"version":"1"}`, `{"name":"n","version":1}`, `{"name":"n","version":"1","title":1}`,
		`{"name":"n","version":"1","description":1}`, `{"name":"n","version":"1","websiteUrl":[]}`, `{"name":"n","version":"1","icons":{}}`,
		`{"name":"n","version":"1","icons":[1]}`, `{"name":"n","version":"1","icons":[{}]}`, `{"name":"n","version":"1","icons":[{"src":1}]}`,
		`{"name":"n","version":"1","icons":[{"src":"s","mimeType":1}]}`, `{"name":"n","version":"1","icons":[{"src":"s","sizes":"1x1"}]}`,
		`{"name":"n","version":"1","icons":[{"src":"s","sizes":[1]}]}`, `{"name":"n","version":"1","icons":[{"src":"s","theme":"blue"}]}`,
		`{"name":"n","version":"1","icons":[{"src":"s","theme":1}]}`, `{"name":"n","version":"1","icons":[{"src":"s"},{"src":"s","theme":null}]}`,
	}
	w := start(t)
	try := func(caps, info string, ok bool) {
		t.Helper()
		frame := modern("1", "tools/call", `"name":"echo"`)
		frame = strings.Replace(frame, metaC, `"io.modelcontextprotocol/clientCapabilities":`+caps+`,"io.modelcontextprotocol/clientInfo":`+info+`,"un/known":[]`, 1)
		before := w.fake.count.Load()
		m := w.ask(frame)
		if ran := w.fake.count.Load() > before; ok != (m.Error == nil) || ran != ok || !ok && m.code() != codeParams {
			t.Errorf("modern caps %s info %s: %s", caps, info, m.text)
		}
		if ok {
			return // a handshake happens once
		}
		if m := w.ask(initialize(`"2025-11-25"`, caps, info)); m.code() != codeParams {
			t.Errorf("legacy caps %s info %s: %s", caps, info, m.text)
		}
	}
	for _, c := range goodCaps {
		try(c, goodInfo[0], true)
	}
	for _, i := range goodInfo {
		try(`{}`, i, true)
	}
	for _, c := range badCaps {
		try(c, goodInfo[0], false)
	}
	for _, i := range badInfo {
		try(`{}`, i, false)
	}
	for _, c := range goodCaps {
		for _, i := range goodInfo {
			one := start(t)
			if m := one.ask(initialize(`"2025-11-25"`, c, i)); m.Error != nil {
				t.Errorf("legacy caps %s info %s: %s", c, i, m.text)
			}
		}
	}
}

func TestWire20TraceHeaders(t *testing.T) {
	w := start(t)
	w.greet()
	bad := []string{
		`"traceparent":"x"`, `"traceparent":1`, `"traceparent":null`, `"traceparent":"00-` + strings.Repeat("0", 32) + `-b7ad6b7169203331-01"`,
		`"tracestate":"a"`, `"tracestate":[]`, `"tracestate":"a=1,a=2"`, `"baggage":""`, `"baggage":"a=b,"`, `"baggage":{}`, `"baggage":"a=%x"`,
	}
	good := []string{`"traceparent":"` + okTraceparent + `"`, `"tracestate":""`, `"tracestate":"a=1, b@c=2"`, `"baggage":"a=%20;p=1,b="`}
	for _, member := range append(slices.Clone(bad), good...) {
		wrong := slices.Contains(bad, member)
		for _, frame := range []string{
			withMeta("ping", member), withMeta("tools/list", metaV, metaC, member),
			strings.Replace(call("1", "echo", "{}"), metaC, metaC+","+member, 1),
		} {
			before := w.fake.count.Load()
			m := w.ask(frame)
			if wrong != (m.code() == codeParams) || !wrong && m.Error != nil {
				t.Errorf("%s: %.100s", frame, m.text)
			}
			if wrong && w.fake.count.Load() != before {
				t.Error("a tool ran")
			}
			if strings.Contains(m.text, "b7ad6b71") {
				t.Error("echoed")
			}
		}
	}
	// In a cancellation it makes the cancellation void.
	w.send(call("9", "wait", "{}"))
	w.fake.began(t, w.fake.count.Load())
	for _, member := range bad {
		w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9,"_meta":{` + member + `}}}`)
	}
	w.quiet()
	close(w.fake.gate)
	if m := w.recv(); string(m.ID) != "9" || m.Error != nil {
		t.Errorf("the call was cancelled: %s", m.text)
	}
	if log := w.log.String(); strings.Contains(log, "b7ad6b71") {
		t.Error("logged")
	}
	for _, c := range w.fake.calls {
		if s := fmt.Sprintf("%+v", c); strings.Contains(s, "b7ad6b71") {
			t.Error("passed on")
		}
	}
}

func TestWire21MetadataIsNoAuthority(t *testing.T) {
	w := start(t)
	claims := `"io.modelcontextprotocol/clientInfo":{"name":"admin","version":"9","role":"root"},"vendor.example/role":"admin","authorization":"Bearer x"`
	_ = w.ask(strings.Replace(call("1", "echo", `{"a":1}`), metaC, metaC+","+claims, 1))
	c := w.fake.last(t)
	if c.Caller.Kind != "local" || c.Caller.Transport != "stdio" || c.Caller.ClientName != "admin" {
		t.Errorf("caller %+v", c.Caller)
	}
	if string(c.Arguments) != `{"a":1}` {
		t.Errorf("arguments %s", c.Arguments)
	}
	if s := fmt.Sprintf("%+v %s", c, c.Caller.Capabilities); strings.Contains(s, "role") || strings.Contains(s, "Bearer") {
		t.Errorf("claims reach the tool: %s", s)
	}
}
