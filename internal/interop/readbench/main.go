// Command readbench measures reading one file of 64 KiB over stdio: our
// sandbox_fs_read, with its policy, against read_text_file of the filesystem
// server from npm. All servers are up at once and take turns, call by call and
// in an order that is drawn anew each round, so that the machine's load and the
// state of its caches are the same for all. The client is one for all: blocking
// pipes, a request made before the clock starts, an answer looked at after it
// stopped.
//
//	readbench [-calls N] [-check] REGENT NODE SERVER.js
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// maxRatio is the promise: our median against theirs, which keeps no record.
// With the record on each of our calls waits for a disk.
const maxRatio = 0.3

const size = 64 << 10

func main() {
	calls := flag.Int("calls", 1000, "calls of each kind")
	check := flag.Bool("check", false, "exit 1 when the promise is not kept")
	flag.Parse()
	if flag.NArg() != 3 || *calls < 10 {
		flag.Usage()
		os.Exit(2)
	}
	worst, err := run(flag.Arg(0), flag.Arg(1), flag.Arg(2), *calls)
	if err != nil {
		fmt.Fprintln(os.Stderr, "readbench:", err)
		os.Exit(2)
	}
	if *check && worst > maxRatio {
		os.Exit(1)
	}
}

// caller is one kind of call to one server.
type caller struct {
	name   string
	peer   *peer
	alike  bool   // it does what theirs does: no record
	params string // of tools/call
	times  []time.Duration
}

func run(regent, node, server string, calls int) (worst float64, err error) {
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
	file := filepath.Join(data, "file.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return 0, err
	}
	ours := func(name string, env ...string) *peer {
		c := exec.Command(regent, "serve", "--workspace", filepath.Join(base, "work"))
		c.Env = append([]string{
			"HOME=" + filepath.Join(base, "home"), "PATH=" + os.Getenv("PATH"),
			"REGENT_SAFE_DATA_DIR=" + data, "REGENT_INVOCATIONS_MINUTE=1000000000", "REGENT_AUDIT_MAX_RECORDS=10000000",
		}, env...)
		return &peer{name: name, cmd: c}
	}
	theirs := &peer{name: "npm", cmd: exec.Command(node, server, data)}
	recording, silent := ours("regent, record on"), ours("regent, record off", "REGENT_AUDIT_DB=off")
	peers := []*peer{theirs, silent, recording}
	const (
		read   = `"name":"sandbox_fs_read","arguments":{"relative_path":"file.txt"}`
		modern = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},`
	)
	callers := []*caller{
		{name: "npm read_text_file", peer: theirs, params: fmt.Sprintf(`{"name":"read_text_file","arguments":{"path":%q}}`, file)},
		{name: "record off, 2025-06-18", peer: silent, alike: true, params: `{` + read + `}`},
		{name: "record off, 2026-07-28", peer: silent, alike: true, params: `{` + modern + read + `}`},
		{name: "record on, 2025-06-18", peer: recording, params: `{` + read + `}`},
		{name: "record on, 2026-07-28", peer: recording, params: `{` + modern + read + `}`},
	}
	for _, p := range peers {
		if err := p.start(); err != nil {
			return 0, fmt.Errorf("%s: %w", p.name, err)
		}
		defer func() { err = errors.Join(err, p.stop()) }()
	}
	order := rand.New(rand.NewPCG(1, 2))
	turns := slices.Clone(callers)
	for i := range calls + calls/10 {
		if i == calls/10 { // the first tenth warms up
			for _, p := range peers {
				p.spent, p.calls = p.cpu(), 0
			}
		}
		order.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
		for _, c := range turns {
			took, err := c.peer.call(c.params, text)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", c.name, err)
			}
			if i >= calls/10 {
				c.times = append(c.times, took)
			}
		}
	}
	for _, c := range callers {
		slices.Sort(c.times)
	}
	base50 := float64(callers[0].times[calls/2])
	for _, c := range callers {
		ratio := float64(c.times[calls/2]) / base50
		fmt.Printf("%-24s p50 %10s  p99 %10s  p50 ratio %.2f\n", c.name, c.times[calls/2], c.times[calls*99/100], ratio)
		if c.alike {
			worst = max(worst, ratio)
		}
	}
	for _, p := range peers {
		fmt.Printf("%-24s CPU/call %10s\n", p.name, (p.cpu()-p.spent)/time.Duration(p.calls))
	}
	fmt.Printf("worst p50 ratio without a record %.2f (at most %.2f)\n", worst, maxRatio)
	return worst, nil
}
