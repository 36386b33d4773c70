package server

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

func TestWire01OneMessageALine(t *testing.T) {
	w := start(t)
	w.send("", "  ", "\r", `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\r")
	if got := w.line(); got != `{"jsonrpc":"2.0","id":1,"result":{}}` {
		t.Errorf("got %s", got)
	}
	w.send(call("2", "crash", "{}"))
	if m := w.recv(); m.code() != codeInternal {
		t.Errorf("got %s", m.text)
	}
	w.quiet()
	if !strings.Contains(w.log.String(), "crash") {
		t.Error("the crash left no trace in the log")
	}
}

func TestWire02LongLinesAreDropped(t *testing.T) {
	w := start(t)
	fill := strings.Repeat("x", MaxFrameBytes)
	const frame = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"f":""}}`
	exact := strings.Replace(frame, `""`, `"`+fill[len(frame):]+`"`, 1)
	if m := w.ask(exact + "\r"); m.Error != nil {
		t.Errorf("a frame of the limit: %s", m.text)
	}
	for _, long := range []string{exact + " ", fill + fill + fill, "[" + fill} {
		if got := w.ask(long).text; got != `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Request too large","data":{"max_frame_bytes":1048576}}}` {
			t.Errorf("got %s", got)
		}
		w.quiet()
	}
}

func TestWire03OutputIsASCII(t *testing.T) {
	w := start(t)
	// decode, which reads every reply, refuses bytes beyond ASCII.
	m := w.ask(call(`"é \ud83d\ude00 \ud800"`, "echo", `{"a":"é😀","b":"\ud800"}`))
	if got := string(m.ID); got != `"\u00e9 \ud83d\ude00 \ud800"` {
		t.Errorf("id %s", got)
	}
	text := m.into(t)["content"].([]any)[0].(map[string]any)["text"].(string)
	if text != `{"tool":"echo","arguments":{"a":"é😀","b":"\ud800"}}` {
		t.Errorf("text %q", text)
	}
	if m := w.ask(modern("1", "tools/list", "")); !strings.Contains(m.text, `does \u00e9`) {
		t.Error("the description lost its letter")
	}
}

func TestWire04StrictJSON(t *testing.T) {
	w := start(t)
	request := func(params string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + params + `}`
	}
	for name, frame := range map[string]string{
		"invalid UTF-8":     request("{\"a\":\"\xff\"}"),
		"byte order mark":   "\ufeff" + request(`{}`),
		"duplicate":         `{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`,
		"duplicate escaped": `{"jsonrpc":"2.0","id":1,"\u0069d":2,"method":"ping"}`,
		"duplicate deep":    request(`{"a":[{"b":1,"b":1}]}`),
		"NaN":               request(`{"a":NaN}`),
		"Infinity":          request(`{"a":-Infinity}`),
		"1e999":             request(`{"a":1e999}`),
		"65 levels":         request(`{"a":` + strings.Repeat("[", 63) + strings.Repeat("]", 63) + `}`),
		"8193 markers":      request(`{"a":[` + strings.Repeat("0,", 8179) + `0]}`),
		"after the value":   request(`{}`) + request(`{}`),
		"nothing":           "x",
		"half":              `{"jsonrpc":"2.0","id":1,`,
	} {
		if got := w.ask(frame).text; got != `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}` {
			t.Errorf("%s: %.120s", name, got)
		}
		w.quiet()
	}
	for name, frame := range map[string]string{
		"64 levels":    request(`{"a":` + strings.Repeat("[", 62) + strings.Repeat("]", 62) + `}`),
		"8192 markers": request(`{"a":[` + strings.Repeat("0,", 8178) + `0]}`),
	} {
		if m := w.ask(frame); m.Error != nil {
			t.Errorf("%s: %s", name, m.text)
		}
	}
}

func TestWire05NamesAndNumbersAreKept(t *testing.T) {
	w := start(t)
	for _, frame := range []string{
		`{"jsonrpc":"2.0","ID":1,"id":2,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"Method":"ping"}`,
		`{"JSONRPC":"2.0","id":1,"method":"ping"}`,
	} {
		if m := w.ask(frame); m.code() != codeInvalid {
			t.Errorf("%s: %s", frame, m.text)
		}
	}
	for _, id := range []string{"9007199254740993", "-9223372036854775809", strings.Repeat("9", 300), `"9007199254740993"`, `""`, "0", "-0"} {
		if m := w.ask(`{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}`); string(m.ID) != id || m.Error != nil {
			t.Errorf("id %s came back as %s", id, m.text)
		}
	}
	if m := w.ask(modern("1", "tools/call", `"NAME":"echo"`)); m.code() != codeParams {
		t.Errorf("NAME: %s", m.text)
	}
}

func TestWire06Envelope(t *testing.T) {
	w := start(t)
	for frame, code := range map[string]int{
		`[]`: codeInvalid,
		`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`: codeInvalid,
		`1`: codeInvalid, `"ping"`: codeInvalid, `null`: codeInvalid, `{}`: codeInvalid,
		`{"id":1,"method":"ping"}`:                                       codeInvalid,
		`{"jsonrpc":"1.0","id":1,"method":"ping"}`:                       codeInvalid,
		`{"jsonrpc":2.0,"id":1,"method":"ping"}`:                         codeInvalid,
		`{"jsonrpc":null,"id":1,"method":"ping"}`:                        codeInvalid,
		`{"jsonrpc":"2.0","id":1}`:                                       codeInvalid,
		`{"jsonrpc":"2.0"}`:                                              codeInvalid,
		`{"jsonrpc":"2.0","method":1}`:                                   codeInvalid,
		`{"jsonrpc":"2.0","id":1,"method":null}`:                         codeInvalid,
		`{"jsonrpc":"2.0","id":1,"method":["ping"]}`:                     codeInvalid,
		`{"jsonrpc":"2.0","id":1,"method":"ping","extra":1}`:             codeInvalid,
		`{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}`:           codeInvalid,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`:           codeParams,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":null}`:         codeParams,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}`:          codeParams,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":[]}}`: codeParams,
		// The first check that fails answers.
		`{"jsonrpc":"1.0","id":1,"method":"ping","params":[]}`: codeInvalid,
		`{"jsonrpc":"2.0","id":1,"method":7,"params":[]}`:      codeInvalid,
	} {
		m := w.ask(frame)
		if m.code() != code {
			t.Errorf("%s: %s", frame, m.text)
		}
		if want := "null"; strings.Contains(frame, `"id":1`) && !strings.HasPrefix(frame, "[") {
			if want = "1"; string(m.ID) != want {
				t.Errorf("%s: id %s", frame, m.ID)
			}
		} else if string(m.ID) != want {
			t.Errorf("%s: id %s", frame, m.ID)
		}
		w.quiet()
	}
}

func TestWire07IDs(t *testing.T) {
	w := start(t)
	for _, id := range []string{"null", "1.0", "1.5", "1e2", "true", "[]", "[1]", "{}"} {
		for _, rest := range []string{
			`"method":"ping"`, `"method":"tools/call","params":{"name":"echo",` + modernMeta + `}`,
			`"method":"ping","params":[]`, `"method":1`, `"extra":1`,
		} {
			frame := `{"jsonrpc":"2.0","id":` + id + `,` + rest + `}`
			if got := w.ask(frame).text; got != `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}` {
				t.Errorf("%s: %s", frame, got)
			}
		}
	}
	// Without an id nothing is answered and nothing runs, right or wrong.
	for _, frame := range []string{
		`{"jsonrpc":"2.0","method":"ping"}`,
		`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{},` + modernMeta + `}}`,
		`{"jsonrpc":"2.0","method":"tools/call","params":[]}`,
		`{"jsonrpc":"2.0","method":"initialize","params":{}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized","extra":1}`,
		`{"jsonrpc":"1.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","method":"no/such/method"}`,
	} {
		w.send(frame)
		w.quiet()
	}
	if n := w.fake.count.Load(); n != 0 {
		t.Errorf("%d tools ran", n)
	}
}

func TestWire08UnknownIDs(t *testing.T) {
	w := start(t)
	if m := w.ask(`[`); string(m.ID) != "null" {
		t.Errorf("stdio: %s", m.text)
	}
	h := startHTTP(t)
	r := h.post(`[`, nil)
	if strings.Contains(r.body, `"id"`) || r.msg(t).code() != codeParse {
		t.Errorf("HTTP: %s", r.body)
	}
}

func TestWire09PeerResponses(t *testing.T) {
	w := start(t)
	w.send(call("1", "wait", "{}"))
	w.fake.began(t, 1)
	for _, frame := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`,
		`{"jsonrpc":"2.0","id":null,"error":{}}`,
		`{"jsonrpc":"1.0","id":[],"result":1,"error":2,"extra":3}`,
		`{"result":null}`,
	} {
		for range MaxOutstanding + 1 { // they take no place either
			w.send(frame)
		}
		w.quiet()
	}
	close(w.fake.gate)
	if m := w.recv(); string(m.ID) != "1" || m.Error != nil {
		t.Errorf("the call: %s", m.text)
	}
}

func TestWire10IDsInFlight(t *testing.T) {
	w := start(t)
	w.send(call(`"a"`, "wait", "{}"), call("7", "wait", "{}"))
	w.fake.began(t, 2)
	for _, frame := range []string{
		call(`"a"`, "echo", "{}"), call(`"\u0061"`, "echo", "{}"), call("7", "echo", "{}"),
		modern("7", "tools/list", ""), modern("7", "server/discover", ""),
		`{"jsonrpc":"2.0","id":7,"method":"ping"}`,
	} {
		m := w.ask(frame)
		if m.code() != codeInvalid || string(m.ID) == "null" {
			t.Errorf("%s: %s", frame, m.text)
		}
	}
	// A string is no number.
	if m := w.ask(`{"jsonrpc":"2.0","id":"7","method":"ping"}`); m.Error != nil {
		t.Errorf("got %s", m.text)
	}
	close(w.fake.gate)
	for range 2 {
		if m := w.recv(); m.Error != nil {
			t.Errorf("the first goes on: %s", m.text)
		}
	}
	if n := w.fake.count.Load(); n != 2 {
		t.Errorf("%d calls ran", n)
	}
	// What is answered inline comes in order of arrival.
	var frames []string
	for i := range 30 {
		frames = append(frames, modern(fmt.Sprint(i), []string{"tools/list", "server/discover", "nothing"}[i%3], ""))
	}
	w.send(frames...)
	for i := range 30 {
		if m := w.recv(); string(m.ID) != fmt.Sprint(i) {
			t.Fatalf("place %d: %.80s", i, m.text)
		}
	}
	// An id is free once its answer was read.
	for range 500 {
		if m := w.ask(call("1", "echo", "{}")); m.Error != nil {
			t.Fatalf("a used id: %s", m.text)
		}
	}
}

func TestWire11ErrorsEchoNothing(t *testing.T) {
	w := start(t)
	const secret = "s3cr3t"
	allowed := map[int]bool{-32700: true, -32600: true, -32601: true, -32602: true, -32603: true, -32020: true, -32021: true, -32022: true, 1001: true}
	for _, frame := range []string{
		secret, `{"` + secret + `":1}`, `["` + secret + `"]`, `{"jsonrpc":"` + secret + `","id":1,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","` + secret + `":1}`, `{"jsonrpc":"2.0","id":1,"method":["` + secret + `"]}`,
		modern("1", secret, ""), modern("1", "tools/call", `"name":"`+secret+`"`), modern("1", "tools/list", `"cursor":"`+secret+`"`),
		modern("1", "tools/call", `"name":"echo","requestState":"`+secret+`"`), call("1", "crash", `{"a":"`+secret+`"}`),
		modern("1", "tools/call", `"name":"echo","arguments":"`+secret+`"`), call("1", "fail", "{}"), call("1", "broken", "{}"), call("1", "need", "{}"),
		`{"jsonrpc":"2.0","id":["` + secret + `"],"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"traceparent":"` + secret + `"}}}`,
	} {
		m := w.ask(frame)
		if m.Error == nil || !allowed[m.Error.Code] {
			t.Errorf("%s: %s", frame, m.text)
		}
		if strings.Contains(m.text, secret) || strings.Contains(m.text, "secret words") {
			t.Errorf("echoed: %s", m.text)
		}
	}
	if strings.Contains(w.log.String(), secret) {
		t.Error("the log quotes the peer")
	}
}

// FuzzParse holds Parse to what its doc says of any bytes at all.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		hello, call("1", "echo", `{"a":1}`), cancelOf("1"), `{"jsonrpc":"2.0","id":1.0,"method":"ping"}`, `[]`, `{"result":1}`, `{"method":"x"}`,
		modern(`"\ud800"`, "server/discover", ""), `{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":1}}}`,
	} {
		f.Add([]byte(s))
	}
	d, err := newDispatcher(newFake(), Options{Version: "1"})
	if err != nil {
		f.Fatal(err)
	}
	d.log = quietLog()
	f.Fuzz(func(t *testing.T, text []byte) {
		m, bad := Parse(text, nil)
		if m.Kind != Request && m.Kind != Notification && m.Kind != Response {
			t.Fatalf("kind %d", m.Kind)
		}
		if m.Kind == Notification && m.ID.Known() {
			t.Error("a notification has an id")
		}
		if bad == nil && m.Kind == Request {
			if !m.ID.Known() {
				t.Error("a request has no id")
			}
			bad = d.resolve(&m)
		}
		r := Reply{err: bad}
		if bad == nil {
			r = Reply{raw: "{}"}
		}
		reply := decode(t, string(r.appendFrame(nil, m.ID, false)))
		if bad != nil && reply.code() != bad.Code {
			t.Errorf("code %d became %d", bad.Code, reply.code())
		}
	})
}

func TestWire01StdoutCarriesNothingElse(t *testing.T) {
	// A runner that prints would corrupt the stream; the server itself never
	// touches the process's stdout when it is given another.
	old := os.Stdout
	r, fake, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout = fake
	w := start(t)
	w.greet()
	_ = w.ask(call("1", "crash", "{}"))
	_ = w.in.Close()
	_, _ = w.ends()
	os.Stdout = old
	_ = fake.Close()
	if b, _ := io.ReadAll(r); len(b) != 0 {
		t.Errorf("stdout got %q", b)
	}
}
