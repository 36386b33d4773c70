package pgrun

import (
	"bytes"
	"sync"

	"github.com/jackc/pgx/v5/pgtype"
)

// arrays is the element type of every array type that PostgreSQL itself has.
var arrays = sync.OnceValue(func() map[uint32]uint32 {
	m := pgtype.NewMap()
	out := map[uint32]uint32{}
	// pgtype knows the types by OID; built-in OIDs are below 10,000.
	for oid := range uint32(10_000) {
		t, ok := m.TypeForOID(oid)
		if !ok {
			continue
		}
		if c, ok := t.Codec.(*pgtype.ArrayCodec); ok && c.ElementType != nil {
			out[oid] = c.ElementType.OID
		}
	}
	return out
})

// element is the element type of an array type, and what stands between the
// elements in its text.
func element(oid uint32) (elem uint32, delim byte, ok bool) {
	elem, ok = arrays()[oid]
	if elem == pgtype.BoxOID {
		return elem, ';', ok
	}
	return elem, ',', ok
}

// arrayWriter turns the text of an array into JSON, or into text where it does
// not understand it. Lower bounds other than one are not shown.
func arrayWriter(elem uint32, delim byte) writer {
	w := arrayText{write: writerOf(elem), delim: delim}
	return func(b, v []byte) []byte {
		s := v
		if bytes.HasPrefix(s, []byte("[")) {
			_, rest, ok := bytes.Cut(s, []byte("="))
			if !ok {
				return appendText(b, v)
			}
			s = rest
		}
		if out, n, ok := w.level(b, s, 0); ok && n == len(s) {
			return out
		}
		return appendText(b, v)
	}
}

const maxDimensions = 6 // the server's own bound

type arrayText struct {
	write writer
	delim byte
}

// level adds one dimension of s and says where in s it ends.
func (w arrayText) level(b, s []byte, depth int) (out []byte, n int, ok bool) {
	if len(s) == 0 || s[0] != '{' || depth > maxDimensions {
		return b, 0, false
	}
	b = append(b, '[')
	i := 1
	if i < len(s) && s[i] == '}' {
		return append(b, ']'), 2, true
	}
	for i < len(s) {
		if s[i] == '{' {
			if b, n, ok = w.level(b, s[i:], depth+1); !ok {
				return b, 0, false
			}
			i += n
		} else {
			item, quoted, n, ok := w.item(s[i:])
			if !ok {
				return b, 0, false
			}
			if !quoted && string(item) == "NULL" {
				b = append(b, "null"...)
			} else {
				b = w.write(b, item)
			}
			i += n
		}
		if i >= len(s) {
			return b, 0, false
		}
		switch s[i] {
		case w.delim:
			b = append(b, ',')
			i++
		case '}':
			return append(b, ']'), i + 1, true
		default:
			return b, 0, false
		}
	}
	return b, 0, false
}

// item reads one element up to what follows it.
func (w arrayText) item(s []byte) (item []byte, quoted bool, n int, ok bool) {
	if s[0] == '"' {
		for i := 1; i < len(s); i++ {
			switch s[i] {
			case '\\':
				if i++; i == len(s) {
					return nil, true, 0, false
				}
				item = append(item, s[i])
			case '"':
				return item, true, i + 1, true
			default:
				item = append(item, s[i])
			}
		}
		return nil, true, 0, false
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i++; i == len(s) {
				return nil, false, 0, false
			}
			item = append(item, s[i])
		case w.delim, '}':
			return item, false, i, true
		default:
			item = append(item, s[i])
		}
	}
	return nil, false, 0, false
}
