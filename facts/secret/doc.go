// Package secret finds credentials in text and replaces them by placeholders.
//
// It is for text that leaves the process: the masker tool's answer, the audit
// record, logs and explanations. It is not a proof that a text holds no secret:
// it knows the classes of a table (data.regent.secrets) and nothing else.
//
// Promises:
//   - Splitting a text never changes its masked form: for any split, the
//     outputs of a [Stream] joined together equal the masked whole.
//   - No byte of a secret is emitted before its end was decided, and no error,
//     panic or result of this package holds a secret's bytes.
//   - What the package copied of a text is cleared when the call, or the stream,
//     is over.
//   - Masking a masked text changes nothing.
//   - Cost is linear in the text; what a stream holds back is bounded by the
//     table's longest pattern, whatever the text is. A longer secret (a key
//     block, a long token) is swallowed without being kept.
//   - What is not a secret passes byte for byte, invalid UTF-8 included.
//
// How it works. Every pattern of the table is bounded and becomes a table-driven
// automaton when it is loaded. A filter on three bytes finds the places where a
// class's keyword stands; the automaton runs there, on a shadow of the text from
// which terminal sequences and invisible characters are taken out and in which
// JSON and percent escapes are read (shadow.go). A decision at a place depends on
// a bounded stretch of text only; when the buffer ends inside that stretch,
// the stream holds the text back from that place and decides later.
//
// Where it fails: a secret of no known class, one that a line wrap or
// compression breaks apart, one whose halves go to two streams.
//
// Which limits hold (streams, distinct secrets) is not decided here: the package
// states counts and the policy decides.
package secret
