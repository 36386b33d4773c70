package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"regent/facts/secret"
)

// peer talks to a server of its own process.
type peer struct {
	t      *testing.T
	cmd    *exec.Cmd
	modern bool
	next   int
	url    string // over HTTP
	in     io.Writer
	out    *bufio.Reader
	stderr bytes.Buffer
	sent   []*needles // what no answer may hold
}

// program builds the program as it is shipped, less the static link.
func program(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "regent")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	return path
}

func newPeer(t *testing.T, binary string, modern, overHTTP bool) *peer {
	t.Helper()
	dir := t.TempDir()
	app := filepath.Join(dir, "app")
	if err := os.Mkdir(app, 0o755); err != nil {
		t.Fatal(err)
	}
	p := &peer{t: t, modern: modern}
	args := []string{"serve"}
	if overHTTP {
		args = append(args, "--http", "127.0.0.1:0")
	}
	p.cmd = exec.Command(binary, args...)
	p.cmd.Dir = app
	p.cmd.Env = []string{
		"HOME=" + dir, "XDG_STATE_HOME=" + filepath.Join(dir, "state"), "XDG_CONFIG_HOME=" + filepath.Join(dir, "config"),
		"PATH=" + os.Getenv("PATH"), "REGENT_INVOCATIONS_MINUTE=1000000", "REGENT_AUDIT_CAPTURE=facts",
	}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReaderSize(stdout, 1<<20)
	var ready io.Reader
	if overHTTP {
		if ready, err = p.cmd.StderrPipe(); err != nil {
			t.Fatal(err)
		}
	} else {
		p.cmd.Stderr = &p.stderr
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
	if overHTTP {
		line, err := bufio.NewReader(ready).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		p.url = line[strings.Index(line, "http://") : len(line)-1]
		go func() { _, _ = io.Copy(io.Discard, ready) }()
	} else if !modern {
		p.ask(`"initialize"`, "", `"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"peer","version":"1"}`)
	}
	return p
}

// ask sends a request and returns the reply's text.
func (p *peer) ask(method, name, params string) string {
	p.t.Helper()
	p.next++
	if p.modern {
		params += `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	}
	frame := `{"jsonrpc":"2.0","id":` + strconv.Itoa(p.next) + `,"method":` + method + `,"params":{` + params + `}}`
	if p.url == "" {
		if _, err := io.WriteString(p.in, frame+"\n"); err != nil {
			p.t.Fatal(err)
		}
		line, err := p.out.ReadString('\n')
		if err != nil {
			_ = p.cmd.Wait() // until then stderr is being written
			p.t.Fatalf("no reply: %v\n%s", err, p.stderr.Bytes())
		}
		return line
	}
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.url, strings.NewReader(frame))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if p.modern {
		req.Header.Set("MCP-Protocol-Version", "2026-07-28")
		req.Header.Set("Mcp-Method", strings.Trim(method, `"`))
		req.Header.Set("Mcp-Name", name)
	}
	if p.next%4 == 0 {
		req.Close = true
	}
	if p.next%3 == 0 {
		req.ContentLength = -1 // chunked
	}
	reply, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

// result is what the test reads of a reply.
type result struct {
	Result struct {
		IsError    bool
		Structured struct {
			Decision, Rule, Text, Code string
			Held                       int `json:"held_bytes"`
		} `json:"structuredContent"`
	}
}

func (p *peer) mask(arguments string) (r result, reply string) {
	p.t.Helper()
	reply = p.ask(`"tools/call"`, "secret_masker", `"name":"secret_masker","arguments":{`+arguments+`}`)
	if err := json.Unmarshal([]byte(reply), &r); err != nil {
		p.t.Fatalf("%v in %.200q", err, reply)
	}
	for _, n := range p.sent {
		n.in([]byte(r.Result.Structured.Text), func(_ int, k needle) {
			p.t.Errorf("the answer holds a part of %s", k.from)
		})
	}
	return r, reply
}

// awaited says that the server waits for the next request, so that whatever it
// does at the end of a call is done.
func (p *peer) awaited() {
	p.ask(`"tools/list"`, "", `"x":1`)
}

// scan stops the process and looks at its memory.
func (p *peer) scan(n *needles) []string {
	p.t.Helper()
	p.awaited()
	http.DefaultClient.CloseIdleConnections() // the server ends those that are idle while it is stopped
	if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		p.t.Fatal(err)
	}
	found, looked := n.memory(p.t, p.cmd.Process.Pid)
	if err := p.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		p.t.Fatal(err)
	}
	if looked < 1<<20 {
		p.t.Errorf("%d bytes of memory only were looked at", looked)
	}
	return found
}

var markedSecret = regexp.MustCompile(`(?s)«[A-Z0-9_]+\|(.*?)»`)

// fill fills a text of the corpus with random characters and notes its secrets.
func fill(text string, seed uint64, n *needles, from string) string {
	filled, again, third := secret.Fill(text, seed), secret.Fill(text, seed+1), secret.Fill(text, seed+2)
	random := make([]bool, len(filled))
	for i := range random {
		random[i] = filled[i] != again[i] || filled[i] != third[i]
	}
	for _, m := range markedSecret.FindAllStringSubmatchIndex(filled, -1) {
		n.add(filled[m[2]:m[3]], random[m[2]:m[3]], from)
	}
	return markedSecret.ReplaceAllString(filled, "$1")
}

func corpusTexts(t *testing.T) []string {
	t.Helper()
	raw, err := os.ReadFile("../../facts/secret/testdata/corpus.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for line := range bytes.Lines(raw) {
		var row struct{ Text string }
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, row.Text)
	}
	return texts
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// escapeAll writes every character as a JSON escape.
func escapeAll(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		fmt.Fprintf(&b, `\u%04x`, s[i])
	}
	b.WriteByte('"')
	return b.String()
}

// apart are texts that hold a secret wherever they stand.
var apart = []string{
	"token «X|ghp_<alnum:36>» here", "connecting to postgres://app:«X|<alnum:20>»@db/app", "\x1b[31mpassword=«X|<alnum:14>»\x1b[0m ok",
	"got «X|eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx<alnum:40>.<alnum:43>» back", "{\"m\":\"{\\\"password\\\":\\\"«X|<alnum:20>»\\\"}\"}",
	"cat key\n«X|-----BEGIN RSA PRIVATE" + " KEY-----\n<b64:64>\n<b64:64>\n<b64:64>\n-----END RSA PRIVATE" + " KEY-----»\ndone",
}

// No bytes of a secret that was sent to the masker are in the memory of the
// process once the answer is there.
//
// What the system saves of the processor's registers when it interrupts a copy
// is beyond the program, and once in many runs it is a piece of a secret. What
// the program leaves, it leaves each time: so a finding must come again.
func TestMemoryHoldsNoSecretAfterMasking(t *testing.T) {
	binary := program(t)
	for part, c := range []struct {
		name         string
		modern, http bool
	}{{"stdio legacy", false, false}, {"stdio modern", true, false}, {"http legacy", false, true}, {"http modern", true, true}} {
		t.Run(c.name, func(t *testing.T) {
			var found []string
			for range 3 {
				if found = maskAndScan(t, binary, part, c.modern, c.http); len(found) == 0 {
					return
				}
				t.Logf("%d places in memory hold a part of a secret, for example %q", len(found), found[:min(len(found), 12)])
			}
			t.Errorf("three processes in a row held a part of a secret")
		})
	}
}

// maskAndScan holds a session in which the masker gets secrets in every form,
// and returns what the memory of the server still has of them. part chooses the
// quarter of the corpus.
func maskAndScan(t *testing.T, binary string, part int, modern, overHTTP bool) (found []string) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	n, held, streams := newNeedles(), newNeedles(), newNeedles()
	p := newPeer(t, binary, modern, overHTTP)
	p.sent = []*needles{n, held, streams}
	safe := func(r result, reply string) string {
		t.Helper()
		if r.Result.Structured.Decision != "SAFE" {
			t.Fatalf("not masked: %.300s", reply)
		}
		return r.Result.Structured.Text
	}
	texts := corpusTexts(t)

	// Each text in one piece, and in pieces cut anywhere. A run of the
	// cases together takes every text.
	for i, text := range texts {
		if i%4 != part && os.Getenv("REGENT_PROOF") == "" {
			continue
		}
		whole := fill(text, r.Uint64(), n, fmt.Sprint("corpus line ", i+1))
		safe(p.mask(`"text":` + quote(whole)))
		split := fill(text, r.Uint64(), n, fmt.Sprint("pieces of corpus line ", i+1))
		id := fmt.Sprint("s", i)
		for rest, left := split, 1+r.IntN(5); ; left-- {
			at := r.IntN(len(rest) + 1)
			for at < len(rest) && rest[at]&0xC0 == 0x80 { // the wire carries characters
				at++
			}
			if left == 0 {
				safe(p.mask(`"stream_id":"` + id + `","final":true,"text":` + quote(rest)))
				break
			}
			safe(p.mask(`"stream_id":"` + id + `","text":` + quote(rest[:at])))
			rest = rest[at:]
		}
	}
	// Escapes on the wire.
	for i := range 20 {
		text := fill("key «X|ghp_<alnum:36>» and postgres://u:«X|<alnum:20>»@h/d", r.Uint64(), n, fmt.Sprint("escaped ", i))
		safe(p.mask(`"text":` + escapeAll(text)))
		wire := strings.Trim(escapeAll(text), `"`)
		for j := strings.Index(text, "ghp_") + 4; j < len(text)-60; j++ {
			n.put(wire[j*6:j*6+48], fmt.Sprint("wire form of escaped ", i))
		}
	}
	// Large texts, of lines that do not change each other's meaning.
	for i := range 4 {
		var b strings.Builder
		for b.Len() < 200<<10 {
			b.WriteString(fill(apart[r.IntN(len(apart))], r.Uint64(), n, fmt.Sprint("large ", i)) + "\n")
			b.WriteString(strings.Repeat("lorem ipsum dolor\n", r.IntN(60)))
		}
		safe(p.mask(`"text":` + quote(b.String())))
	}
	// Calls that are refused.
	for i, arguments := range []string{`"final":false,`, `"stream_id":"a b",`, `"other":1,`, `"final":3,`} {
		text := fill("«X|ghp_<alnum:36>»", r.Uint64(), n, fmt.Sprint("refused ", i))
		if res, reply := p.mask(arguments + `"text":` + quote(text)); !res.Result.IsError {
			t.Errorf("%s: not refused: %.200s", arguments, reply)
		}
	}

	found = append(found, p.scan(n)...)

	// What an unfinished stream holds back is in memory, which shows that
	// the search finds what is there; at the end of the stream it is gone.
	text := fill("see «X|ghp_<alnum:20>»", r.Uint64(), held, "held back")
	if res, reply := p.mask(`"stream_id":"held","text":` + quote(text)); res.Result.Structured.Held == 0 {
		t.Fatalf("nothing is held back: %s", reply)
	}
	if found := p.scan(held); len(found) == 0 {
		t.Error("the search does not find what is held back")
	}
	safe(p.mask(`"stream_id":"held","final":true,"text":` + quote(fill("«X|<alnum:16>» end", r.Uint64(), held, "the rest"))))
	found = append(found, p.scan(held)...)

	// More streams than the policy lets through, then all of them ended.
	blocked := 0
	for i := range 160 {
		res, _ := p.mask(fmt.Sprintf(`"stream_id":"m%d","text":%s`, i, quote(fill("glpat-«X|<alnum:14>»", r.Uint64(), streams, fmt.Sprint("stream ", i)))))
		if res.Result.Structured.Rule == "STREAM_LIMIT" {
			blocked++
		}
	}
	if blocked == 0 {
		t.Error("no stream was refused")
	}
	for i := range 160 {
		safe(p.mask(fmt.Sprintf(`"stream_id":"m%d","final":true,"text":%s`, i, quote(fill("«X|<alnum:6>» ", r.Uint64(), streams, "stream end")))))
	}
	// More secrets than the policy lets through.
	var b strings.Builder
	for range 4200 {
		b.WriteString(fill("«X|ghp_<alnum:36>»\n", r.Uint64(), streams, "too many"))
	}
	if res, reply := p.mask(`"text":` + quote(b.String())); res.Result.Structured.Rule != "SECRET_STATE_LIMIT" {
		t.Errorf("not refused: %.200s", reply)
	}
	found = append(found, p.scan(streams)...)
	t.Logf("%d windows looked for in the end", n.count+held.count+streams.count)
	return found
}
