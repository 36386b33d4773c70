package host

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func files(m map[string]string) fs.FS {
	out := fstest.MapFS{}
	for name, data := range m {
		out[name] = &fstest.MapFile{Data: []byte(data)}
	}
	return out
}

// fake is a machine of 8 processors and 16 GiB.
func fake(m map[string]string) source {
	clock := time.Date(2026, 11, 30, 14, 0, 0, 0, time.FixedZone("", 2*3600))
	return source{
		busy:   func(context.Context, time.Duration) (float64, error) { return 37.4567, nil },
		load:   func(context.Context) (float64, error) { return 1.5, nil },
		memory: func(context.Context) (uint64, uint64, error) { return 16 << 30, 12 << 30, nil },
		disk:   func(context.Context, string) (float64, error) { return 41, nil },
		cores:  func() int { return 8 },
		files:  files(m),
		sleep:  func(_ context.Context, d time.Duration) error { clock = clock.Add(d); return nil },
		now:    func() time.Time { return clock },
	}
}

func sample(t *testing.T, from source, disk bool) Metrics {
	t.Helper()
	s := &Sampler{options: DefaultOptions, from: from}
	m, err := s.Sample(context.Background(), disk)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMachineWithoutLimits(t *testing.T) {
	got := sample(t, fake(nil), false)
	want := Metrics{
		CPU:          CPU{37.46, 8, 1.5},
		Memory:       Memory{16 << 30, 12 << 30, 25},
		TimestampUTC: "2026-11-30T12:00:00.000Z",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	data, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	const shape = `{"cpu":{"utilization_percent":37.46,"core_count":8,"load_average_1m":1.5},` +
		`"memory":{"total_bytes":17179869184,"available_bytes":12884901888,"percent_used":25},` +
		`"disk_percent_used":null,"timestamp_utc":"2026-11-30T12:00:00.000Z"}`
	if string(data) != shape {
		t.Errorf("got %s", data)
	}
	if m := sample(t, fake(nil), true); m.DiskPercentUsed == nil || *m.DiskPercentUsed != 41 {
		t.Errorf("disk: %v", m.DiskPercentUsed)
	}
}

func TestLimitsOfControlGroups(t *testing.T) {
	for _, c := range []struct {
		name   string
		files  map[string]string
		cores  int
		total  uint64
		avail  uint64
		limits bool // of the processors
	}{
		{"version 2, in a container", map[string]string{
			"proc/self/cgroup":             "0::/\n",
			"sys/fs/cgroup/cpu.max":        "150000 100000\n",
			"sys/fs/cgroup/cpu.stat":       "usage_usec 5000000\n",
			"sys/fs/cgroup/memory.max":     "1073741824\n",
			"sys/fs/cgroup/memory.current": "805306368\n",
			"sys/fs/cgroup/memory.stat":    "anon 1\ninactive_file 268435456\n",
		}, 2, 1 << 30, 512 << 20, true},
		{"version 2, the tightest on the way up", map[string]string{
			"proc/self/cgroup":                   "0::/a/b\n",
			"sys/fs/cgroup/a/b/cpu.max":          "max 100000\n",
			"sys/fs/cgroup/a/cpu.max":            "300000 100000\n",
			"sys/fs/cgroup/a/b/memory.max":       "max\n",
			"sys/fs/cgroup/a/memory.max":         "2147483648\n",
			"sys/fs/cgroup/a/memory.current":     "1073741824\n",
			"sys/fs/cgroup/memory.max":           "4294967296\n",
			"sys/fs/cgroup/memory.current":       "0\n",
			"sys/fs/cgroup/a/b/memory.current":   "1\n",
			"sys/fs/cgroup/elsewhere/memory.max": "1\n",
		}, 3, 2 << 30, 1 << 30, true},
		{"version 1", map[string]string{
			"proc/self/cgroup":                            "5:memory:/docker/x\n4:cpu,cpuacct:/docker/x\n",
			"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us":  "50000\n",
			"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
			"sys/fs/cgroup/cpu,cpuacct/cpuacct.usage":     "7\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":  "1073741824\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes":  "1073741824\n",
			"sys/fs/cgroup/memory/memory.stat":            "total_inactive_file 1073741824\n",
		}, 1, 1 << 30, 1 << 30, true},
		{"no limit set", map[string]string{
			"proc/self/cgroup":         "0::/\n",
			"sys/fs/cgroup/cpu.max":    "max 100000\n",
			"sys/fs/cgroup/memory.max": "max\n",
		}, 8, 16 << 30, 12 << 30, false},
		{"version 1 without limits", map[string]string{
			"proc/self/cgroup":                           "5:memory:/\n4:cpu:/\n",
			"sys/fs/cgroup/cpu/cpu.cfs_quota_us":         "-1\n",
			"sys/fs/cgroup/cpu/cpu.cfs_period_us":        "100000\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, 8, 16 << 30, 12 << 30, false},
		{"a limit above the machine", map[string]string{
			"proc/self/cgroup":         "0::/\n",
			"sys/fs/cgroup/cpu.max":    "6400000 100000\n",
			"sys/fs/cgroup/memory.max": "1099511627776\n",
		}, 8, 16 << 30, 12 << 30, false},
		{"nonsense", map[string]string{
			"proc/self/cgroup":         "x\n0:\n::\n0::/../../..\n",
			"sys/fs/cgroup/cpu.max":    "a b c\n",
			"sys/fs/cgroup/memory.max": "-5\n",
		}, 8, 16 << 30, 12 << 30, false},
		{"over its own limit", map[string]string{
			"proc/self/cgroup":             "0::/\n",
			"sys/fs/cgroup/memory.max":     "1073741824\n",
			"sys/fs/cgroup/memory.current": "2147483648\n",
		}, 8, 1 << 30, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := sample(t, fake(c.files), false)
			if m.CPU.CoreCount != c.cores || m.Memory.TotalBytes != c.total || m.Memory.AvailableBytes != c.avail {
				t.Errorf("%+v", m)
			}
			if machine := m.CPU.UtilizationPercent == 37.46; machine == c.limits {
				t.Errorf("busy %v", m.CPU.UtilizationPercent)
			}
		})
	}
}

func TestShareOfTheQuota(t *testing.T) {
	stat := map[string]string{
		"proc/self/cgroup":       "0::/\n",
		"sys/fs/cgroup/cpu.max":  "200000 100000\n",
		"sys/fs/cgroup/cpu.stat": "usage_usec 1000000\n",
	}
	from := fake(stat)
	sleep := from.sleep
	from.sleep = func(ctx context.Context, d time.Duration) error {
		// A tenth of a second of two processors: half of it is used.
		from.files.(fstest.MapFS)["sys/fs/cgroup/cpu.stat"].Data = []byte("usage_usec 1100000\n")
		return sleep(ctx, d)
	}
	if m := sample(t, from, false); m.CPU.UtilizationPercent != 50 || m.CPU.CoreCount != 2 {
		t.Errorf("%+v", m.CPU)
	}
}

func TestFiguresOutOfRangeAreClamped(t *testing.T) {
	from := fake(nil)
	for _, c := range []struct{ in, want float64 }{{-3, 0}, {100.4, 100}, {math.NaN(), 0}, {math.Inf(1), 100}, {math.Inf(-1), 0}} {
		from.busy = func(context.Context, time.Duration) (float64, error) { return c.in, nil }
		from.disk = func(context.Context, string) (float64, error) { return c.in, nil }
		if m := sample(t, from, true); m.CPU.UtilizationPercent != c.want || *m.DiskPercentUsed != c.want {
			t.Errorf("%v gives %v", c.in, m.CPU.UtilizationPercent)
		}
	}
	from.load = func(context.Context) (float64, error) { return math.NaN(), nil }
	from.memory = func(context.Context) (uint64, uint64, error) { return 5, 9, nil }
	from.cores = func() int { return 0 }
	if m := sample(t, from, false); m.CPU.LoadAverage1M != 0 || m.CPU.CoreCount != 1 || m.Memory.AvailableBytes != 5 {
		t.Errorf("%+v", m)
	}
	from.memory = func(context.Context) (uint64, uint64, error) { return 0, 0, nil }
	if m := sample(t, from, false); m.Memory.PercentUsed != 0 {
		t.Errorf("%+v", m)
	}
}

func TestErrorsHoldNoPath(t *testing.T) {
	from := fake(nil)
	from.disk = func(context.Context, string) (float64, error) { return 0, errors.New("stat /secret/disk: gone") }
	s := &Sampler{options: Options{Interval: time.Millisecond, DiskPath: "/secret/disk"}, from: from}
	if _, err := s.Sample(context.Background(), true); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
	if _, err := s.Sample(context.Background(), false); err != nil {
		t.Errorf("without the disk: %v", err)
	}
	for _, part := range []func(*source){
		func(f *source) {
			f.busy = func(context.Context, time.Duration) (float64, error) { return 0, errors.New("x") }
		},
		func(f *source) { f.load = func(context.Context) (float64, error) { return 0, errors.New("x") } },
		func(f *source) {
			f.memory = func(context.Context) (uint64, uint64, error) { return 0, 0, errors.New("x") }
		},
	} {
		from := fake(nil)
		part(&from)
		if _, err := (&Sampler{options: DefaultOptions, from: from}).Sample(context.Background(), false); err == nil {
			t.Error("a figure that cannot be read is no figure")
		}
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []Options{{}, {0, "/"}, {-1, "/"}, {MaxInterval + 1, "/"}, {time.Second, ""}, {time.Second, "data"}} {
		if _, err := New(o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
	if _, err := New(Options{MaxInterval, "/"}); err != nil {
		t.Error(err)
	}
}

func TestTheMachineItself(t *testing.T) {
	s, err := New(Options{Interval: 10 * time.Millisecond, DiskPath: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.Sample(context.Background(), true)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
	if m.Memory.TotalBytes == 0 || m.DiskPercentUsed == nil {
		t.Errorf("%+v", m)
	}
}

func TestASampleEndsWithItsContext(t *testing.T) {
	s, err := New(Options{Interval: MaxInterval, DiskPath: "/"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Sample(ctx, false); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	s.from.files = files(map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "1000 100000\n"})
	if _, err := s.Sample(ctx, false); !errors.Is(err, context.Canceled) {
		t.Errorf("in a group: got %v", err)
	}
}

func TestValidateRefuses(t *testing.T) {
	good := sample(t, fake(nil), true)
	bad := 101.0
	for name, spoil := range map[string]func(*Metrics){
		"busy":      func(m *Metrics) { m.CPU.UtilizationPercent = -1 },
		"nan":       func(m *Metrics) { m.CPU.UtilizationPercent = math.NaN() },
		"cores":     func(m *Metrics) { m.CPU.CoreCount = 0 },
		"load":      func(m *Metrics) { m.CPU.LoadAverage1M = -0.1 },
		"available": func(m *Metrics) { m.Memory.AvailableBytes = m.Memory.TotalBytes + 1 },
		"used":      func(m *Metrics) { m.Memory.PercentUsed = 100.1 },
		"disk":      func(m *Metrics) { m.DiskPercentUsed = &bad },
		"offset":    func(m *Metrics) { m.TimestampUTC = "2026-11-30T12:00:00.000+02:00" },
	} {
		m := good
		spoil(&m)
		if m.Validate() == nil {
			t.Errorf("%s passes", name)
		}
	}
}
