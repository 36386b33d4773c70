package pgrun

import (
	"bytes"
	"encoding/json"
	"strings"
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

// array turns the text of an array into JSON. Lower bounds other than one are
// not shown. It reports false for text that it does not understand.
func array(s string, elem uint32, delim byte) (json.RawMessage, bool) {
	if strings.HasPrefix(s, "[") {
		_, rest, ok := strings.Cut(s, "=")
		if !ok {
			return nil, false
		}
		s = rest
	}
	var b bytes.Buffer
	n, ok := arrayLevel(&b, s, elem, delim, 0)
	if !ok || n != len(s) {
		return nil, false
	}
	return b.Bytes(), true
}

const maxDimensions = 6 // the server's own bound

func arrayLevel(b *bytes.Buffer, s string, elem uint32, delim byte, depth int) (int, bool) {
	if s == "" || s[0] != '{' || depth > maxDimensions {
		return 0, false
	}
	b.WriteByte('[')
	i := 1
	if i < len(s) && s[i] == '}' {
		b.WriteByte(']')
		return 2, true
	}
	for i < len(s) {
		if s[i] == '{' {
			n, ok := arrayLevel(b, s[i:], elem, delim, depth+1)
			if !ok {
				return 0, false
			}
			i += n
		} else {
			item, quoted, n, ok := arrayItem(s[i:], delim)
			if !ok {
				return 0, false
			}
			if !quoted && item == "NULL" {
				b.WriteString("null")
			} else {
				b.Write(jsonValue(elem, []byte(item)))
			}
			i += n
		}
		if i >= len(s) {
			return 0, false
		}
		switch s[i] {
		case delim:
			b.WriteByte(',')
			i++
		case '}':
			b.WriteByte(']')
			return i + 1, true
		default:
			return 0, false
		}
	}
	return 0, false
}

// arrayItem reads one element up to what follows it.
func arrayItem(s string, delim byte) (item string, quoted bool, n int, ok bool) {
	var b strings.Builder
	if s[0] == '"' {
		for i := 1; i < len(s); i++ {
			switch s[i] {
			case '\\':
				if i++; i == len(s) {
					return "", true, 0, false
				}
				b.WriteByte(s[i])
			case '"':
				return b.String(), true, i + 1, true
			default:
				b.WriteByte(s[i])
			}
		}
		return "", true, 0, false
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i++; i == len(s) {
				return "", false, 0, false
			}
			b.WriteByte(s[i])
		case delim, '}':
			return b.String(), false, i, true
		default:
			b.WriteByte(s[i])
		}
	}
	return "", false, 0, false
}
