// Package fsread reads text files from one directory and from nowhere else: the
// executing part of sandbox_fs_read. It decides nothing; it states facts before
// and after a file is opened, so that policy can judge between.
//
// A call goes
//
//	asked := root.Asked(resolver, name)      // by the letters of the name, no look at the disk
//	file, err := root.Open(ctx, name)        // resolved, opened, checked
//	found := file.Fact(resolver)             // of what was opened
//	…judge asked and found in one document…
//	result, err := file.Read(ctx, codec, max)
//
// Use does the same with one change of goroutine instead of two.
//
// Promises:
//   - No byte is read of a file whose real path lies outside the directory,
//     whatever anybody renames, links or mounts over meanwhile. The directory is
//     held open from the start; a name is resolved by the path facts (links,
//     ".." and absolute names are followed and must end inside), the resolved
//     path is opened below the held directory without following anything out of
//     it, and what was opened must be the file that was resolved (device and
//     inode).
//   - Only regular files are read. A named pipe, a socket or a device cannot
//     hang the caller or have a side effect.
//   - Reading is bounded by the caller's limit, whatever size the file claims,
//     and the caller can leave at any time.
//   - Text is decoded strictly: bytes that the named encoding does not know are
//     an error, never U+FFFD.
//   - Everything that cannot be read is one error, ErrDenied. Reason tells the
//     true one, for the record only: on the wire it would tell which names
//     exist.
//
// To keep that, a caller who gets NEEDS_CONFIRMATION answers it from the asked
// fact alone, before it looks at what Open said.
//
// Where it fails: a hard link made inside the directory by somebody who may do
// so reads like any file of it (NLink says so, and Is tells whether it is one
// that the caller knows), and a mount below it is followed
// (ForeignDevice says so).
package fsread
