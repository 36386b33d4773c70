package tools

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"unicode/utf8"

	"regent/engine"
	"regent/facts"
	"regent/facts/path"
	"regent/internal/asciijson"
	"regent/tools/api"
	"regent/tools/fsread"
)

// sandboxRead is sandbox_fs_read: a bounded, strictly decoded read of a regular
// file below one directory. What cannot be read has one answer, so that the
// tool tells nobody which names exist.
type sandboxRead struct{}

var fsParams = []param{
	{name: "relative_path", kind: "string", required: true, min: 1, max: 4096, doc: "The file, relative to the directory that is configured."},
	{name: "encoding", kind: "string", min: 1, max: 64, def: "utf-8", doc: "Name of the text encoding."},
	{name: "max_bytes", kind: "integer", min: 1, max: fsread.MaxBytes, def: 65536, doc: "Bytes to read at most."},
}

func (sandboxRead) name() string { return "sandbox_fs_read" }

func (sandboxRead) describe() api.Tool {
	return api.Tool{
		Name: "sandbox_fs_read", Title: "Read a text file in the sandbox",
		Description: "Reads a text file below the configured directory and decodes it strictly. truncated says that the file is longer.",
		InputSchema: inputSchema(fsParams), OutputSchema: fsOutputSchema(),
		Annotations: api.Annotations{ReadOnly: true, Idempotent: true},
	}
}

// FileText is the answer of a read.
type FileText struct {
	ResolvedPath string `json:"resolved_path"` // below the directory
	Content      string `json:"content"`
	BytesRead    int    `json:"bytes_read"`
	Truncated    bool   `json:"truncated"`
}

// appendWire implements wired.
func (r *FileText) appendWire(once, twice []byte) (o, t []byte) {
	once, twice = append(once, `{"resolved_path":`...), append(twice, `{\"resolved_path\":`...)
	once, twice = asciijson.AppendTwice(once, twice, r.ResolvedPath)
	once, twice = append(once, `,"content":`...), append(twice, `,\"content\":`...)
	once, twice = asciijson.AppendTwice(once, twice, r.Content)
	once, twice = append(once, `,"bytes_read":`...), append(twice, `,\"bytes_read\":`...)
	once, twice = strconv.AppendInt(once, int64(r.BytesRead), 10), strconv.AppendInt(twice, int64(r.BytesRead), 10)
	once, twice = append(once, `,"truncated":`...), append(twice, `,\"truncated\":`...)
	once, twice = strconv.AppendBool(once, r.Truncated), strconv.AppendBool(twice, r.Truncated)
	return append(once, '}'), append(twice, '}')
}

// Validate reports whether the answer keeps its promise.
func (r *FileText) Validate() error {
	if r.ResolvedPath == "" || r.ResolvedPath[0] == '/' || r.BytesRead < 0 || r.BytesRead > fsread.MaxBytes {
		return errors.New("file text: path or length out of bounds")
	}
	if !utf8.ValidString(r.Content) {
		return errors.New("file text: content is no text")
	}
	return nil
}

func (sandboxRead) run(ctx context.Context, c *call) (api.Reply, error) {
	a, err := c.decode(fsParams)
	if err != nil {
		return api.Reply{}, err
	}
	codec, err := fsread.Lookup(a.strings["encoding"])
	if err != nil {
		return NewProblem(CodeValidation, "encoding names no text encoding that can be read", "encoding").reply()
	}
	t, err := c.suite.current()
	if err != nil {
		return api.Reply{}, err
	}
	name := a.strings["relative_path"]
	root := c.suite.o.Files
	known := c.asked(t, name)
	asked := known.use
	in := c.filesInput(root, asked)

	// By the name alone: the only ground on which a person is asked, so that
	// asking tells nothing of what is there.
	d := c.suite.o.Engine.DecideAgain(ctx, in, &known.recall)
	if d.Decision != engine.Safe {
		j, _ := c.record(ctx, in, d)
		switch {
		case broken(j.Rule):
			return decisionReply(newDecided(c.suite.o.Engine, j.Decision, j.id))
		case j.Decision.Decision == engine.Blocked:
			return denied(name)
		}
		return confirmRead(name, j.Rule)
	}
	r, err := c.openAndJudge(ctx, t, root, name, asked, codec, int(a.integers["max_bytes"]))
	if err != nil {
		return api.Reply{}, err
	}
	defer r.text.Release()
	if broken(r.decision.Rule) {
		j, _ := c.record(ctx, r.in, r.decision)
		return decisionReply(newDecided(c.suite.o.Engine, j.Decision, j.id))
	}
	// The only effect of a read is its answer. So the file was read first, and
	// one step puts the decision and the outcome on record before it leaves.
	j, recorded := c.recordBoth(ctx, r.in, r.decision, r.code)
	if !recorded {
		return decisionReply(newDecided(c.suite.o.Engine, j.Decision, j.id))
	}
	var encoding *fsread.EncodingError
	switch {
	case errors.As(r.err, &encoding):
		return NewProblem(CodeValidation, encoding.Error(), "encoding").reply()
	case errors.Is(r.err, fsread.ErrDenied):
		c.suite.o.Log.Info("a file was denied", "reason", fsread.Reason(r.err), "rule", j.Rule)
		return denied(name)
	case r.err != nil:
		return api.Reply{}, fmt.Errorf("sandbox_fs_read: %w", r.err)
	}
	return reply(&FileText{
		ResolvedPath: r.text.ResolvedPath, Content: r.text.Content, BytesRead: r.text.BytesRead, Truncated: r.text.Truncated,
	}, false)
}

// reading is a read that was judged, and what came of it.
type reading struct {
	in       *facts.Input
	decision engine.Decision
	text     fsread.Result
	code     string // what the record keeps
	err      error
}

// openAndJudge opens the file, judges what was opened together with what was
// asked for, and reads it when it may be read. An error is the caller's end
// before there was a decision.
func (c *call) openAndJudge(ctx context.Context, t *tables, root *fsread.Root, name string, asked facts.PathUse, codec fsread.Codec, limit int) (reading, error) {
	var judged atomic.Pointer[reading]
	r, err := fsread.Use(ctx, root, name, func(f *fsread.File, openErr error) (r reading) {
		if openErr == nil {
			r.in = c.filesInput(root, asked, c.found(t, f))
			r.decision = c.suite.o.Engine.Decide(ctx, r.in)
		} else {
			// What is not there takes as long as what is there and is denied.
			r.in = c.filesInput(root, asked)
			r.decision = c.suite.o.Engine.Decide(ctx, c.filesInput(root, asked, asked))
		}
		early := r
		early.code, early.err = "cancelled", context.Canceled
		judged.Store(&early)
		r.text, r.code, r.err = c.readFile(ctx, f, openErr, r.decision, codec, limit)
		return r
	}, func(r reading) { r.text.Release() })
	early := judged.Load()
	if err == nil || early == nil || ctx.Err() == nil {
		return r, err
	}
	// The file system does not answer; what was judged is told all the same.
	early.err = ctx.Err()
	return *early, nil
}

// readFile reads what was opened and judged. code is what the record keeps.
func (c *call) readFile(ctx context.Context, f *fsread.File, openErr error, d engine.Decision, codec fsread.Codec, limit int) (r fsread.Result, code string, err error) {
	switch {
	case openErr != nil:
		return r, "denied_" + fsread.Reason(openErr), openErr
	case d.Decision != engine.Safe:
		// Asked by a name that looked harmless: saying more would tell what it
		// leads to.
		return r, "denied_by_policy", fsread.ErrDenied
	}
	if most := d.Obligations.MaxBytes; most > 0 {
		limit = min(limit, int(min(most, fsread.MaxBytes)))
	}
	r, err = f.Read(ctx, codec, limit)
	switch {
	case err == nil:
		return r, "ok", nil
	case errors.Is(err, fsread.ErrDenied):
		return r, "denied_" + fsread.Reason(err), err
	case ctx.Err() != nil:
		return r, "cancelled", err
	}
	return r, "not_decoded", err
}

func (c *call) filesInput(root *fsread.Root, uses ...facts.PathUse) *facts.Input {
	in := c.input("")
	in.Workspace = root.Workspace(in.Workspace)
	for i := range uses {
		uses[i].Command = facts.NoCommand
	}
	in.Accesses = uses
	return in
}

// denied is the one public answer for what cannot be read. It may name the
// caller's own path, which says nothing about the disk.
func denied(name string) (api.Reply, error) {
	return NewProblem(CodeAccessDenied, "the file cannot be read", "relative_path").With("relative_path", echoed(name)).reply()
}

// confirmRead asks for a person. A rule's own sentence may name the path as the
// facts have it, absolute, so it does not go out.
func confirmRead(name, rule string) (api.Reply, error) {
	return NewProblem(CodeConfirm, "a person should agree before this file is read", "relative_path").
		With("relative_path", echoed(name)).With("rule", rule).reply()
}

// echoed is what an answer repeats of the caller's path.
func echoed(name string) string {
	const most = 256
	if r := []rune(name); len(r) > most {
		name = string(r[:most])
	}
	return name
}

// filesResolver resolves names of the sandbox directory.
func (s *Suite) filesResolver(classes path.Table) (*path.Resolver, error) {
	ws := s.o.Files.Workspace(s.o.Workspace)
	m, err := path.Compile(classes, ws, path.Variables{"guard": s.o.Guarded})
	if err != nil {
		return nil, err
	}
	return &path.Resolver{FS: s.o.FS, Workspace: ws, Matcher: m}, nil
}
