package audit

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// originPrefix starts the first line of every checkpoint; the log's name
// follows.
const originPrefix = "regent/audit/"

// Checkpoint is a signed statement of how many rows a log had, with the root of
// their Merkle tree and the end of their chain. Its text is a signed note in
// the form that transparency logs use, with two lines of our own.
type Checkpoint struct {
	Log   string
	Size  int64
	Root  [HashSize]byte
	Chain [HashSize]byte
	// Time is the signer's clock. Nothing is proved by it.
	Time time.Time
	// Note is the signed text as it stands in the file.
	Note []byte
}

func (c *Checkpoint) text() string {
	return fmt.Sprintf(
		"%s%s\n%d\n%s\nchain %s\ntime %s\n", originPrefix, c.Log, c.Size,
		base64.StdEncoding.EncodeToString(c.Root[:]),
		base64.StdEncoding.EncodeToString(c.Chain[:]),
		c.Time.UTC().Format(time.RFC3339),
	)
}

func (c *Checkpoint) sign(k *key) error {
	msg, err := note.Sign(&note.Note{Text: c.text()}, k.signer)
	if err != nil {
		return unavailable(ReasonKey, err)
	}
	c.Note = msg
	return nil
}

var (
	errNote      = errors.New("checkpoint: not a checkpoint")
	errSignature = errors.New("checkpoint: not signed by the key")
)

// openCheckpoint checks the signature, then reads the text.
func openCheckpoint(msg []byte, keys note.Verifiers) (Checkpoint, error) {
	n, err := note.Open(msg, keys)
	if err != nil {
		var bad *note.InvalidSignatureError
		var none *note.UnverifiedNoteError
		if errors.As(err, &bad) || errors.As(err, &none) {
			return Checkpoint{}, errSignature
		}
		return Checkpoint{}, errNote
	}
	c := Checkpoint{Note: bytes.Clone(msg)}
	lines := strings.Split(n.Text, "\n")
	if len(lines) != 6 || lines[5] != "" {
		return Checkpoint{}, errNote
	}
	var ok [5]bool
	c.Log, ok[0] = strings.CutPrefix(lines[0], originPrefix)
	size, err := strconv.ParseInt(lines[1], 10, 64)
	c.Size, ok[1] = size, err == nil && size > 0
	ok[2] = parseHash(lines[2], &c.Root)
	chain, found := strings.CutPrefix(lines[3], "chain ")
	ok[3] = found && parseHash(chain, &c.Chain)
	at, found := strings.CutPrefix(lines[4], "time ")
	c.Time, err = time.Parse(time.RFC3339, at)
	ok[4] = found && err == nil
	if ok != [5]bool{true, true, true, true, true} || c.text() != n.Text {
		return Checkpoint{}, errNote
	}
	return c, nil
}

func parseHash(s string, into *[HashSize]byte) bool {
	b, err := base64.StdEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != HashSize {
		return false
	}
	copy(into[:], b)
	return true
}

const signatureMark = "— "

// maxNote bounds one checkpoint in a file. A real one has about 300 bytes.
const maxNote = 4096

// tornMark ends a line that a crash left without its end.
const tornMark = " (cut)"

// noteReader takes a checkpoint file apart: notes one after the other, with
// whatever a crash or a hand left between them.
type noteReader struct {
	r *bufio.Reader
	// torn counts pieces that a crash can leave, junk all others.
	torn, junk int
}

func newNoteReader(r io.Reader) *noteReader {
	return &noteReader{r: bufio.NewReaderSize(r, maxNote)}
}

// next gives the bytes of the next whole note, io.EOF after the last.
func (n *noteReader) next() ([]byte, error) {
	var block []byte
	for {
		line, err := n.r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) || (err == nil && len(block)+len(line) > maxNote) {
			n.junk++
			block = nil
			continue
		}
		if err != nil {
			if len(block)+len(line) > 0 {
				n.torn++
			}
			return nil, err
		}
		text := string(line[:len(line)-1])
		switch {
		case strings.HasSuffix(text, tornMark):
			n.torn++
			block = nil
		case strings.HasPrefix(text, originPrefix):
			if block != nil {
				n.junk++
			}
			block = bytes.Clone(line)
		case block == nil:
			if text != "" {
				n.junk++
			}
		default:
			block = append(block, line...)
			if strings.HasPrefix(text, signatureMark) {
				return block, nil
			}
		}
	}
}
