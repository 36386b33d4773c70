// Command readbench measures reading one file of 64 KiB over stdio: our
// sandbox_fs_read, with its policy and its record on, against read_text_file of
// the filesystem server from npm. Both run at once and take turns, call by
// call, so that the machine's load is the same for both.
//
//	readbench [-calls N] [-check] REGENT NODE SERVER.js
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// maxRatio is the promise: our median against theirs.
const maxRatio = 0.3

const size = 64 << 10

func main() {
	calls := flag.Int("calls", 1000, "calls to each server")
	check := flag.Bool("check", false, "exit 1 when the promise is not kept")
	flag.Parse()
	if flag.NArg() != 3 {
		flag.Usage()
		os.Exit(2)
	}
	ratio, err := run(flag.Arg(0), flag.Arg(1), flag.Arg(2), *calls)
	if err != nil {
		fmt.Fprintln(os.Stderr, "readbench:", err)
		os.Exit(2)
	}
	if *check && ratio > maxRatio {
		os.Exit(1)
	}
}

func run(regent, node, server string, calls int) (ratio float64, err error) {
	base, err := os.MkdirTemp("", "readbench")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(base)
	if base, err = filepath.EvalSymlinks(base); err != nil {
		return 0, err
	}
	data := filepath.Join(base, "data")
	for _, dir := range []string{"data", "home", "work"} {
		if err := os.Mkdir(filepath.Join(base, dir), 0o700); err != nil {
			return 0, err
		}
	}
	text := strings.Repeat("The quick brown fox jumps over it.\n", size/35+1)[:size]
	if err := os.WriteFile(filepath.Join(data, "file.txt"), []byte(text), 0o600); err != nil {
		return 0, err
	}
	ours := exec.Command(regent, "serve", "--workspace", filepath.Join(base, "work"))
	ours.Env = []string{
		"HOME=" + filepath.Join(base, "home"), "PATH=" + os.Getenv("PATH"),
		"REGENT_SAFE_DATA_DIR=" + data, "REGENT_INVOCATIONS_MINUTE=1000000000", "REGENT_AUDIT_MAX_RECORDS=10000000",
	}
	theirs := exec.Command(node, server, data)
	peers := []*peer{
		{name: "regent sandbox_fs_read", cmd: ours, tool: "sandbox_fs_read", arguments: map[string]any{"relative_path": "file.txt"}},
		{name: "npm read_text_file", cmd: theirs, tool: "read_text_file", arguments: map[string]any{"path": filepath.Join(data, "file.txt")}},
	}
	for _, p := range peers {
		if err := p.start(); err != nil {
			return 0, fmt.Errorf("%s: %w", p.name, err)
		}
		defer func() { err = errors.Join(err, p.stop()) }()
	}
	for i := range calls + calls/10 {
		for _, p := range peers {
			if i == calls/10 {
				p.spent = cpuOf(p.cmd.Process.Pid)
			}
			took, err := p.call(text)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", p.name, err)
			}
			if i >= calls/10 { // the first tenth warms up
				p.times = append(p.times, took)
			}
		}
	}
	for _, p := range peers {
		slices.Sort(p.times)
		spent := (cpuOf(p.cmd.Process.Pid) - p.spent) / time.Duration(calls)
		fmt.Printf("%-24s p50 %10s  p99 %10s  CPU/call %10s\n", p.name, p.times[calls/2], p.times[calls*99/100], spent)
	}
	ratio = float64(peers[0].times[calls/2]) / float64(peers[1].times[calls/2])
	fmt.Printf("p50 ratio %.2f (at most %.2f)\n", ratio, maxRatio)
	return ratio, nil
}

// peer is a running server and what is asked of it.
type peer struct {
	name, tool string
	arguments  map[string]any
	cmd        *exec.Cmd
	in         io.WriteCloser
	out        *bufio.Reader
	log        bytes.Buffer
	id         int
	times      []time.Duration
	spent      time.Duration // processor time before the calls that count
}

// cpuOf is the processor time that a process has used, in ticks of 10 ms.
func cpuOf(pid int) time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	var user, system int64
	_, _ = fmt.Sscan(string(fields[11]), &user)
	_, _ = fmt.Sscan(string(fields[12]), &system)
	const tick = 10 * time.Millisecond
	return time.Duration(user+system) * tick
}

func (p *peer) start() (err error) {
	p.cmd.Stderr = &p.log
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.out = bufio.NewReaderSize(out, 1<<20)
	if err := p.cmd.Start(); err != nil {
		return err
	}
	const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`
	if _, err := io.WriteString(p.in, hello+"\n"); err != nil {
		return err
	}
	if _, err := p.out.ReadBytes('\n'); err != nil {
		return fmt.Errorf("%w: %s", err, p.log.String())
	}
	_, err = io.WriteString(p.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return err
}

func (p *peer) stop() error {
	_ = p.in.Close()
	return p.cmd.Wait()
}

// call reads the file once. Making the request and checking the answer is not
// timed; parsing is neither's cost.
func (p *peer) call(text string) (time.Duration, error) {
	p.id++
	frame, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": p.id, "method": "tools/call",
		"params": map[string]any{"name": p.tool, "arguments": p.arguments},
	})
	if err != nil {
		return 0, err
	}
	begin := time.Now()
	if _, err := p.in.Write(append(frame, '\n')); err != nil {
		return 0, err
	}
	line, err := p.out.ReadBytes('\n')
	took := time.Since(begin)
	if err != nil {
		return 0, fmt.Errorf("%w: %s", err, p.log.String())
	}
	var answer struct {
		ID     int `json:"id"`
		Result struct {
			IsError           bool `json:"isError"`
			StructuredContent struct {
				Content string `json:"content"`
			} `json:"structuredContent"`
		} `json:"result"`
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		return 0, err
	}
	if r := answer.Result; answer.ID != p.id || r.IsError || r.StructuredContent.Content != text {
		return 0, fmt.Errorf("got %.300s", line)
	}
	return took, nil
}
