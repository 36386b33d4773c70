package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
	"github.com/shirou/gopsutil/v4/disk"
	"github.com/shirou/gopsutil/v4/load"
	"github.com/shirou/gopsutil/v4/mem"
)

// Options say how to sample.
type Options struct {
	// Interval is how long the processors are watched: over 0, at most 2 s.
	Interval time.Duration
	// DiskPath is a path on the file system to report; absolute.
	DiskPath string
}

// DefaultOptions are a tenth of a second and the root file system.
var DefaultOptions = Options{Interval: 100 * time.Millisecond, DiskPath: "/"}

// MaxInterval is the longest interval.
const MaxInterval = 2 * time.Second

// Sampler takes samples. It is safe for concurrent use; samples do not wait
// for one another.
type Sampler struct {
	options Options
	from    source
}

// source is where figures come from; tests give their own.
type source struct {
	busy   func(ctx context.Context, interval time.Duration) (percent float64, err error)
	load   func(ctx context.Context) (float64, error)
	memory func(ctx context.Context) (total, available uint64, err error)
	disk   func(ctx context.Context, path string) (percent float64, err error)
	cores  func() int
	files  fs.FS // the root of the machine, for /proc and /sys
	sleep  func(ctx context.Context, d time.Duration) error
	now    func() time.Time
}

// New checks the options. Errors name the option, never its value.
func New(o Options) (*Sampler, error) {
	switch {
	case o.Interval <= 0 || o.Interval > MaxInterval:
		return nil, errors.New("metrics: the sampling interval must be over 0 and at most 2 seconds")
	case !filepath.IsAbs(o.DiskPath):
		return nil, errors.New("metrics: the disk path must be absolute")
	}
	return &Sampler{options: o, from: machine()}, nil
}

// Sample watches the processors for the interval and returns the figures at
// its end. withDisk asks for the disk too.
func (s *Sampler) Sample(ctx context.Context, withDisk bool) (Metrics, error) {
	var m Metrics
	group := readGroup(s.from.files)
	if err := s.cpu(ctx, group, &m.CPU); err != nil {
		return Metrics{}, err
	}
	total, available, err := s.from.memory(ctx)
	if err != nil {
		return Metrics{}, fmt.Errorf("read memory figures: %w", err)
	}
	m.Memory = group.memory(total, available)
	if withDisk {
		used, err := s.from.disk(ctx, s.options.DiskPath)
		if err != nil {
			return Metrics{}, errors.New("read disk figures: the configured disk cannot be looked at")
		}
		used = percent(used)
		m.DiskPercentUsed = &used
	}
	m.TimestampUTC = s.from.now().UTC().Format(timeFormat)
	return m, nil
}

func (s *Sampler) cpu(ctx context.Context, g group, c *CPU) error {
	cores := max(s.from.cores(), 1)
	c.CoreCount = cores
	if g.cores > 0 && g.cores < float64(cores) {
		c.CoreCount = max(int(math.Ceil(g.cores)), 1)
		busy, err := s.groupBusy(ctx, g)
		if err != nil {
			return err
		}
		c.UtilizationPercent = percent(busy)
	} else {
		busy, err := s.from.busy(ctx, s.options.Interval)
		if err != nil {
			return fmt.Errorf("watch the processors: %w", err)
		}
		c.UtilizationPercent = percent(busy)
	}
	average, err := s.from.load(ctx)
	if err != nil {
		return fmt.Errorf("read the load average: %w", err)
	}
	c.LoadAverage1M = atLeastZero(average)
	return nil
}

// groupBusy is the share of the group's quota that the group uses.
func (s *Sampler) groupBusy(ctx context.Context, g group) (float64, error) {
	before, start := g.used(), s.from.now()
	if err := s.from.sleep(ctx, s.options.Interval); err != nil {
		return 0, fmt.Errorf("watch the processors: %w", err)
	}
	after, wall := g.used(), s.from.now().Sub(start)
	if wall <= 0 || after < before {
		return 0, nil
	}
	return 100 * float64(after-before) / (float64(wall) * g.cores), nil
}

func machine() source {
	return source{
		busy: func(ctx context.Context, d time.Duration) (float64, error) {
			p, err := cpu.PercentWithContext(ctx, d, false)
			if err != nil {
				return 0, err
			}
			if len(p) == 0 {
				return 0, errors.New("no figures")
			}
			return p[0], ctx.Err()
		},
		load: func(ctx context.Context) (float64, error) {
			a, err := load.AvgWithContext(ctx)
			if err != nil {
				return 0, err
			}
			return a.Load1, nil
		},
		memory: func(ctx context.Context) (uint64, uint64, error) {
			v, err := mem.VirtualMemoryWithContext(ctx)
			if err != nil {
				return 0, 0, err
			}
			return v.Total, v.Available, nil
		},
		disk: func(ctx context.Context, path string) (float64, error) {
			u, err := disk.UsageWithContext(ctx, path)
			if err != nil {
				return 0, err
			}
			return u.UsedPercent, nil
		},
		cores: runtime.NumCPU, // honours the processors that the process is bound to
		files: os.DirFS("/"),
		sleep: sleep,
		now:   time.Now,
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
