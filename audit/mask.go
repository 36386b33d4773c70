package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

const maxFactsDepth = 64

var errFacts = errors.New("facts: not one well-formed JSON value")

// maskJSON writes one JSON value anew with every string, keys included, passed
// through m. Order and numbers stay as they are. A string is masked after its
// escapes are resolved, so an escaped secret does not slip through, and what was
// known as a secret in one string is masked in all.
func maskJSON(data []byte, m Masker) ([]byte, error) {
	if !utf8.Valid(data) {
		return nil, errFacts
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	w := &jsonMasker{dec: dec, mask: m}
	if m != nil {
		var err error
		if w.learned, err = learn(data, m); err != nil {
			return nil, errFacts
		}
	}
	if err := w.value(0); err != nil {
		return nil, errFacts
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errFacts
	}
	return w.out.Bytes(), nil
}

type jsonMasker struct {
	dec  *json.Decoder
	mask Masker
	out  bytes.Buffer

	learned *learned
}

func (w *jsonMasker) value(depth int) error {
	t, err := w.dec.Token()
	if err != nil {
		return err
	}
	switch v := t.(type) {
	case json.Delim:
		if depth >= maxFactsDepth {
			return errFacts
		}
		return w.container(v, depth)
	case string:
		return w.text(w.learned.hide(v))
	case json.Number:
		w.out.WriteString(v.String())
	case bool:
		if v {
			w.out.WriteString("true")
		} else {
			w.out.WriteString("false")
		}
	case nil:
		w.out.WriteString("null")
	}
	return nil
}

func (w *jsonMasker) container(open json.Delim, depth int) error {
	w.out.WriteByte(byte(open))
	for first := true; w.dec.More(); first = false {
		if !first {
			w.out.WriteByte(',')
		}
		if open == '{' {
			k, err := w.dec.Token()
			if err != nil {
				return err
			}
			key, ok := k.(string)
			if !ok {
				return errFacts
			}
			if err := w.text(key); err != nil {
				return err
			}
			w.out.WriteByte(':')
		}
		if err := w.value(depth + 1); err != nil {
			return err
		}
	}
	end, err := w.dec.Token()
	if err != nil {
		return err
	}
	d, ok := end.(json.Delim)
	if !ok {
		return errFacts
	}
	w.out.WriteByte(byte(d))
	return nil
}

func (w *jsonMasker) text(s string) error {
	if w.mask != nil {
		s = w.mask.Mask(s)
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return err
	}
	w.out.WriteString(strings.TrimSuffix(b.String(), "\n"))
	return nil
}
