package secret

import "regent/facts"

// Facts states the credentials that stand in a piece of a call's text: their
// classes, in order, never their values. source is one of the words of
// facts.Secret; command is the command that the piece belongs to, or
// facts.NoCommand. Index counts within the piece.
func (e *Engine) Facts(text string, command int, source string) []facts.Secret {
	var out []facts.Secret
	for i, f := range e.Detect(text) {
		out = append(out, facts.Secret{Command: command, Class: f.Class, Source: source, Index: i})
	}
	return out
}
