package host

import (
	"io/fs"
	gopath "path"
	"strconv"
	"strings"
	"time"
)

// group is the control group of this process: the tightest limits on the way
// from it up to the root. The zero group limits nothing.
type group struct {
	cores     float64 // processors by quota, 0 when not limited
	limit     uint64  // bytes of memory, 0 when not limited
	inUse     uint64  // bytes in use by the group that has the limit
	usageFile string
	files     fs.FS
	unit      time.Duration // of the usage file
}

// mounts are where control groups are looked for, below the root.
const mounts = "sys/fs/cgroup"

// readGroup reads both versions of control groups. What cannot be read limits
// nothing.
func readGroup(files fs.FS) group {
	g := group{files: files}
	for line := range strings.Lines(text(files, "proc/self/cgroup")) {
		id, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		controllers, path, ok2 := strings.Cut(rest, ":")
		if !ok || !ok2 {
			continue
		}
		if id == "0" && controllers == "" {
			g.unified(path)
			continue
		}
		for c := range strings.SplitSeq(controllers, ",") {
			switch c {
			case "cpu":
				g.cpuV1(controllers, path)
			case "memory":
				g.memoryV1(path)
			}
		}
	}
	return g
}

// upwards gives the directories of a group from its own to the mount's. Inside
// a container the path may name a place outside; then only the mount counts.
func upwards(mount, path string) []string {
	var dirs []string
	for p := gopath.Clean("/" + path); p != "/"; p = gopath.Dir(p) {
		dirs = append(dirs, mount+p)
	}
	return append(dirs, mount)
}

func (g *group) unified(path string) {
	for _, dir := range upwards(mounts, path) {
		if f := strings.Fields(text(g.files, dir+"/cpu.max")); len(f) == 2 {
			g.quota(number(f[0]), number(f[1]), dir+"/cpu.stat", time.Microsecond)
		}
		g.memoryLimit(text(g.files, dir+"/memory.max"), dir+"/memory.current", dir+"/memory.stat", "inactive_file")
	}
}

func (g *group) cpuV1(controllers, path string) {
	for _, mount := range []string{mounts + "/" + controllers, mounts + "/cpu"} {
		for _, dir := range upwards(mount, path) {
			g.quota(number(text(g.files, dir+"/cpu.cfs_quota_us")), number(text(g.files, dir+"/cpu.cfs_period_us")),
				dir+"/cpuacct.usage", time.Nanosecond)
		}
	}
}

func (g *group) memoryV1(path string) {
	for _, dir := range upwards(mounts+"/memory", path) {
		g.memoryLimit(text(g.files, dir+"/memory.limit_in_bytes"), dir+"/memory.usage_in_bytes", dir+"/memory.stat", "total_inactive_file")
	}
}

func (g *group) quota(quota, period uint64, usageFile string, unit time.Duration) {
	if quota == 0 || period == 0 {
		return
	}
	if cores := float64(quota) / float64(period); g.cores == 0 || cores < g.cores {
		g.cores, g.usageFile, g.unit = cores, usageFile, unit
	}
}

func (g *group) memoryLimit(limit, usageFile, statFile, cache string) {
	n := number(limit)
	if n == 0 || g.limit != 0 && n >= g.limit {
		return
	}
	g.limit = n
	g.inUse = number(text(g.files, usageFile))
	// What the kernel would give back first is not in use.
	g.inUse -= min(g.inUse, member(text(g.files, statFile), cache))
}

// used is the processor time that the group has used so far.
func (g *group) used() time.Duration {
	t := text(g.files, g.usageFile)
	n := number(t)
	if g.unit == time.Microsecond {
		n = member(t, "usage_usec")
	}
	return time.Duration(n) * g.unit
}

// memory lays the group's limit over the machine's figures.
func (g *group) memory(total, available uint64) Memory {
	if g.limit > 0 && g.limit < total {
		total = g.limit
		available = min(available, g.limit-min(g.inUse, g.limit))
	}
	m := Memory{TotalBytes: total, AvailableBytes: min(available, total)}
	if total > 0 {
		m.PercentUsed = percent(100 * float64(total-m.AvailableBytes) / float64(total))
	}
	return m
}

// text reads a small file; what cannot be read is empty.
func text(files fs.FS, name string) string {
	b, err := fs.ReadFile(files, name)
	if err != nil {
		return ""
	}
	return string(b)
}

// number reads a whole number; anything else ("max", "-1") is 0.
func number(s string) uint64 {
	n, err := strconv.ParseUint(strings.TrimSpace(s), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// member finds "name number" among lines.
func member(lines, name string) uint64 {
	for line := range strings.Lines(lines) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == name {
			return number(f[1])
		}
	}
	return 0
}
