package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"regent/tools/api"
)

func TestWire22ToolErrors(t *testing.T) {
	w := start(t)
	m := w.ask(call("1", "hidden_name", "{}"))
	var problem struct {
		Type, Title, Detail, Code string
		Status                    int
		InvalidParams             []string `json:"invalid_params"`
	}
	if err := json.Unmarshal(m.Error.Data, &problem); err != nil {
		t.Fatal(err)
	}
	if m.code() != codeParams || !slices.Equal(problem.InvalidParams, []string{"name"}) || problem.Status != 422 ||
		!strings.HasPrefix(problem.Type, "urn:regent:problem:") || strings.Contains(m.text, "hidden_name") {
		t.Errorf("unknown tool: %s", m.text)
	}
	for _, params := range []string{
		``, `"arguments":{}`, `"name":1`, `"name":null`, `"name":["echo"]`, `"name":"echo","arguments":[]`, `"name":"echo","arguments":null`,
		`"name":"echo","arguments":"{}"`,
	} {
		if m := w.ask(modern("1", "tools/call", params)); m.code() != codeParams || m.Error.Data != nil {
			t.Errorf("%s: %s", params, m.text)
		}
	}
	if n := w.fake.count.Load(); n != 0 {
		t.Errorf("%d tools ran", n)
	}
	// What the tool thinks of its arguments is in band.
	m = w.ask(call("1", "blocked", `{"any":"thing"}`))
	if r := m.into(t); r["isError"] != true || fmt.Sprint(r["structuredContent"]) != "map[decision:BLOCKED]" {
		t.Errorf("in band: %s", m.text)
	}
	_ = w.ask(modern("1", "tools/call", `"name":"echo"`))
	if got := string(w.fake.last(t).Arguments); got != "{}" {
		t.Errorf("absent arguments became %s", got)
	}
	_ = w.ask(call("1", "echo", `{ "n":12345678901234567890.0 , "s":"\ud800"}`))
	if got := string(w.fake.last(t).Arguments); got != `{ "n":12345678901234567890.0 , "s":"\ud800"}` {
		t.Errorf("arguments changed: %s", got)
	}
}

func TestWire23Results(t *testing.T) {
	w := start(t)
	w.greet()
	for _, frame := range []string{call("1", "echo", `{"a":"x\ny"}`), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":"x\ny"}}}`} {
		r := w.ask(frame).into(t)
		content := r["content"].([]any)
		text := content[0].(map[string]any)
		var again any
		if err := json.Unmarshal([]byte(text["text"].(string)), &again); err != nil {
			t.Fatal(err)
		}
		if len(content) != 1 || text["type"] != "text" || fmt.Sprint(again) != fmt.Sprint(r["structuredContent"]) || r["isError"] != false {
			t.Errorf("%v", r)
		}
	}
	list := w.ask(modern("1", "tools/list", "")).into(t)["tools"].([]any)
	for _, entry := range list {
		e := entry.(map[string]any)
		for _, name := range []string{"name", "title", "description", "inputSchema", "outputSchema", "annotations"} {
			if e[name] == nil {
				t.Errorf("%v lacks %s", e["name"], name)
			}
		}
		if got := fmt.Sprint(e["annotations"]); got != "map[destructiveHint:false idempotentHint:false openWorldHint:false readOnlyHint:true]" {
			t.Errorf("annotations %s", got)
		}
	}
}

// A tool that writes its own answer for the wire is answered in the same words
// as any other, and gets its memory back once, also when nobody wants the answer.
func TestWire23WrittenByTheTool(t *testing.T) {
	w := start(t)
	w.greet()
	var asked int64
	for _, bytes := range []string{"0", "10", "40000", "200000", "7"} {
		args := `{"bytes":` + bytes + `}`
		for _, frame := range []string{call("1", "TOOL", args), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"TOOL","arguments":` + args + `}}`} {
			want := w.ask(strings.Replace(frame, "TOOL", "big", 1)).text
			if got := w.ask(strings.Replace(frame, "TOOL", "wired", 1)).text; got != want {
				t.Fatalf("%.200s is not %.200s", got, want)
			}
			asked++
		}
	}
	if n := w.fake.freed.Load(); n != asked {
		t.Errorf("%d of %d answers were given back", n, asked)
	}
	h := startHTTP(t)
	want := h.post(call("1", "big", `{"bytes":300}`), nil).body
	if got := h.post(call("1", "wired", `{"bytes":300}`), nil).body; got != want || h.fake.freed.Load() != 1 {
		t.Errorf("over HTTP: %.200s is not %.200s", got, want)
	}
}

// Frames use each other's memory again. Many at a time must not mix.
func TestFramesKeepApart(t *testing.T) {
	w := start(t)
	w.greet()
	const rounds, each = 20, 16
	for range rounds {
		sizes := map[string]int{}
		for i := range each {
			id, bytes := fmt.Sprint(i), (i*7919)%90000
			sizes[id] = bytes
			w.send(call(id, []string{"wired", "big"}[i%2], fmt.Sprintf(`{"bytes":%d}`, bytes)))
		}
		for range each {
			m := w.recv()
			r := m.into(t)
			fill := r["structuredContent"].(map[string]any)["fill"].(string)
			if n := sizes[string(m.ID)]; fill != strings.Repeat("x", n) {
				t.Fatalf("call %s: %d bytes of %d", m.ID, len(fill), n)
			}
		}
	}
}

// listing is a Runner that only lists.
type listing struct {
	*fake
	tools []api.Tool
}

func (l listing) Tools() []api.Tool { return l.tools }

func TestWire23BrokenListingsStopTheStart(t *testing.T) {
	object := json.RawMessage(`{"type":"object"}`)
	for name, tools := range map[string][]api.Tool{
		"twice":          {{Name: "a", InputSchema: object}, {Name: "a", InputSchema: object}},
		"no schema":      {{Name: "a"}},
		"no object":      {{Name: "a", InputSchema: json.RawMessage(`[]`)}},
		"no JSON":        {{Name: "a", InputSchema: object, OutputSchema: json.RawMessage(`{`)}},
		"shared header":  {{Name: "a", InputSchema: json.RawMessage(`{"properties":{"x":{"type":"string","x-mcp-header":"A"},"y":{"type":"string","x-mcp-header":"a"}}}`)}},
		"bad header":     {{Name: "a", InputSchema: json.RawMessage(`{"properties":{"x":{"type":"string","x-mcp-header":"a b"}}}`)}},
		"header of list": {{Name: "a", InputSchema: json.RawMessage(`{"properties":{"x":{"type":"array","x-mcp-header":"A"}}}`)}},
	} {
		run := listing{newFake(), tools}
		if code, err := ServeStdio(t.Context(), run, Options{}); code != ExitFailed || err == nil {
			t.Errorf("%s: %d, %v", name, code, err)
		}
		if _, err := NewHTTP(run, Options{HTTP: HTTPOptions{Addr: "127.0.0.1:0"}}); err == nil {
			t.Errorf("%s: HTTP started", name)
		}
	}
}

func TestWire24Crashes(t *testing.T) {
	w := start(t)
	for _, tool := range []string{"crash", "fail", "broken"} {
		if got := w.ask(call("1", tool, "{}")).text; got != `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}` {
			t.Errorf("%s: %s", tool, got)
		}
		w.quiet()
	}
	log := w.log.String()
	if !strings.Contains(log, "secret words of the crash") || !strings.Contains(log, "harness_test.go") || !strings.Contains(log, "secret words of the failure") {
		t.Errorf("the log lacks the fault or its stack: %s", log)
	}
	if m := w.ask(call("1", "need", "{}")); m.code() != codeCapability || string(m.Error.Data) != `{"requiredCapabilities":{"sampling":{}}}` {
		t.Errorf("a missing capability: %s", m.text)
	}
	h := startHTTP(t)
	if r := h.post(call("1", "crash", "{}"), nil); r.status != 500 || r.msg(t).code() != codeInternal {
		t.Errorf("HTTP: %d %s", r.status, r.body)
	}
	if r := h.post(call("1", "echo", "{}"), nil); r.status != 200 {
		t.Errorf("HTTP after it: %d %s", r.status, r.body)
	}
}

// TestWire25OnlyCallsReachTheRunner is the wire's part of the invocation
// window, which counts what reaches the runner: each valid call once, nothing
// else.
func TestWire25OnlyCallsReachTheRunner(t *testing.T) {
	w := start(t)
	w.greet()
	for _, frame := range []string{
		modern("1", "server/discover", ""), modern("1", "tools/list", ""), `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "x",
		call("1", "unknown", "{}"), call("1", "echo", "[]"), call("1.5", "echo", "{}"), `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`,
	} {
		_ = w.ask(frame)
	}
	w.send(strings.Replace(call("1", "echo", "{}"), `"id":1,`, "", 1))
	w.quiet()
	if n := w.fake.count.Load(); n != 0 {
		t.Fatalf("%d calls reached the runner", n)
	}
	for i := range 5 {
		_ = w.ask(call("1", "echo", "{}"))
		if n := w.fake.count.Load(); n != int64(i+1) {
			t.Errorf("%d calls reached the runner, want %d", n, i+1)
		}
	}
}

func TestWire26Outstanding(t *testing.T) {
	w := start(t)
	var frames []string
	for i := range 40 {
		frames = append(frames, call(fmt.Sprint(i), "wait", "{}"))
	}
	w.send(frames...)
	for i := range 8 {
		m := w.recv()
		if m.code() != codeBusy || string(m.ID) != fmt.Sprint(MaxOutstanding+i) {
			t.Fatalf("refusal %d: %s", i, m.text)
		}
	}
	w.fake.began(t, MaxOutstanding)
	w.quiet() // a ping needs no slot
	close(w.fake.gate)
	seen := map[string]bool{}
	for range MaxOutstanding {
		m := w.recv()
		if m.Error != nil || seen[string(m.ID)] {
			t.Fatalf("reply %s", m.text)
		}
		seen[string(m.ID)] = true
	}
	if n := w.fake.count.Load(); n != MaxOutstanding {
		t.Errorf("%d calls ran", n)
	}
	// A full table over and over: a slot is free when its answer was read.
	for range 20 {
		var wave []string
		for i := range MaxOutstanding {
			wave = append(wave, call(fmt.Sprint(i), "echo", "{}"))
		}
		w.send(wave...)
		for range MaxOutstanding {
			if m := w.recv(); m.Error != nil {
				t.Fatalf("a wave after the first: %s", m.text)
			}
		}
	}
}

func TestWire26HTTPSlots(t *testing.T) {
	h := startHTTP(t)
	replies := make(chan response, 40)
	for range 40 {
		go func() { replies <- h.post(call("1", "wait", "{}"), nil) }() // one id for all: they don't meet
	}
	for range 8 {
		if r := <-replies; r.status != 503 || r.msg(t).code() != codeBusy || r.header.Get("Retry-After") == "" {
			t.Fatalf("refusal: %d %s", r.status, r.body)
		}
	}
	h.fake.began(t, MaxOutstanding)
	close(h.fake.gate)
	for range MaxOutstanding {
		if r := <-replies; r.status != 200 || string(r.msg(t).ID) != "1" {
			t.Fatalf("reply: %d %s", r.status, r.body)
		}
	}
}

func TestWire27Cancellation(t *testing.T) {
	t.Run("an executing tool stops", func(t *testing.T) {
		w := start(t)
		w.send(call("1", "wait", "{}"))
		w.fake.began(t, 1)
		w.send(cancelOf("1"))
		<-w.fake.stopped
		w.quiet()
	})
	t.Run("an advisory tool finishes and its reply is dropped", func(t *testing.T) {
		w := start(t)
		w.send(call("1", "stubborn", "{}"))
		w.fake.began(t, 1)
		w.send(cancelOf("1"))
		w.quiet()
		// Until then the id is taken.
		if m := w.ask(call("1", "echo", "{}")); m.code() != codeInvalid {
			t.Errorf("the id: %s", m.text)
		}
		close(w.fake.gate)
		eventually(t, "the tool to end", func() bool { return w.fake.ended.Load() == 1 })
		eventually(t, "the id to be free", func() bool { return w.ask(call("1", "echo", "{}")).Error == nil })
		w.quiet()
	})
	t.Run("beside a full table", func(t *testing.T) {
		w := start(t)
		for i := range MaxOutstanding {
			w.send(call(fmt.Sprint(i), "wait", "{}"))
		}
		w.fake.began(t, MaxOutstanding)
		w.send(cancelOf("7"))
		<-w.fake.stopped // while the others still run
		eventually(t, "the slot to be free", func() bool { return w.ask(call(`"n"`, "echo", "{}")).Error == nil })
	})
	t.Run("a reply that waits in the queue", func(t *testing.T) {
		w := start(t)
		// The first reply doesn't fit the pipe, so its write hangs; the others wait.
		w.send(call("1", "big", `{"bytes":1000000}`))
		w.writing()
		w.send(call("2", "echo", "{}"), call("3", "echo", "{}"), call("4", "echo", "{}"), call("5", "wait", "{}"))
		eventually(t, "the replies to wait", func() bool { return w.fake.ended.Load() == 4 })
		w.fake.began(t, 5)
		w.send(cancelOf("3"), cancelOf("1"))     // 1 is being written: not torn
		w.send(cancelOf(`"2"`), cancelOf("999")) // no such ids
		w.send(cancelOf("5"))
		<-w.fake.stopped // so the cancellations before it were read
		var ids []string
		for range 3 {
			ids = append(ids, string(w.recv().ID))
		}
		slices.Sort(ids)
		if !slices.Equal(ids, []string{"1", "2", "4"}) {
			t.Errorf("delivered %v", ids)
		}
		w.quiet()
	})
	t.Run("what is void", func(t *testing.T) {
		w := start(t)
		w.send(call("1", "wait", "{}"))
		w.fake.began(t, 1)
		for _, frame := range []string{
			`{"jsonrpc":"2.0","method":"notifications/cancelled"}`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}`,
			cancelOf("null"), cancelOf("1.0"), cancelOf("[1]"), cancelOf("true"), cancelOf(`"1"`), cancelOf("2"),
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":5}}`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"_meta":1}}`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"_meta":{"io.modelcontextprotocol/protocolVersion":1}}}`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1},"extra":1}`,
			`{"jsonrpc":"1.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		} {
			w.send(frame)
			w.quiet()
		}
		close(w.fake.gate)
		if m := w.recv(); string(m.ID) != "1" || m.Error != nil {
			t.Errorf("got %s", m.text)
		}
		w.send(cancelOf("1")) // late
		w.quiet()
	})
	t.Run("with the metadata of the modern era", func(t *testing.T) {
		w := start(t)
		w.send(call("1", "wait", "{}"))
		w.fake.began(t, 1)
		w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"enough",` + modernMeta + `}}`)
		<-w.fake.stopped
		w.quiet()
	})
}

func TestWire28Output(t *testing.T) {
	flood := func(w *wire) {
		for i := range 200 {
			if _, err := fmt.Fprintln(w.in, modern(fmt.Sprint(i), "tools/list", "")); err != nil {
				return
			}
		}
	}
	t.Run("a client that doesn't read", func(t *testing.T) {
		w := start(t, short)
		go flood(w)
		if code, err := w.ends(); code != ExitFailed || !errors.Is(err, errStalled) {
			t.Errorf("exit %d, %v", code, err)
		}
	})
	t.Run("a broken pipe", func(t *testing.T) {
		w := start(t)
		_ = w.out.Close()
		w.send(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
		if code, err := w.ends(); code != ExitFailed || err == nil {
			t.Errorf("exit %d, %v", code, err)
		}
	})
	t.Run("the queue holds 32 frames", func(t *testing.T) {
		w := start(t)
		w.send(call("0", "big", `{"bytes":1000000}`))
		w.writing()
		for i := range MaxOutputFrames - 1 {
			w.send(call(fmt.Sprint(i+1), "echo", "{}"))
		}
		eventually(t, "all to be answered", func() bool { return w.fake.ended.Load() == MaxOutputFrames })
		// Answered and unread: the slots stay taken.
		w.send(call("99", "echo", "{}"))
		time.Sleep(10 * settleTime) // while we don't read
		busyOnes, good := 0, 0
		for range MaxOutputFrames + 1 {
			if m := w.recv(); m.code() == codeBusy {
				busyOnes++
			} else if m.Error == nil {
				good++
			}
		}
		if busyOnes != 1 || good != MaxOutputFrames {
			t.Errorf("%d answered, %d refused", good, busyOnes)
		}
	})
	t.Run("a slow client loses nothing", func(t *testing.T) {
		w := start(t)
		go flood(w)
		for i := range 200 {
			if m := w.recv(); string(m.ID) != fmt.Sprint(i) {
				t.Fatalf("place %d: %.80s", i, m.text)
			}
			if i%20 == 0 {
				time.Sleep(2 * time.Millisecond)
			}
		}
	})
	t.Run("a reply beyond the bound", func(t *testing.T) {
		w := start(t)
		w.send(call("1", "big", fmt.Sprintf(`{"bytes":%d}`, MaxOutputBytes/2)))
		if code, err := w.ends(); code != ExitFailed || err == nil {
			t.Errorf("exit %d, %v", code, err)
		}
	})
}

func TestWire29End(t *testing.T) {
	t.Run("end of input lets admitted work finish", func(t *testing.T) {
		w := start(t)
		w.send(call("1", "wait", "{}"), call("2", "stubborn", "{}"), call("3", "echo", "{}"))
		_ = w.in.Close()
		w.fake.began(t, 3)
		if m := w.recv(); string(m.ID) != "3" {
			t.Errorf("got %s", m.text)
		}
		close(w.fake.gate)
		got := []string{string(w.recv().ID), string(w.recv().ID)}
		slices.Sort(got)
		if code, err := w.ends(); code != ExitDone || err != nil || !slices.Equal(got, []string{"1", "2"}) {
			t.Errorf("replies %v, exit %d, %v", got, code, err)
		}
	})
	t.Run("a signal during calls loses no admitted reply", func(t *testing.T) {
		w := start(t)
		for i := range 20 {
			w.send(call(fmt.Sprint(i), "wait", "{}"))
		}
		w.fake.began(t, 20)
		w.signals <- term
		close(w.fake.gate)
		for range 20 {
			if m := w.recv(); m.Error != nil {
				t.Errorf("got %s", m.text)
			}
		}
		if code, err := w.ends(); code != ExitDone || err != nil {
			t.Errorf("exit %d, %v", code, err)
		}
	})
	t.Run("work that doesn't end is given up", func(t *testing.T) {
		w := start(t, short)
		w.send(call("1", "wait", "{}"), call("2", "stubborn", "{}"))
		w.fake.began(t, 2)
		_ = w.in.Close()
		<-w.fake.stopped
		if code, err := w.ends(); code != ExitDone || err != nil {
			t.Errorf("exit %d, %v", code, err)
		}
	})
	t.Run("a second signal cancels at once", func(t *testing.T) {
		w := start(t)
		w.send(call("1", "wait", "{}"))
		w.fake.began(t, 1)
		w.signals <- term
		w.signals <- term
		<-w.fake.stopped
		if code, err := w.ends(); code != ExitDone || err != nil {
			t.Errorf("exit %d, %v", code, err)
		}
	})
	t.Run("replies that nobody reads", func(t *testing.T) {
		w := start(t, short)
		w.send(call("1", "big", `{"bytes":1000000}`))
		w.writing()
		_ = w.in.Close()
		if code, err := w.ends(); code != ExitFailed || err == nil {
			t.Errorf("exit %d, %v", code, err)
		}
	})
	t.Run("a last line without newline", func(t *testing.T) {
		w := start(t)
		_, _ = w.in.WriteString(call("1", "echo", "{}"))
		_ = w.in.Close()
		if m := w.recv(); string(m.ID) != "1" {
			t.Errorf("got %s", m.text)
		}
		if code, _ := w.ends(); code != ExitDone {
			t.Errorf("exit %d", code)
		}
	})
}

// TestWire30StartTouchesNothing: a client may start a sibling only to probe, so
// the runner is asked for its list and nothing else before the first call.
func TestWire30StartTouchesNothing(t *testing.T) {
	a, b := start(t), start(t)
	for _, w := range []*wire{a, b} {
		_ = w.ask(modern("1", "server/discover", ""))
	}
	_ = a.in.Close()
	if code, _ := a.ends(); code != ExitDone {
		t.Errorf("exit %d", code)
	}
	if a.fake.count.Load()+b.fake.count.Load() != 0 {
		t.Error("a tool ran")
	}
	if m := b.ask(call("2", "echo", "{}")); m.Error != nil {
		t.Errorf("the other: %s", m.text)
	}
}

func TestProgress(t *testing.T) {
	w := start(t)
	frame := strings.Replace(call("1", "progress", "{}"), metaC, metaC+`,"progressToken":"p\u00e9"`, 1)
	if got := w.ask(frame).text; got != `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p\u00e9","progress":1,"total":2,"message":"half"}}` {
		t.Errorf("got %s", got)
	}
	if m := w.recv(); string(m.ID) != "1" {
		t.Errorf("got %s", m.text)
	}
	if m := w.ask(call("2", "progress", "{}")); string(m.ID) != "2" {
		t.Errorf("unasked: %s", m.text)
	}
}
