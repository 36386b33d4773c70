package tools

import (
	"io/fs"
	"path/filepath"
	"slices"
	"syscall"

	"regent/facts"
	"regent/facts/path"
	"regent/tools/fsread"
)

// mostOwn bounds the look through Regent's own directories.
const mostOwn = 4096

// ownName finds, by device and inode, which of Regent's own files f is, whatever
// name it was opened by. A file with one name has that name only, so nothing is
// looked at. Where there are too many files to look through, it says that f is
// one of them.
func (s *Suite) ownName(f *fsread.File) (name string, own bool) {
	if f.Info().NLink < 2 {
		return "", false
	}
	looked := 0
	for _, place := range s.o.Guarded {
		// Links are not followed: where they lead is in the list as well.
		_ = filepath.WalkDir(place, func(at string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil //nolint:nilerr // what cannot be looked at is passed over
			}
			if looked++; looked > mostOwn {
				name, own = place, true
				return fs.SkipAll
			}
			if !d.Type().IsRegular() {
				return nil
			}
			info, err := d.Info()
			if err != nil {
				return nil //nolint:nilerr // it went away
			}
			if st, ok := info.Sys().(*syscall.Stat_t); ok && f.Is(st) {
				name, own = at, true
				return fs.SkipAll
			}
			return nil
		})
		if own {
			return name, true
		}
	}
	return "", false
}

// found states what was opened. Another name of one of Regent's own files is of
// that file's classes too.
func (c *call) found(t *tables, f *fsread.File) facts.PathUse {
	u := f.Fact(t.files)
	name, own := c.suite.ownName(f)
	if !own {
		return u
	}
	for _, class := range t.files.Matcher.Match(name, facts.AccessRead, path.TypeFile).Classes {
		if !slices.Contains(u.Classes, class) {
			u.Classes = append(slices.Clip(u.Classes), class)
		}
	}
	return u
}
