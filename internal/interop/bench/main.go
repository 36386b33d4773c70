// Command bench measures two stdio servers side by side in one run: ours and
// the smallest one on the official Go SDK, over real pipes, with every check of
// ours on. It prints a table and the two ratios that the design promises.
//
//	bench [-calls N] [-rounds N] [-check] OURS SDK
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"
)

// The promises: median latency one at a time, and throughput at sixteen.
const (
	maxLatencyRatio    = 0.6
	minThroughputRatio = 4.0
)

func main() {
	calls := flag.Int("calls", 10000, "calls in each measurement")
	rounds := flag.Int("rounds", 5, "interleaved rounds; the best of each server counts")
	check := flag.Bool("check", false, "exit 1 when a promise is not kept")
	flag.Parse()
	if flag.NArg() != 2 {
		flag.Usage()
		os.Exit(2)
	}
	kept, err := run(flag.Arg(0), flag.Arg(1), *calls, *rounds)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	if *check && !kept {
		os.Exit(1)
	}
}

// result are the best figures of the rounds.
type result struct {
	p50, p99   time.Duration
	throughput float64
	cpu        time.Duration // of the server, per call at sixteen in flight
}

func run(ours, sdk string, calls, rounds int) (kept bool, err error) {
	kept = true
	fmt.Printf("%-7s %-8s %10s %10s %14s %10s\n", "era", "server", "p50", "p99", "16 in flight", "CPU/call")
	for _, era := range []string{"legacy", "modern"} {
		best := map[string]*result{"ours": nil, "sdk": nil}
		for range rounds {
			for name, path := range map[string]string{"ours": ours, "sdk": sdk} {
				r, err := measure(path, era, calls)
				if err != nil {
					return false, fmt.Errorf("%s, %s: %w", name, era, err)
				}
				best[name] = better(best[name], r)
			}
		}
		for _, name := range []string{"ours", "sdk"} {
			r := best[name]
			fmt.Printf("%-7s %-8s %10s %10s %12.0f/s %10s\n", era, name, r.p50, r.p99, r.throughput, r.cpu)
		}
		latency := float64(best["ours"].p50) / float64(best["sdk"].p50)
		throughput := best["ours"].throughput / best["sdk"].throughput
		fmt.Printf("%-7s p50 ratio %.2f (at most %.2f), throughput ratio %.1f (at least %.1f)\n",
			era, latency, maxLatencyRatio, throughput, minThroughputRatio)
		kept = kept && latency <= maxLatencyRatio && throughput >= minThroughputRatio
	}
	return kept, nil
}

func better(a *result, b result) *result {
	if a == nil {
		return &b
	}
	return &result{min(a.p50, b.p50), min(a.p99, b.p99), max(a.throughput, b.throughput), min(a.cpu, b.cpu)}
}

// peer is a running server.
type peer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	era string
	id  int
	buf []byte
}

func measure(path, era string, calls int) (r result, err error) {
	p := &peer{cmd: exec.Command(path), era: era}
	p.cmd.Stderr = os.Stderr
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return r, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return r, err
	}
	p.out = bufio.NewReaderSize(out, 1<<16)
	if err := p.cmd.Start(); err != nil {
		return r, err
	}
	defer func() {
		_ = p.in.Close()
		err = errors.Join(err, p.cmd.Wait())
	}()
	if era == "legacy" {
		const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`
		if _, err := io.WriteString(p.in, hello+"\n"); err != nil {
			return r, err
		}
		if _, err := p.out.ReadSlice('\n'); err != nil {
			return r, err
		}
		if _, err := io.WriteString(p.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"); err != nil {
			return r, err
		}
	}
	if _, err := p.many(calls/10, 1, nil); err != nil { // warm
		return r, err
	}
	times := make([]time.Duration, 0, calls)
	if _, err := p.many(calls, 1, &times); err != nil {
		return r, err
	}
	slices.Sort(times)
	r.p50, r.p99 = times[len(times)/2], times[len(times)*99/100]
	before := cpuOf(p.cmd.Process.Pid)
	took, err := p.many(calls, 16, nil)
	if err != nil {
		return r, err
	}
	r.throughput = float64(calls) / took.Seconds()
	r.cpu = (cpuOf(p.cmd.Process.Pid) - before) / time.Duration(calls)
	return r, nil
}

// many makes calls with so many in flight.
func (p *peer) many(calls, flight int, times *[]time.Duration) (time.Duration, error) {
	begin := time.Now()
	sent := 0
	for ; sent < min(flight, calls); sent++ {
		if err := p.send(); err != nil {
			return 0, err
		}
	}
	last := begin
	for range calls {
		line, err := p.out.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if !bytes.Contains(line, []byte(`"result"`)) {
			return 0, fmt.Errorf("got %s", line)
		}
		if times != nil {
			now := time.Now()
			*times = append(*times, now.Sub(last))
			last = now
		}
		if sent < calls {
			sent++
			if err := p.send(); err != nil {
				return 0, err
			}
		}
	}
	return time.Since(begin), nil
}

func (p *peer) send() error {
	p.id++
	p.buf = fmt.Appendf(p.buf[:0], `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"check","arguments":{"x":"git status --short && ls -la"}`, p.id)
	if p.era == "modern" {
		p.buf = append(p.buf, `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"}}`...)
	}
	p.buf = append(p.buf, "}}\n"...)
	_, err := p.in.Write(p.buf)
	return err
}

// cpuOf is the processor time that a process has used.
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
