package tools

import (
	"context"
	"errors"
	"fmt"

	"regent/engine"
	"regent/facts"
	"regent/facts/secret"
	"regent/tools/api"
)

// secretMasker is secret_masker: text in, text without credentials out, also in
// pieces.
type secretMasker struct{}

var maskerParams = []param{
	{name: "text", kind: "string", required: true, max: secret.MaxText, opaque: true, wiped: true, doc: "Text to mask, at most 262144 bytes of UTF-8."},
	{name: "session_id", kind: "string", min: 1, max: secret.MaxID, pattern: idPattern, doc: "Keeps streams with the same stream_id apart."},
	{name: "stream_id", kind: "string", min: 1, max: secret.MaxID, pattern: idPattern, doc: "Names a text that comes in pieces. What may be the begin of a secret is held back until the next piece."},
	{name: "final", kind: "boolean", doc: "Whether the text ends here. Default: true without stream_id, false with it."},
}

func (secretMasker) name() string { return "secret_masker" }

func (secretMasker) describe() api.Tool {
	return api.Tool{
		Name: "secret_masker", Title: "Mask credentials in text",
		Description: "Replaces credentials in text by placeholders that stay the same for the same credential. " +
			"BLOCKED: no text is given back.",
		InputSchema: inputSchema(maskerParams), OutputSchema: maskerOutputSchema(),
		Annotations: api.Annotations{},
	}
}

// MaskDecided is a decision with the masked text; a blocked one has none.
type MaskDecided struct {
	Decided
	secret.Result
}

// Validate reports whether the answer keeps its promise.
func (d *MaskDecided) Validate() error {
	if (d.Text == nil) != (d.Decision == engine.Blocked) {
		return errors.New("masker: a blocked call has no text, every other one has")
	}
	return errors.Join(d.Result.Validate(), d.Decided.Validate())
}

func (secretMasker) run(ctx context.Context, c *call) (api.Reply, error) {
	a, err := c.decode(maskerParams)
	if err != nil {
		return api.Reply{}, err
	}
	defer a.wipe()
	arguments := secret.Arguments{Text: a.texts["text"], SessionID: a.strings["session_id"], StreamID: a.strings["stream_id"]}
	if final, given := a.booleans["final"]; given {
		arguments.Final = &final
	}
	if bad := arguments.Invalid(); bad != nil {
		return NewProblem(CodeValidation, "an argument is out of bounds", bad...).reply()
	}
	in := c.input("")
	var d engine.Decision
	m, err := c.suite.o.Masker.Mask(ctx, arguments.Piece(in.Caller.ID), func(n secret.Counts) bool {
		in.Usage = &facts.Usage{Counters: []facts.Counter{}, Streams: n.Streams, DistinctSecrets: n.Distinct, Consume: true}
		d = c.suite.o.Engine.Decide(context.WithoutCancel(ctx), in)
		return d.Decision == engine.Safe
	})
	if err != nil {
		return api.Reply{}, fmt.Errorf("secret_masker: %w", err)
	}
	defer m.Release()
	j, recorded := c.record(ctx, in, d)
	out := &MaskDecided{Decided: *newDecided(c.suite.o.Engine, j.Decision, j.id)}
	if recorded && m.Allowed {
		m.Commit()
		out.Result = secret.NewResult(m)
	}
	if out.Decision == engine.NeedsConfirmation {
		// A policy that wants to be asked first has no text to show.
		return refusal(&out.Decided, CodeConfirm)
	}
	return reply(out, out.Decision == engine.Blocked)
}
