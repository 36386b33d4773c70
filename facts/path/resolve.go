package path

import (
	gopath "path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"regent/facts"
)

// Resolver turns words into path facts. The zero Matcher names no classes.
// It keeps no state; one resolver serves concurrent calls when its FS does.
type Resolver struct {
	FS FS
	// Workspace holds canonical paths (see Canonical).
	Workspace facts.Workspace
	Matcher   *Matcher
}

// Request is one path that would be touched.
type Request struct {
	// CWD is the directory that relative words start from; "" is the
	// workspace's.
	CWD string
	// Word is the path as the program sees it, after all expansion. A leading
	// "~" or "~/" is the home directory; a literal tilde is written "./~".
	//
	// For Known "prefix" it is the directory that holds every possibility: the
	// part before the last slash in front of what is not known. For "dynamic"
	// it is looked at only with Names.
	Word   string
	Known  facts.Known // "" is static
	Access facts.Access
	// NoFollow: the last component itself is touched, not what it leads to
	// (delete, move, link). A word that ends in a slash goes through it all
	// the same.
	NoFollow bool
	// Whole: everything in the directory Word, "dir/*".
	Whole bool
	// Names: some of the names in or below the directory Word, as a glob
	// ("dir/*.log") or a listing (find, git ls-files) gives them, so that what
	// is touched surely stays below it.
	Names bool
	// Recursive is copied.
	Recursive bool
	// OnlyNames are the names that entries below the directory have which are
	// touched, when that is known. A name may be a glob and lead through
	// directories. Of a dynamic word they are what the path ends in.
	OnlyNames []string
	// EmptyFallback is copied; the word is not resolved.
	EmptyFallback bool
	// Remote: the path is of another machine; nothing is looked up here.
	Remote bool
	// Brief leaves out Ancestors, Segments and Holds, which nobody asks of a
	// program's own file.
	Brief bool
}

// Resolve states where a word leads. It fills everything but Command, Source,
// Mode, LinkTarget and MovesTo; Raw is the word until the caller knows better.
func (r *Resolver) Resolve(q Request) facts.PathUse {
	var u facts.PathUse
	r.ResolveTo(&u, &q)
	return u
}

// ResolveTo is Resolve into a fact at its place, which must be a zero one.
func (r *Resolver) ResolveTo(u *facts.PathUse, q *Request) {
	start(u, q)
	switch {
	case q.Remote:
		r.elsewhere(u, q)
		return
	case u.Known == facts.KnownDynamic && !q.Names, q.EmptyFallback:
		u.Known = facts.KnownDynamic
		u.Holds = r.anywhere(q)
		return
	}
	word := q.Word
	if q.Whole || u.Known != facts.KnownStatic {
		word += "/" // a directory: through a link, where it leads
	}
	full, errWord := r.full(q.CWD, word)
	if errWord != "" {
		u.Error = errWord
		return
	}
	u.Absolute = gopath.Clean(full)
	name(u, u.Absolute)
	loc := r.walk(full, q.NoFollow, r.cwd(q.CWD))
	r.fill(u, &loc, q.Brief)
}

// At is Resolve for a place that is known already, as when a file was opened.
func (r *Resolver) At(loc Location, access facts.Access) facts.PathUse {
	var u facts.PathUse
	start(&u, &Request{Word: loc.Path, Access: access})
	u.Absolute = loc.Path
	name(&u, u.Absolute)
	r.fill(&u, &loc, false)
	return u
}

// Lexical is Resolve by the letters of the word alone: nothing is looked up,
// and nothing is said of what is there. The word is taken as it stands, "~" too.
func (r *Resolver) Lexical(cwd, word string, access facts.Access) facts.PathUse {
	var u facts.PathUse
	start(&u, &Request{Word: word, Access: access})
	if strings.HasPrefix(word, "~") {
		word = "./" + word
	}
	full, errWord := r.full(cwd, word)
	if errWord != "" {
		u.Error = errWord
		return u
	}
	u.Absolute = gopath.Clean(full)
	name(&u, u.Absolute)
	loc := walk(nothing{}, full, 0, false, r.cwd(cwd))
	r.fill(&u, &loc, false)
	u.Type = TypeUnknown
	return u
}

func start(u *facts.PathUse, q *Request) {
	u.Command, u.Access, u.Recursive, u.Whole = facts.NoCommand, q.Access, q.Recursive, q.Whole
	u.OnlyNames, u.Raw, u.Known, u.Names = orNone(q.OnlyNames), clip(q.Word), q.Known, q.Names
	u.EmptyFallback, u.Type, u.Size, u.Remote = q.EmptyFallback, TypeUnknown, -1, q.Remote
	u.Classes, u.Holds, u.Ancestors, u.Segments = none, none, none, none
	switch u.Known {
	case "":
		u.Known = facts.KnownStatic
	case facts.KnownPartial:
		u.Known = facts.KnownPrefix
	}
}

// anywhere gives the classes that the end of a path has wherever it lies:
// inside a root and outside of all of them.
func (r *Resolver) anywhere(q *Request) []string {
	if r.Matcher == nil || len(q.OnlyNames) != 1 {
		return none
	}
	end := q.OnlyNames[0]
	for {
		i := strings.IndexByte(end, '/')
		if i < 0 {
			return none
		}
		head := end[:i]
		if end = end[i+1:]; strings.ContainsAny(head, "*?[") && !strings.ContainsAny(end, "*?[") {
			break
		}
	}
	const somewhere = "/\x01"
	classes := r.Matcher.MatchNames(somewhere, []string{end}, r.Matcher.Match(somewhere, q.Access, TypeDir).Classes, q.Access)
	for _, root := range r.Workspace.Roots {
		inside := r.Matcher.MatchNames(root, []string{end}, r.Matcher.Match(root, q.Access, TypeDir).Classes, q.Access)
		classes = slices.DeleteFunc(classes, func(c string) bool { return !slices.Contains(inside, c) })
	}
	return classes
}

// Locate is Resolve without the facts: where the word leads, and what is there.
func (r *Resolver) Locate(cwd, word string, nofollow bool) Location {
	full, errWord := r.full(cwd, word)
	if errWord != "" {
		return Location{Error: errWord}
	}
	return r.walk(full, nofollow, r.cwd(cwd))
}

func (r *Resolver) walk(full string, nofollow bool, cwd string) Location {
	if o, ok := r.FS.(*Overlay); ok {
		return o.walk(full, nofollow, cwd)
	}
	return walk(r.FS, full, 0, nofollow, cwd)
}

// Locate resolves a word that starts from base, a directory which is known to
// be canonical and is not looked at again. "~" means nothing special.
func Locate(fsys FS, base, word string, nofollow bool) Location {
	switch {
	case word == "", strings.IndexByte(word, 0) >= 0:
		return Location{Error: ErrOther}
	case len(word) > maxPath:
		return Location{Error: ErrTooLong}
	case word[0] == '/':
		return walk(fsys, word, 0, nofollow, base)
	case base == "/":
		base = ""
	}
	return walk(fsys, base+"/"+word, len(base), nofollow, base)
}

// Abs resolves a directory to go to, following every link. A missing one is
// no error.
func (r *Resolver) Abs(cwd, word string) (resolved, errWord string) {
	loc := r.Locate(cwd, word, false)
	if loc.Error == "" && loc.Exists && loc.Info.Type != TypeDir && loc.Info.Type != TypeUnknown {
		return "", ErrNotDirectory
	}
	return loc.Path, loc.Error
}

func (r *Resolver) cwd(cwd string) string {
	if strings.HasPrefix(cwd, "/") {
		return cwd
	}
	if cwd == "" {
		return r.Workspace.CWD
	}
	return r.Workspace.CWD + "/" + cwd
}

// full makes a word absolute without looking at the file system.
func (r *Resolver) full(cwd, word string) (full, errWord string) {
	switch {
	case word == "", strings.IndexByte(word, 0) >= 0:
		return "", ErrOther
	case len(word) > maxPath:
		return "", ErrTooLong
	case word[0] == '/':
		return word, ""
	case word[0] == '~':
		return r.tilde(word)
	}
	dir := r.cwd(cwd)
	if !strings.HasPrefix(dir, "/") {
		return "", ErrOther
	}
	return dir + "/" + word, ""
}

// tilde expands "~" and "~user". Another user's home is taken to lie beside
// this one's.
func (r *Resolver) tilde(word string) (full, errWord string) {
	user, rest := word[1:], ""
	if i := strings.IndexByte(user, '/'); i >= 0 {
		user, rest = user[:i], user[i:]
	}
	home := r.Workspace.Home
	switch {
	case home == "":
		return "", ErrOther
	case user == "", user == gopath.Base(home):
		return home + rest, ""
	case user == "root":
		return "/root" + rest, ""
	}
	return gopath.Dir(home) + "/" + user + rest, ""
}

// elsewhere states what can be said of a path of another machine.
func (r *Resolver) elsewhere(u *facts.PathUse, q *Request) {
	if u.Known == facts.KnownDynamic || !strings.HasPrefix(q.Word, "/") {
		return
	}
	u.Absolute = gopath.Clean(q.Word)
	name(u, u.Absolute)
	m := r.Matcher.MatchElsewhere(u.Absolute, u.Access)
	u.Classes, u.Holds = m.Classes, m.Holds
}

// fill puts the facts of a location into u.
func (r *Resolver) fill(u *facts.PathUse, loc *Location, brief bool) {
	u.ViaSymlink = loc.ViaSymlink
	if loc.Error != "" {
		u.Error = loc.Error
		return
	}
	u.Resolved, u.Exists, u.Type = loc.Path, loc.Exists, loc.Info.Type
	if loc.Exists {
		u.NLink, u.Size = loc.Info.NLink, loc.Info.Size
		if loc.Info.NLink > 0 {
			u.FileMode = fileMode(loc.Info.Mode)
		}
	}
	r.place(u, loc, brief)
}

// place states what follows from the resolved name alone, and from its device.
func (r *Resolver) place(u *facts.PathUse, loc *Location, brief bool) {
	if u.Resolved != u.Absolute {
		name(u, u.Resolved)
	}
	if !brief {
		u.Ancestors, u.Segments = lineage(u.Resolved)
	}
	ws := &r.Workspace
	for _, root := range ws.Roots {
		switch {
		case below(u.Resolved, root):
			if len(root) > len(u.Root) {
				u.Root = root
			}
			u.IsRoot = u.IsRoot || u.Resolved == root
		case below(root, u.Resolved):
			u.HoldsRoot = true
		}
	}
	if u.Root != "" {
		u.Relative = "."
		if u.Resolved != u.Root {
			u.Relative = strings.TrimPrefix(u.Resolved[len(u.Root):], "/")
		}
		if loc.Info.Dev != 0 {
			if top, err := r.FS.Lstat(u.Root); err == nil {
				u.ForeignDevice = top.Dev != loc.Info.Dev
			}
		}
	}
	u.InHome = ws.Home != "" && below(u.Resolved, ws.Home)
	var m Match
	if brief {
		m = r.Matcher.brief(u.Resolved, u.Access, u.Type)
	} else {
		m = r.Matcher.Match(u.Resolved, u.Access, u.Type)
	}
	u.Classes, u.Holds, u.BelowTemp, u.IsTemp = m.Classes, m.Holds, m.BelowTemp, m.IsTemp
	switch {
	case brief:
	case len(u.OnlyNames) > 0:
		u.Holds = r.Matcher.MatchNames(u.Resolved, u.OnlyNames, u.Classes, u.Access)
	case u.Whole && !u.Recursive:
		u.Holds = r.Matcher.MatchNames(u.Resolved, anyName, u.Classes, u.Access)
	}
	for _, t := range ws.Temp {
		if below(u.Resolved, t) {
			u.BelowTemp = true
			u.IsTemp = u.IsTemp || u.Resolved == t
		}
	}
}

var anyName = []string{"*"}

// name fills what the last component says.
func name(u *facts.PathUse, p string) {
	_, base := splitName(p)
	u.Base = Fold(base)
	u.Extension = gopath.Ext(u.Base)
	if u.Extension == u.Base {
		u.Extension = "" // ".env" has a name, no extension
	}
}

// lineage gives the ancestors, nearest first, and the components of a path.
func lineage(p string) (ancestors, segments []string) {
	n := strings.Count(p, "/")
	if p == "/" {
		return none, none
	}
	both := make([]string, 2*n)
	ancestors, segments = both[:0:n], both[n:n]
	for part := range parts(p) {
		segments = append(segments, part)
	}
	for at := p; at != "/"; {
		at, _ = splitName(at)
		ancestors = append(ancestors, at)
	}
	return ancestors, segments
}

func fileMode(mode uint32) string {
	switch mode {
	case 0o644:
		return "0644"
	case 0o755:
		return "0755"
	}
	s := strconv.FormatUint(uint64(mode), 8)
	return "0000"[:max(4-len(s), 0)] + s
}

// clip cuts a word to what a fact may carry, at a rune boundary.
func clip(word string) string {
	const limit = 256
	if len(word) <= limit {
		return word
	}
	cut := limit
	for cut > limit-utf8.UTFMax && !utf8.RuneStart(word[cut]) {
		cut--
	}
	return word[:cut]
}

func orNone(list []string) []string {
	if len(list) == 0 {
		return none
	}
	return slices.Clone(list)
}

// Canonical resolves the places of a workspace, so that resolved paths can be
// compared with them. A root or directory that cannot be resolved keeps its
// clean name.
func Canonical(fsys FS, ws facts.Workspace) facts.Workspace {
	canon := func(p string) string {
		if !strings.HasPrefix(p, "/") {
			return p
		}
		if loc := walk(fsys, p, 0, false, "/"); loc.Error == "" {
			return loc.Path
		}
		return gopath.Clean(p)
	}
	all := func(list []string) []string {
		out := make([]string, 0, len(list))
		for _, p := range list {
			if c := canon(p); !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
		return out
	}
	ws.Roots, ws.Temp = all(ws.Roots), all(ws.Temp)
	ws.CWD, ws.Home = canon(ws.CWD), canon(ws.Home)
	return ws
}
