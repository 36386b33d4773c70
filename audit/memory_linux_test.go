package audit

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func init() { helpers["verify"] = verifyAndMeasure }

// verifyAndMeasure verifies a log, opens it, and says how much memory the
// process ever had.
func verifyAndMeasure() {
	rep, err := Verify(context.Background(), VerifyOptions{Path: os.Getenv("AUDIT_TEST_PATH")})
	if err != nil || !rep.OK() {
		fmt.Println("broken", err, rep)
		return
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range strings.Split(string(status), "\n") {
		if kib, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			fmt.Println("peak", rep.Records, strings.TrimSuffix(strings.TrimSpace(kib), " kB"))
		}
	}
}

// longLog writes a log of n records in few transactions, which takes seconds
// where the log itself would take minutes.
func longLog(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store", "audit.db")
	must(t, createFile(path))
	o := Options{Path: path, MaxDBBytes: 8 << 30}
	lim, err := o.fill()
	must(t, err)
	c, err := dial(path, readWrite, lim)
	must(t, err)
	defer func() { must(t, c.close()) }()
	must(t, c.exec("BEGIN IMMEDIATE"))
	must(t, c.createSchema())
	var h head
	_, err = c.begin(&h, 1, nil)
	must(t, err)
	for i := range n {
		if i%50_000 == 0 {
			must(t, c.exec("COMMIT"))
			_, err := c.row("PRAGMA wal_checkpoint(TRUNCATE)")
			must(t, err)
			must(t, c.exec("BEGIN IMMEDIATE"))
		}
		e := Entry{Sequence: h.size, Record: decision(fmt.Sprint(i))}
		e.Time = timeAt(int64(i))
		if _, err := c.insert(&h, &e); err != nil {
			t.Fatal(err)
		}
	}
	must(t, c.exec("COMMIT"))
	return path
}

func TestConstantMemoryProof(t *testing.T) {
	sizes := []int{4_000, 40_000}
	if proof() {
		sizes = []int{40_000, 1_000_000}
	}
	var peaks []int64
	for _, n := range sizes {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "AUDIT_TEST_ROLE=verify", "AUDIT_TEST_PATH="+longLog(t, n), "GOGC=50")
		start := time.Now()
		out, err := cmd.Output()
		must(t, err)
		var rows, peak int64
		if _, err := fmt.Sscanf(strings.TrimSpace(string(out)), "peak %d %d", &rows, &peak); err != nil || rows != int64(n) {
			t.Fatalf("%d rows: %s", n, out)
		}
		t.Logf("%d rows: %d KiB at most, %v", n, peak, time.Since(start).Round(time.Millisecond))
		peaks = append(peaks, peak)
	}
	if peaks[1] > peaks[0]+16<<10 {
		t.Fatalf("memory grows with the log: %v KiB for %v rows", peaks, sizes)
	}
}
