package server

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
)

// The campaign sends seeded frames, hostile and valid, to one process, with a
// valid ping after each. The server must answer every ping, keep its memory and
// leave no goroutine behind. REGENT_PROOF=1 sends the full count.
const (
	campaignSeed   = 20261130
	campaignShort  = 3_000
	campaignProof  = 200_000
	campaignGrowth = 16 << 20 // how much the resident set may grow
)

func campaignCount() int {
	if os.Getenv("REGENT_PROOF") != "" {
		return campaignProof
	}
	return campaignShort
}

// hostile makes frames from a seed.
type hostile struct{ *rand.Rand }

func (h hostile) pick(of ...string) string { return of[h.IntN(len(of))] }

// valid gives a right request of either era, most of which a mutation spoils.
func (h hostile) valid() string {
	id := h.pick("1", `"x"`, "-5", "9007199254740993", `"\u00e9\ud83d"`)
	meta := modernMeta[:len(modernMeta)-1] + h.pick("", `,"traceparent":"`+okTraceparent+`"`, `,"baggage":"a=b"`, `,"progressToken":3`) + "}"
	params := h.pick("", `"name":"echo",`, `"name":"echo","arguments":{"a":[1,{"b":"c"}]},`, `"name":"blocked","arguments":{},`, `"name":"crash",`, `"name":"none",`, `"cursor":"",`, `"notifications":{},`)
	method := h.pick("tools/call", "tools/call", "tools/call", "tools/call", "tools/list", "server/discover", "ping", "initialize", "subscriptions/listen", "notifications/cancelled", "resources/list", "x")
	if h.IntN(3) == 0 {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":{` + params + `"z":0}}`
	}
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":{` + params + meta + `}}`
}

func (h hostile) frame() string {
	f := h.valid()
	switch h.IntN(16) {
	case 0, 14, 15:
		return f
	case 1: // cut
		return f[:h.IntN(len(f))]
	case 2: // a byte changed
		b := []byte(f)
		b[h.IntN(len(b))] = byte(h.IntN(256))
		return string(b)
	case 3: // a part twice
		i, j := h.IntN(len(f)), h.IntN(len(f))
		return f[:max(i, j)] + f[min(i, j):]
	case 4: // a part gone
		i, j := h.IntN(len(f)), h.IntN(len(f))
		return f[:min(i, j)] + f[max(i, j):]
	case 5:
		return strings.Replace(f, `"id":`, `"id":`+h.pick("null", "1.0", "1e5", "true", "[1]", "{}", `"a","id":`)+`,"q":`, 1)
	case 6:
		return strings.Replace(f, `"params":`, h.pick(`"params":[],"p":`, `"params":null,"p":`, `"result":{},"params":`, `"params":1e999,"p":`, `"params":NaN,"p":`), 1)
	case 7:
		return strings.Repeat(h.pick("[", `{"a":`, "[[", `{"":[`), 1+h.IntN(200))
	case 8:
		return `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[` + strings.Repeat("0,", h.IntN(12000)) + `0]}}`
	case 9:
		return `{"jsonrpc":"2.0","id":1,"method":"x","params":{"f":"` + strings.Repeat(h.pick("x", "é", `\u0000`, "\xff", "\\"), h.IntN(400)) + `"}}`
	case 10:
		return h.pick("", " ", "\ufeff", "null", "0", `""`, "[]", "[{}]", "{}", "\x00", "\xff\xfe", "}", `{"result":1}`, `{"jsonrpc":"2.0","id":1,"error":{}}`, "\r", "\v")
	case 11:
		return cancelOf(h.pick("1", `"x"`, "null", "1.5", "[]", `"quiet"`, "{}"))
	case 12:
		return strings.Replace(f, "2026-07-28", h.pick("2025-11-25", "", "2099-01-01", `\u0000`, strings.Repeat("9", 300)), 1)
	}
	if h.IntN(40) == 0 { // seldom, since they are large
		return strings.Repeat(h.pick("x", "[", `"`), MaxFrameBytes+h.IntN(chunkBytes*2))
	}
	b := make([]byte, h.IntN(60))
	for i := range b {
		b[i] = byte(h.IntN(256))
	}
	return string(b)
}

// resident is the resident set in bytes.
func resident(t *testing.T) int64 {
	t.Helper()
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("needs /proc")
	}
	pages, err := strconv.ParseInt(strings.Fields(string(b))[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

// grown runs f and checks what it left behind.
func grown(t *testing.T, warm, full func()) {
	t.Helper()
	warm()
	runtime.GC()
	debug.FreeOSMemory()
	before := resident(t)
	full()
	runtime.GC()
	debug.FreeOSMemory()
	growth := resident(t) - before
	t.Logf("resident set: %.1f MiB before, growth %.1f MiB, %d goroutines", float64(before)/(1<<20), float64(growth)/(1<<20), runtime.NumGoroutine())
	if growth > campaignGrowth {
		t.Errorf("the resident set grew by %d bytes", growth)
	}
}

func TestCampaignStdio(t *testing.T) {
	w := start(t)
	w.fake.keepOnly = 0
	h := hostile{rand.New(rand.NewPCG(campaignSeed, 1))}
	n, answers := 0, 0
	run := func(count int) {
		sent := make(chan error, 1)
		first := n
		go func() {
			out := bufio.NewWriterSize(w.in, 32<<10)
			for i := range count {
				frame := strings.ReplaceAll(h.frame(), "\n", " ")
				_, _ = out.WriteString(frame)
				fmt.Fprintf(out, "\n{\"jsonrpc\":\"2.0\",\"id\":\"ping %d\",\"method\":\"ping\"}\n", first+i)
				if h.IntN(8) == 0 {
					_ = out.Flush()
				}
			}
			sent <- out.Flush()
		}()
		for i := range count {
			want := fmt.Sprintf(`{"jsonrpc":"2.0","id":"ping %d","result":{}}`, first+i)
			for line := w.line(); line != want; line = w.line() {
				if strings.Contains(line, `"id":"ping `) {
					t.Fatalf("waited for ping %d, got %.200s", first+i, line)
				}
				answers++
			}
		}
		if err := <-sent; err != nil {
			t.Fatal(err)
		}
		n += count
	}
	grown(t, func() { run(500) }, func() { run(campaignCount()) })
	t.Logf("%d hostile frames, %d answers beside the pings, %d tool calls", n, answers, w.fake.count.Load())
	_ = w.in.Close()
	_, _ = io.Copy(io.Discard, w.lines) // answers that came behind the last ping
	if code, err := w.ends(); code != ExitDone || err != nil {
		t.Errorf("exit %d, %v", code, err)
	}
	if w.fake.count.Load() == 0 || w.fake.count.Load() != w.fake.ended.Load() {
		t.Error("no call got through, or one is still there")
	}
}

func TestCampaignHTTP(t *testing.T) {
	s := startHTTP(t)
	s.fake.keepOnly = 0
	h := hostile{rand.New(rand.NewPCG(campaignSeed, 2))}
	statuses := map[string]int{}
	c := &rawClient{t: t, addr: s.addr}
	run := func(count int) {
		for range count {
			body := h.frame()
			head := "POST /mcp HTTP/1.1\r\nHost: localhost\r\n"
			if h.IntN(3) > 0 { // faithful headers, mostly
				for name, values := range headersOf(body) {
					if strings.IndexFunc(values[0], func(r rune) bool { return r < 0x20 || r == 0x7f }) < 0 && h.IntN(20) > 0 {
						head += name + ": " + values[0] + "\r\n"
					}
				}
			}
			switch h.IntN(30) {
			case 0:
				head = h.pick("GET /mcp HTTP/1.1\r\nHost: localhost\r\n", "POST /x HTTP/1.1\r\nHost: localhost\r\n", "POST /mcp HTTP/1.1\r\nHost: evil\r\n", "HEAD /mcp HTTP/1.1\r\nHost: localhost\r\n")
			case 1:
				head += h.pick("Origin: http://evil.example\r\n", "bad header\r\n", "Content-Type: text/plain\r\n", "\x01: x\r\n", "Content-Length: 1\r\n", "Expect: x\r\n")
			}
			statuses[c.exchange(head+fmt.Sprintf("Content-Length: %d\r\n\r\n", len(body)), body)]++
			ping := legacyPing
			if got := c.exchange(fmt.Sprintf("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n", len(ping)), ping); got != "200" {
				t.Fatalf("ping: %s", got)
			}
		}
	}
	grown(t, func() { run(500) }, func() { run(campaignCount()) })
	c.close()
	t.Logf("answers by status: %v, %d tool calls", statuses, s.fake.count.Load())
	for _, status := range []string{"200", "202", "400", "403", "404", "405", "413", "415", "500"} {
		if statuses[status] == 0 {
			t.Errorf("no answer had status %s", status)
		}
	}
}

// rawClient writes requests that a proper client refuses to write, on one
// connection as long as the server keeps it.
type rawClient struct {
	t    *testing.T
	addr string
	conn net.Conn
	in   *bufio.Reader
}

func (c *rawClient) close() {
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
}

// exchange gives the status of the answer, or "closed".
func (c *rawClient) exchange(head, body string) string {
	for fresh := false; ; fresh = true {
		if c.conn == nil {
			conn, err := net.Dial("tcp", c.addr)
			if err != nil {
				c.t.Fatal(err)
			}
			c.conn, c.in, fresh = conn, bufio.NewReader(conn), true
		}
		_, _ = io.WriteString(c.conn, head)
		_, _ = io.WriteString(c.conn, body) // fails when the answer came before
		status, reuse := c.answer(strings.HasPrefix(head, "HEAD "))
		if !reuse {
			c.close()
		}
		if status != "closed" || fresh {
			return status
		}
	}
}

func (c *rawClient) answer(head bool) (status string, reuse bool) {
	line, err := c.in.ReadString('\n')
	if err != nil {
		return "closed", false
	}
	status, reuse = strings.Fields(line)[1], true
	length, chunked := 0, false
	for {
		h, err := c.in.ReadString('\n')
		if err != nil {
			return status, false
		}
		h = strings.ToLower(strings.TrimSpace(h))
		if h == "" {
			break
		}
		name, value, _ := strings.Cut(h, ": ")
		switch name {
		case "content-length":
			length, _ = strconv.Atoi(value)
		case "connection":
			reuse = reuse && value != "close"
		case "transfer-encoding":
			chunked = true
		}
	}
	if chunked {
		for {
			size, err := c.in.ReadString('\n')
			if err != nil {
				return status, false
			}
			n, _ := strconv.ParseInt(strings.TrimSpace(size), 16, 32)
			if _, err := c.in.Discard(int(n) + 2); err != nil || n == 0 {
				return status, reuse && err == nil
			}
		}
	}
	if !head {
		if _, err := c.in.Discard(length); err != nil {
			return status, false
		}
	}
	return status, reuse
}
