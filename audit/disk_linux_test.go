package audit

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// smallDisk mounts a real file system of the given size.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "disk")
	must(t, os.Mkdir(dir, 0o700))
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "mode=0700,size="+size); err != nil {
		t.Skipf("mounting is not permitted here: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}

func fillDisk(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(dir, "ballast")
	f, err := os.Create(name)
	must(t, err)
	for chunk := 64 << 10; chunk > 0; chunk /= 2 {
		for {
			if _, err := f.Write(bytes.Repeat([]byte("x"), chunk)); err != nil {
				break
			}
		}
	}
	must(t, f.Close())
	return name
}

func TestRealFullDisk(t *testing.T) {
	disk := smallDisk(t, "512k")
	o := place(t)
	o.Path = filepath.Join(disk, "store", "audit.db")
	l := openLog(t, o)
	var acked int64
	var err error
	for err == nil {
		if _, err = l.Append(context.Background(), decision("d")); err == nil {
			acked++
		}
	}
	wantReason(t, err, CodeUnavailable, ReasonFull)
	for range 3 {
		_, err = l.Append(context.Background(), decision("d"))
		if !errors.Is(err, ErrUnavailable) {
			t.Fatalf("append on a full disk: %v", err)
		}
	}
	if acked < 50 {
		t.Fatalf("only %d rows on the disk", acked)
	}
	// Room again: the same process goes on, nothing is lost.
	must(t, unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT, "mode=0700,size=4m"))
	appendN(t, l, 20)
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != acked+20 {
		t.Fatalf("%d rows, %d acknowledged", rep.Records, acked+20)
	}
}

// A disk that is full before the first append, and one that fills at a time when
// the write-ahead log has to be folded.
func TestFullDiskAtAnyTime(t *testing.T) {
	for _, before := range []int{0, 1, 40, 90} {
		disk := smallDisk(t, "1m")
		o := place(t)
		o.Path = filepath.Join(disk, "store", "audit.db")
		o.WALCheckpointBytes = 128 << 10
		must(t, makeDir(o.Path))
		l := openLog(t, o)
		appendN(t, l, before)
		ballast := fillDisk(t, disk)
		acked := int64(before)
		var err error
		for range 200 {
			if _, err = l.Append(context.Background(), decision("d")); err != nil {
				break
			}
			acked++
		}
		if !errors.Is(err, ErrUnavailable) && !errors.Is(err, ErrWALCapacity) {
			t.Fatalf("after %d: %v", before, err)
		}
		must(t, os.Remove(ballast))
		appendN(t, l, 5)
		closeLog(t, l)
		if rep := mustVerify(t, o); rep.Records != acked+5 {
			t.Fatalf("%d rows, %d acknowledged", rep.Records, acked+5)
		}
	}
}

// The checkpoint file's disk may fill on its own: the log goes on, says so, and
// the next checkpoint covers what was left out.
func TestFullDiskOfTheCheckpoints(t *testing.T) {
	disk := smallDisk(t, "64k")
	o := place(t)
	o.StateDir = filepath.Join(disk, "state")
	o.CheckpointRows = 5
	warned := 0
	o.Warn = func(string) { warned++ }
	l := openLog(t, o)
	appendN(t, l, 5)
	ballast := fillDisk(t, disk)
	for range 200 {
		appendN(t, l, 1)
	}
	if warned == 0 {
		t.Error("nobody was told")
	}
	must(t, os.Remove(ballast))
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != 205 || rep.Anchored != 206 {
		t.Fatalf("%+v", rep)
	}
}

func TestReadOnlyMedium(t *testing.T) {
	disk := smallDisk(t, "2m")
	o := place(t)
	o.Path = filepath.Join(disk, "store", "audit.db")
	l := openLog(t, o)
	appendN(t, l, 30)
	closeLog(t, l)
	must(t, unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT|unix.MS_RDONLY, "mode=0700"))
	// It can be read and checked, and takes nothing.
	if rep := mustVerify(t, o); rep.Records != 30 {
		t.Fatalf("%+v", rep)
	}
	l = openLog(t, o)
	_, err := l.Append(context.Background(), decision("d"))
	wantReason(t, err, CodeUnavailable, ReasonReadOnly)
	must(t, unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT, "mode=0700"))
	appendN(t, l, 1)
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != 31 {
		t.Fatalf("%+v", rep)
	}
}

func TestReadOnlyDirectoryAtTheFirstAppend(t *testing.T) {
	disk := smallDisk(t, "1m")
	o := place(t)
	o.Path = filepath.Join(disk, "store", "audit.db")
	must(t, makeDir(o.Path))
	must(t, unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT|unix.MS_RDONLY, "mode=0700"))
	l := openLog(t, o)
	_, err := l.Append(context.Background(), decision("d"))
	wantReason(t, err, CodeUnavailable, ReasonReadOnly)
	must(t, unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT, "mode=0700"))
	appendN(t, l, 1)
}
