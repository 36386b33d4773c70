package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"regent/internal/strictjson"
)

func quietLog() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// site is a running HTTP endpoint.
type site struct {
	t       *testing.T
	fake    *fake
	addr    string
	client  *http.Client
	signals chan os.Signal
	exit    chan int
}

func startHTTP(t *testing.T, change ...func(*Options)) *site {
	t.Helper()
	s := &site{t: t, fake: newFake(), signals: make(chan os.Signal, 2), exit: make(chan int, 1)}
	o := Options{Name: "fixture", Version: "1", Log: quietLog(), HTTP: HTTPOptions{Addr: "127.0.0.1:0", Signals: s.signals}}
	for _, c := range change {
		c(&o)
	}
	h, err := NewHTTP(s.fake, o)
	if err != nil {
		t.Fatal(err)
	}
	s.addr = h.Addr().String()
	s.client = &http.Client{Transport: &http.Transport{}}
	go func() {
		code, _ := h.Serve(context.Background())
		s.exit <- code
	}()
	t.Cleanup(func() {
		select {
		case <-s.fake.gate:
		default:
			close(s.fake.gate)
		}
		s.client.CloseIdleConnections()
		s.signals <- term
		select {
		case <-s.exit:
		case <-time.After(30 * time.Second):
			t.Error("the server did not end")
		}
	})
	return s
}

type response struct {
	status int
	header http.Header
	body   string
}

func (r response) msg(t *testing.T) msg {
	t.Helper()
	return decode(t, r.body)
}

// headersOf gives what a faithful modern client sends with a body.
func headersOf(body string) http.Header {
	h := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	v, err := strictjson.Parse([]byte(body))
	if err != nil {
		return h
	}
	if version, ok := v.Get("params").Get("_meta").Get(metaVersion).Text(); ok {
		h.Set("MCP-Protocol-Version", version)
		if method, ok := v.Get("method").Text(); ok {
			h.Set("Mcp-Method", method)
		}
		if name, ok := v.Get("params").Get("name").Text(); ok {
			h.Set("Mcp-Name", name)
		}
	}
	return h
}

// post sends a body with faithful headers, changed by those given; an empty
// value deletes.
func (s *site) post(body string, change map[string]string) response {
	return s.do(http.MethodPost, endpoint, body, change)
}

func (s *site) do(method, path, body string, change map[string]string) response {
	req, err := http.NewRequest(method, "http://"+s.addr+path, strings.NewReader(body))
	if err != nil {
		s.t.Error(err)
		return response{}
	}
	req.Header = headersOf(body)
	for k, v := range change {
		switch {
		case k == "Host":
			req.Host = v
		case v == "":
			req.Header.Del(k)
		default:
			req.Header.Set(k, v)
		}
	}
	res, err := s.client.Do(req)
	if err != nil {
		s.t.Error(err)
		return response{}
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Error(err)
	}
	return response{res.StatusCode, res.Header, string(b)}
}

// raw sends bytes and reads to the end of the connection.
func (s *site) raw(text string) string {
	s.t.Helper()
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(30 * time.Second))
	_, _ = io.WriteString(c, text)
	b, _ := io.ReadAll(c)
	return string(b)
}

// generic checks an answer that no message was behind.
func generic(t *testing.T, name string, r response, status int) {
	t.Helper()
	if r.status != status || r.header.Get("Content-Type") != "application/json" {
		t.Errorf("%s: %d %s %s", name, r.status, r.header.Get("Content-Type"), r.body)
		return
	}
	if m := r.msg(t); m.Error == nil || strings.Contains(r.body, `"id"`) || strings.Contains(r.body, "evil") {
		t.Errorf("%s: %s", name, r.body)
	}
}

const legacyPing = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

func TestWire31Endpoint(t *testing.T) {
	s := startHTTP(t)
	if r := s.post(legacyPing, nil); r.status != 200 || r.body != `{"jsonrpc":"2.0","id":1,"result":{}}` {
		t.Errorf("ping: %d %s", r.status, r.body)
	}
	for _, method := range []string{"GET", "DELETE", "PUT", "OPTIONS", "PATCH"} {
		r := s.do(method, endpoint, "", nil)
		generic(t, method, r, 405)
		if r.header.Get("Allow") != "POST" {
			t.Errorf("%s: Allow %q", method, r.header.Get("Allow"))
		}
	}
	if r := s.do("HEAD", endpoint, "", nil); r.status != 405 || r.body != "" {
		t.Errorf("HEAD: %d %q", r.status, r.body)
	}
	for _, path := range []string{"/", "/mcp/", "/MCP", "/mcp/x", "/evil", "//mcp", "/x/../mcp"} {
		generic(t, path, s.do("POST", path, legacyPing, nil), 404)
	}
	big := `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"f":"` + strings.Repeat("x", MaxFrameBytes) + `"}}`
	r := s.post(big, nil)
	generic(t, "too large", r, 413)
	if !strings.Contains(r.body, `"max_frame_bytes":1048576`) {
		t.Errorf("too large: %s", r.body)
	}
	// Without a length the body is cut off while it streams.
	req, _ := http.NewRequest(http.MethodPost, "http://"+s.addr+endpoint, io.MultiReader(strings.NewReader(big)))
	req.ContentLength = -1
	if res, err := s.client.Do(req); err == nil {
		if res.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("chunked and too large: %d", res.StatusCode)
		}
		_ = res.Body.Close()
	}
	exact := strings.Replace(big, strings.Repeat("x", MaxFrameBytes), strings.Repeat("x", MaxFrameBytes-(len(big)-MaxFrameBytes)), 1)
	if r := s.post(exact, nil); len(exact) != MaxFrameBytes || r.status != 200 {
		t.Errorf("a body of the limit: %d %.100s", r.status, r.body)
	}
	for _, body := range []string{"x", `{"a":1,"a":2}`, "\ufeff{}", "{\"a\":\"\xff\"}", "", " "} {
		if r := s.post(body, nil); r.status != 400 || r.msg(t).code() != codeParse {
			t.Errorf("%q: %d %s", body, r.status, r.body)
		}
	}
	for body, code := range map[string]int{`[]`: codeInvalid, `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`: codeInvalid, `{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`: codeParams} {
		if r := s.post(body, nil); r.status != 400 || r.msg(t).code() != code {
			t.Errorf("%s: %d %s", body, r.status, r.body)
		}
	}
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "json"} {
		generic(t, kind, s.post(legacyPing, map[string]string{"Content-Type": kind}), 415)
	}
	generic(t, "gzip", s.post(legacyPing, map[string]string{"Content-Encoding": "gzip"}), 415)
}

func TestWire32Guard(t *testing.T) {
	s := startHTTP(t)
	_, port, _ := net.SplitHostPort(s.addr)
	for _, host := range []string{"evil.example", "evil.example:" + port, "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.1", "[::2]", "127.0.0.2", "localhost@evil.example"} {
		generic(t, host, s.post(legacyPing, map[string]string{"Host": host}), 403)
	}
	for _, host := range []string{"localhost", "LOCALHOST:1", "127.0.0.1:" + port, "[::1]:" + port, "localhost.:" + port} {
		if r := s.post(legacyPing, map[string]string{"Host": host}); r.status != 200 {
			t.Errorf("%s: %d", host, r.status)
		}
	}
	for _, origin := range []string{"http://evil.example", "null", "https://localhost:" + port, "http://localhost:1", "http://localhost", "http://localhost:" + port + "/", "http://localhost:" + port + "@evil.example", "file://"} {
		generic(t, origin, s.post(legacyPing, map[string]string{"Origin": origin}), 403)
	}
	for _, origin := range []string{"http://localhost:" + port, "http://127.0.0.1:" + port, "http://[::1]:" + port} {
		if r := s.post(legacyPing, map[string]string{"Origin": origin}); r.status != 200 {
			t.Errorf("%s: %d", origin, r.status)
		}
	}

	locked := startHTTP(t, func(o *Options) {
		o.HTTP.Addr, o.HTTP.Token = "0.0.0.0:0", "let-me-in"
		o.HTTP.AllowedHosts, o.HTTP.AllowedOrigins = []string{"Guard.example"}, []string{"https://ide.example"}
	})
	_, port, _ = net.SplitHostPort(locked.addr)
	locked.addr = "127.0.0.1:" + port
	for _, value := range []string{"", "let-me-in", "Bearer", "Bearer ", "Bearer wrong", "Bearer let-me-in2", "Basic let-me-in", "Bearer LET-ME-IN"} {
		r := locked.post(legacyPing, map[string]string{"Authorization": value})
		generic(t, value, r, 401)
		if r.header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%q: WWW-Authenticate %q", value, r.header.Get("WWW-Authenticate"))
		}
	}
	ok := map[string]string{"Authorization": "bearer let-me-in", "Host": "guard.example:1", "Origin": "https://ide.example"}
	if r := locked.post(call("1", "echo", "{}"), ok); r.status != 200 {
		t.Errorf("with the token: %d %s", r.status, r.body)
	}
	if c := locked.fake.last(t).Caller; c.Kind != "token" || c.Transport != "http" {
		t.Errorf("caller %+v", c)
	}
	ok["Host"] = "other.example"
	generic(t, "another name", locked.post(legacyPing, ok), 403)
	for _, addr := range []string{"0.0.0.0:0", "[::]:0"} {
		if _, err := NewHTTP(newFake(), Options{HTTP: HTTPOptions{Addr: addr}}); err == nil || !strings.Contains(err.Error(), "token") {
			t.Errorf("%s without a token: %v", addr, err)
		}
	}
	if DefaultAddr != "127.0.0.1:8765" {
		t.Errorf("default address %s", DefaultAddr)
	}
}

func TestWire33Headers(t *testing.T) {
	s := startHTTP(t)
	b64 := func(v string) string { return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(v)) + "?=" }
	echo, list := call("1", "echo", "{}"), modern("1", "tools/list", "")
	for _, c := range []struct {
		body   string
		change map[string]string
		status int
		code   int
	}{
		{echo, nil, 200, 0},
		{list, nil, 200, 0},
		{echo, map[string]string{"Mcp-Name": b64("echo")}, 200, 0},
		{echo, map[string]string{"Mcp-Name": "  echo  ", "Mcp-Method": " tools/call"}, 200, 0},
		{echo, map[string]string{"MCP-Protocol-Version": ""}, 400, codeHeader},
		{echo, map[string]string{"MCP-Protocol-Version": "2025-11-25"}, 400, codeHeader},
		{echo, map[string]string{"MCP-Protocol-Version": "2099-01-01"}, 400, codeHeader},
		{echo, map[string]string{"Mcp-Method": ""}, 400, codeHeader},
		{echo, map[string]string{"Mcp-Method": "tools/list"}, 400, codeHeader},
		{echo, map[string]string{"Mcp-Method": "TOOLS/CALL"}, 400, codeHeader},
		{echo, map[string]string{"Mcp-Name": ""}, 400, codeHeader},
		{echo, map[string]string{"Mcp-Name": "wait"}, 400, codeHeader},
		{echo, map[string]string{"Mcp-Name": "ECHO"}, 400, codeHeader},
		{echo, map[string]string{"Mcp-Name": "=?base64?ZWNob===?="}, 400, codeHeader},
		{echo, map[string]string{"Mcp-Name": "=?base64?ZW!ob?="}, 400, codeHeader},
		{list, map[string]string{"Mcp-Name": "anything"}, 200, 0},
		{strings.ReplaceAll(list, "2026-07-28", "2027-01-01"), nil, 400, codeVersion},
		{strings.ReplaceAll(list, "2026-07-28", "2025-06-18"), nil, 400, codeVersion},
		{modern("1", "no/such", ""), nil, 404, codeNoMethod},
		{modern("1", "ping", ""), nil, 404, codeNoMethod},
		{modern("1", "tools/list", `"cursor":""`), nil, 400, codeParams},
		{call("1", "unknown", "{}"), nil, 400, codeParams},
		{call("1", "need", "{}"), nil, 400, codeCapability},
		// The legacy era needs no handshake here and no header.
		{legacyPing, nil, 200, 0},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, nil, 200, 0},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, map[string]string{"MCP-Protocol-Version": "2025-06-18", "Mcp-Session-Id": "x", "Last-Event-ID": "1"}, 200, 0},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, map[string]string{"MCP-Protocol-Version": "2099-01-01"}, 400, codeHeader},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, map[string]string{"MCP-Protocol-Version": "2026-07-28"}, 400, codeParams},
		{`{"jsonrpc":"2.0","id":1,"method":"no/such"}`, nil, 404, codeNoMethod},
		{hello, nil, 200, 0},
		{hello, nil, 200, 0},
	} {
		r := s.post(c.body, c.change)
		if r.status != c.status || r.msg(t).code() != c.code {
			t.Errorf("%s with %v: %d %.200s", c.body, c.change, r.status, r.body)
		}
	}
	// Two values of one header are none.
	req, _ := http.NewRequest(http.MethodPost, "http://"+s.addr+endpoint, strings.NewReader(echo))
	req.Header = headersOf(echo)
	req.Header.Add("Mcp-Name", "wait")
	res, err := s.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusBadRequest {
		t.Errorf("two names: %d", res.StatusCode)
	}
	// Notifications and peers' responses.
	for _, body := range []string{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, cancelOf("1"), `{"jsonrpc":"2.0","id":1,"result":{}}`} {
		if r := s.post(body, nil); r.status != 202 || r.body != "" {
			t.Errorf("%s: %d %s", body, r.status, r.body)
		}
	}
	if r := s.post(cancelOf("1"), map[string]string{"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "notifications/cancelled"}); r.status != 202 {
		t.Errorf("a modern notification without _meta: %d %s", r.status, r.body)
	}
	note := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,` + modernMeta + `}}`
	if r := s.post(note, map[string]string{"Mcp-Method": "tools/list"}); r.status != 400 {
		t.Errorf("a notification in disguise: %d", r.status)
	}
	// A subscription is a stream that ends.
	r := s.post(modern("5", "subscriptions/listen", `"notifications":{}`), nil)
	if r.header.Get("Content-Type") != "text/event-stream" || r.header.Get("X-Accel-Buffering") != "no" ||
		strings.Count(r.body, "data: ") != 2 || !strings.Contains(r.body, `"id":5,"result"`) {
		t.Errorf("listen: %v %s", r.header, r.body)
	}
	r = s.post(strings.Replace(call("1", "progress", "{}"), metaC, metaC+`,"progressToken":1`, 1), nil)
	if strings.Count(r.body, "data: ") != 2 || !strings.Contains(r.body, "notifications/progress") {
		t.Errorf("progress: %s", r.body)
	}
}

func TestWire33ClientThatGoesAway(t *testing.T) {
	s := startHTTP(t)
	ctx, cancel := context.WithCancel(context.Background())
	body := call("1", "wait", "{}")
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+s.addr+endpoint, strings.NewReader(body))
	req.Header = headersOf(body)
	done := make(chan error, 1)
	go func() {
		res, err := s.client.Do(req)
		if err == nil {
			_ = res.Body.Close()
		}
		done <- err
	}()
	s.fake.began(t, 1)
	cancel()
	<-s.fake.stopped
	if err := <-done; err == nil {
		t.Error("an answer came")
	}
}

func TestWire33SameIDDoesNotMeet(t *testing.T) {
	s := startHTTP(t)
	replies := make(chan response, 2)
	go func() { replies <- s.post(call("1", "wait", `{"who":"a"}`), nil) }()
	s.fake.began(t, 1)
	if r := s.post(call("1", "echo", `{"who":"b"}`), nil); r.status != 200 || !strings.Contains(r.body, `\"who\":\"b\"`) {
		t.Errorf("the second: %d %s", r.status, r.body)
	}
	close(s.fake.gate)
	if r := <-replies; r.status != 200 || !strings.Contains(r.body, `\"who\":\"a\"`) {
		t.Errorf("the first: %d %s", r.status, r.body)
	}
}

// patience is what impatient servers have. It is long enough for a busy machine
// to serve a request in.
const patience = time.Second

// impatient makes the HTTP times short.
func impatient(o *Options) {
	o.limits = defaultLimits
	o.limits.readTimeout, o.limits.idleTimeout, o.limits.writeTimeout = patience, patience, patience
}

func TestWire34Times(t *testing.T) {
	t.Run("a call may take longer than reading and writing", func(t *testing.T) {
		t.Parallel()
		s := startHTTP(t, impatient)
		done := make(chan response, 1)
		go func() { done <- s.post(call("1", "wait", "{}"), nil) }()
		s.fake.began(t, 1)
		time.Sleep(2 * patience)
		close(s.fake.gate)
		if r := <-done; r.status != 200 {
			t.Errorf("%d %s", r.status, r.body)
		}
	})
	t.Run("a body that doesn't come", func(t *testing.T) {
		t.Parallel()
		s := startHTTP(t, impatient)
		got := s.raw("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
		if !strings.HasPrefix(got, "HTTP/1.1 408 ") || !strings.Contains(got, `{"jsonrpc":"2.0","error":{`) {
			t.Errorf("got %q", got)
		}
	})
	t.Run("a body that drips", func(t *testing.T) {
		t.Parallel()
		s := startHTTP(t, impatient)
		c, err := net.Dial("tcp", s.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		_, _ = io.WriteString(c, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
		go func() {
			for range 1000 {
				if _, err := io.WriteString(c, "x"); err != nil {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		}()
		_ = c.SetReadDeadline(time.Now().Add(30 * time.Second))
		b, _ := io.ReadAll(c)
		if !bytes.HasPrefix(b, []byte("HTTP/1.1 408 ")) {
			t.Errorf("got %q", b)
		}
	})
	t.Run("headers that don't come", func(t *testing.T) {
		t.Parallel()
		s := startHTTP(t, impatient)
		_ = s.raw("POST /mcp HTTP/1.1\r\nHost: loc") // ends, or the test hangs
	})
	t.Run("an idle connection is closed", func(t *testing.T) {
		t.Parallel()
		s := startHTTP(t, impatient)
		got := s.raw("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + fmt.Sprint(len(legacyPing)) + "\r\n\r\n" + legacyPing)
		if !strings.HasPrefix(got, "HTTP/1.1 200 ") {
			t.Errorf("got %q", got)
		}
	})
	t.Run("what the parser refuses is JSON too", func(t *testing.T) {
		t.Parallel()
		s := startHTTP(t, impatient)
		for request, status := range map[string]string{
			"evil\r\n\r\n":               "400",
			"GET /mcp HTTP/3.0\r\n\r\n":  "505",
			"POST /mcp HTTP/1.1\r\n\r\n": "400", // no Host
			"POST /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: evil\r\nContent-Length: 2\r\n\r\n{}":                           "417",
			"POST /mcp HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n":                                                               "400",
			"POST /mcp HTTP/1.1\r\nHost: localhost\r\nevil header\r\n\r\n":                                                   "400",
			"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n":                                             "400",
			"POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: evil\r\n\r\n":                                       "501",
			"POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 64<<10) + "\r\n\r\n":                        "431",
			"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nevil\r\n": "400",
		} {
			got := s.raw(request)
			res, err := http.ReadResponse(bufio.NewReader(strings.NewReader(got)), nil)
			if err != nil {
				t.Errorf("%.60q: %q: %v", request, got, err)
				continue
			}
			b, _ := io.ReadAll(res.Body)
			_ = res.Body.Close()
			if fmt.Sprint(res.StatusCode) != status {
				t.Errorf("%.60q: %q", request, got)
			}
			generic(t, fmt.Sprintf("%.40q", request), response{res.StatusCode, res.Header, string(b)}, res.StatusCode)
		}
		if got := s.raw("HEAD /mcp HTTP/1.1\r\n\r\n"); !strings.HasPrefix(got, "HTTP/1.1 400 ") || strings.Contains(got, "error") {
			t.Errorf("HEAD: %q", got)
		}
	})
	t.Run("a reader that doesn't read", func(t *testing.T) {
		t.Parallel()
		s := startHTTP(t, impatient)
		c, err := net.Dial("tcp", s.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		body := call("1", "big", `{"bytes":15000000}`)
		req, _ := http.NewRequest(http.MethodPost, "http://localhost"+endpoint, strings.NewReader(body))
		req.Header = headersOf(body)
		_ = req.Write(c)
		_ = c.SetReadDeadline(time.Now().Add(30 * time.Second))
		if _, err := c.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		// The slots come back although nobody reads.
		s.client.Transport.(*http.Transport).DisableKeepAlives = true // an idle connection may just be closing
		for range MaxOutstanding - 1 {
			if r := s.post(call("1", "echo", "{}"), nil); r.status != 200 {
				t.Fatalf("%d %s", r.status, r.body)
			}
		}
		time.Sleep(2 * patience)
		if n, _ := io.Copy(io.Discard, c); n >= 30_000_000 {
			t.Errorf("all %d bytes came", n)
		}
	})
}

func TestWire34SignalsAndHTTP(t *testing.T) {
	s := startHTTP(t)
	done := make(chan response, 1)
	go func() { done <- s.post(call("1", "wait", "{}"), nil) }()
	s.fake.began(t, 1)
	s.signals <- term
	eventually(t, "the listener to close", func() bool {
		c, err := net.Dial("tcp", s.addr)
		if err == nil {
			_ = c.Close()
		}
		return err != nil
	})
	close(s.fake.gate)
	if r := <-done; r.status != 200 {
		t.Errorf("the admitted call: %d %s", r.status, r.body)
	}
	if code := <-s.exit; code != ExitDone {
		t.Errorf("exit %d", code)
	}
	s.exit <- 0
}

// TestWire34ProofALegalCall takes the ten seconds of the promise; only with
// REGENT_PROOF, since the shorter test above shows the same.
func TestWire34ProofALegalCall(t *testing.T) {
	if os.Getenv("REGENT_PROOF") == "" {
		t.Skip("set REGENT_PROOF=1")
	}
	s := startHTTP(t)
	done := make(chan response, 1)
	go func() { done <- s.post(call("1", "wait", "{}"), nil) }()
	s.fake.began(t, 1)
	time.Sleep(10 * time.Second)
	close(s.fake.gate)
	if r := <-done; r.status != 200 {
		t.Errorf("%d %s", r.status, r.body)
	}
}
