package audit

import (
	"bufio"
	"context"
	"database/sql/driver"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

func init() { helpers["append"] = appendUntilKilled }

// appendUntilKilled is a client process: three callers that append as fast as
// they can and say so, row by row, only after the row was acknowledged. One of
// them appends decisions together with their outcomes.
func appendUntilKilled() {
	l, err := Open(context.Background(), Options{
		Path: os.Getenv("AUDIT_TEST_PATH"), StateDir: os.Getenv("AUDIT_TEST_STATE"),
		CheckpointRows: 40, MaxRecords: 10_000_000, MaxDBBytes: 1 << 30, WALCheckpointBytes: 256 << 10,
	})
	if err != nil {
		fmt.Printf("open %v\n", err)
		return
	}
	var wg sync.WaitGroup
	for c := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := 0; ; i++ {
				id := fmt.Sprintf("%d-%d-%d", os.Getpid(), c, i)
				records := []Record{decision(id)}
				if c == 0 { // one of them as a read does
					records = append(records, outcomeOf(id))
				}
				rs, err := l.AppendAll(context.Background(), records...)
				if err != nil {
					fmt.Printf("refused %v\n", err)
					time.Sleep(time.Millisecond)
					continue
				}
				for _, r := range rs {
					fmt.Printf("ack %d %s %s\n", r.Sequence, hex.EncodeToString(r.Chain[:]), id)
				}
			}
		}()
	}
	wg.Wait()
}

type acknowledged struct{ chain, id string }

func TestKilledUnderLoad(t *testing.T) {
	cycles := 5
	if proof() {
		cycles = 50
	}
	o := place(t)
	o.CheckpointRows = 40
	o.MaxRecords, o.MaxDBBytes = 10_000_000, 1<<30
	var mu sync.Mutex
	acks := map[int64]acknowledged{}
	refused := map[string]int{}
	total, rows := 0, int64(0)
	for cycle := range cycles {
		var wg sync.WaitGroup
		var children []*exec.Cmd
		for range 4 {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "AUDIT_TEST_ROLE=append", "AUDIT_TEST_PATH="+o.Path, "AUDIT_TEST_STATE="+o.StateDir)
			out, err := cmd.StdoutPipe()
			must(t, err)
			must(t, cmd.Start())
			children = append(children, cmd)
			wg.Add(1)
			go func() {
				defer wg.Done()
				s := bufio.NewScanner(out)
				for s.Scan() {
					f := strings.Fields(s.Text())
					mu.Lock()
					switch {
					case len(f) == 4 && f[0] == "ack" && len(f[2]) == 2*HashSize:
						var seq int64
						if _, err := fmt.Sscan(f[1], &seq); err == nil {
							if old, dup := acks[seq]; dup {
								t.Errorf("sequence %d acknowledged to %s and %s", seq, old.id, f[3])
							}
							acks[seq] = acknowledged{f[2], f[3]}
							total++
						}
					case len(f) > 0 && f[0] == "refused":
						refused[s.Text()]++
					case len(f) > 0 && f[0] == "open":
						t.Errorf("cycle %d: %s", cycle, s.Text())
					}
					mu.Unlock()
				}
				_, _ = io.Copy(io.Discard, out)
			}()
		}
		time.Sleep(time.Duration(100+rand.IntN(200)) * time.Millisecond)
		for _, c := range children {
			must(t, c.Process.Kill())
		}
		wg.Wait()
		for _, c := range children {
			_ = c.Wait()
		}
		if len(acks) == 0 {
			continue
		}
		rep := mustVerify(t, o)
		if rep.Records < rows {
			t.Fatalf("cycle %d: %d rows after %d", cycle, rep.Records, rows)
		}
		rows = rep.Records
		checkAcks(t, o, acks)
		checkPairs(t, o)
		clear(acks)
		l := openLog(t, o)
		appendN(t, l, 1)
		closeLog(t, l)
	}
	t.Logf("%d cycles, %d acknowledged, %d rows, refused: %v", cycles, total, rows, refused)
	if total == 0 {
		t.Fatal("no client came to append")
	}
}

func checkAcks(t *testing.T, o Options, acks map[int64]acknowledged) {
	t.Helper()
	c, err := openForReading(o.Path)
	must(t, err)
	defer func() { must(t, c.close()) }()
	for seq, want := range acks {
		s, ok, err := c.at(seq)
		must(t, err)
		if !ok {
			t.Fatalf("sequence %d was acknowledged and is gone", seq)
		}
		e, err := decode(s.record)
		if err != nil || hex.EncodeToString(s.chain) != want.chain || e.DecisionID != want.id {
			t.Fatalf("sequence %d is not what was acknowledged: %v", seq, err)
		}
	}
}

// checkPairs finds no decision of a pair without its outcome, whenever the
// process was killed, and no outcome without its decision.
func checkPairs(t *testing.T, o Options) {
	t.Helper()
	c, err := openForReading(o.Path)
	must(t, err)
	defer func() { must(t, c.close()) }()
	waits := ""
	must(t, c.each(selectFrom, []driver.Value{int64(1), int64(1 << 40)}, func(row []driver.Value) error {
		e, err := decode(asStored(row).record)
		if err != nil {
			return err
		}
		if waits != "" && (e.Kind != KindOutcome || e.DecisionID != waits) || waits == "" && e.Kind == KindOutcome {
			t.Fatalf("row %d: %s of %s, after the decision %q of a pair", e.Sequence, e.Kind, e.DecisionID, waits)
		}
		waits = ""
		if e.Kind == KindDecision && strings.Contains(e.DecisionID, "-0-") {
			waits = e.DecisionID
		}
		return nil
	}))
	if waits != "" {
		t.Fatalf("the decision %s of a pair ends the log", waits)
	}
}
