package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// peer is a running server behind two pipes. They block, on either side, as a
// client's pipes do for its server: no poller of this client's runtime stands
// between an answer and the clock.
type peer struct {
	name    string
	cmd     *exec.Cmd
	in, out int // our ends
	log     bytes.Buffer
	buf     []byte
	id      int
	calls   int
	spent   time.Duration // processor time before the calls that count
}

func (p *peer) start() error {
	var in, out [2]int
	if err := errors.Join(syscall.Pipe2(in[:], syscall.O_CLOEXEC), syscall.Pipe2(out[:], syscall.O_CLOEXEC)); err != nil {
		return err
	}
	p.in, p.out = in[1], out[0]
	stdin, stdout := os.NewFile(uintptr(in[0]), "stdin"), os.NewFile(uintptr(out[1]), "stdout")
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = stdin, stdout, &p.log
	err := p.cmd.Start()
	if err := errors.Join(err, stdin.Close(), stdout.Close()); err != nil {
		return err
	}
	p.buf = make([]byte, 1<<20)
	const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`
	if _, _, err := p.exchange([]byte(hello + "\n")); err != nil {
		return err
	}
	return p.write([]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"))
}

func (p *peer) stop() error {
	return errors.Join(syscall.Close(p.in), p.cmd.Wait(), syscall.Close(p.out))
}

// exchange writes a frame and reads one line: the part that the clock sees.
func (p *peer) exchange(frame []byte) (line []byte, took time.Duration, err error) {
	n := 0
	begin := time.Now()
	if err := p.write(frame); err != nil {
		return nil, 0, err
	}
	for n == 0 || p.buf[n-1] != '\n' {
		if n == len(p.buf) {
			return nil, 0, errors.New("an answer of over 1 MiB")
		}
		m, err := syscall.Read(p.out, p.buf[n:])
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return nil, 0, err
		case m == 0:
			return nil, 0, fmt.Errorf("%w: %s", io.ErrUnexpectedEOF, p.log.String())
		default:
			n += m
		}
	}
	return p.buf[:n], time.Since(begin), nil
}

func (p *peer) write(b []byte) error {
	for len(b) > 0 {
		n, err := syscall.Write(p.in, b)
		if err != nil && !errors.Is(err, syscall.EINTR) {
			return err
		}
		b = b[max(n, 0):]
	}
	return nil
}

// call reads the file once and checks what came.
func (p *peer) call(params, text string) (time.Duration, error) {
	p.id++
	p.calls++
	line, took, err := p.exchange(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":%s}`+"\n", p.id, params))
	if err != nil {
		return 0, err
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

// cpu is the processor time that the server has used, in ticks of 10 ms.
func (p *peer) cpu() time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
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
