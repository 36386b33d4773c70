package pgrun

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgtype"
)

// writer adds one value that is not NULL, as the server sends it in text, as
// JSON.
type writer func(b, v []byte) []byte

// writerOf is how values of a type are written:
//
//	NULL                       null
//	bool                       true, false
//	int2 int4 int8 oid         a number
//	float4 float8              a number; NaN and infinities as text
//	json jsonb                 the value itself
//	timestamps, dates, times   text, ISO 8601
//	interval                   text, an ISO 8601 duration
//	bytea                      text, \x and hexadecimal digits
//	arrays of known types      an array, nested as the dimensions are
//	everything else            text as PostgreSQL writes it (numeric, uuid,
//	                           ranges, enums, composites …)
func writerOf(oid uint32) writer {
	switch oid {
	case pgtype.BoolOID:
		return func(b, v []byte) []byte { return strconv.AppendBool(b, string(v) == "t") }
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.OIDOID, pgtype.Float4OID, pgtype.Float8OID:
		return appendNumber
	case pgtype.JSONOID, pgtype.JSONBOID:
		return appendEmbedded
	case pgtype.TimestampOID, pgtype.TimestamptzOID, pgtype.DateOID:
		return rewritten(isoTimestamp)
	case pgtype.TimetzOID:
		return rewritten(isoOffset)
	case pgtype.IntervalOID:
		return rewritten(isoInterval)
	case pgtype.ByteaOID:
		return rewritten(hexBytes)
	}
	if elem, delim, ok := element(oid); ok {
		return arrayWriter(elem, delim)
	}
	return appendText
}

func appendValue(b []byte, write writer, v []byte) []byte {
	if v == nil {
		return append(b, "null"...)
	}
	return write(b, v)
}

func rewritten(f func(string) string) writer {
	return func(b, v []byte) []byte { return appendText(b, []byte(f(string(v)))) }
}

// plain are the bytes that stand in JSON text as they are.
var plain = func() (t [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// appendText writes text as encoding/json does without its care for HTML.
func appendText(b, v []byte) []byte {
	const digits = "0123456789abcdef"
	b = append(b, '"')
	from := 0
	for i := 0; i < len(v); {
		c := v[i]
		if plain[c] {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			b = append(append(b, v[from:i]...), '\\')
			switch c {
			case '"', '\\':
				b = append(b, c)
			case '\b':
				b = append(b, 'b')
			case '\f':
				b = append(b, 'f')
			case '\n':
				b = append(b, 'n')
			case '\r':
				b = append(b, 'r')
			case '\t':
				b = append(b, 't')
			default:
				b = append(b, 'u', '0', '0', digits[c>>4], digits[c&15])
			}
			i++
			from = i
			continue
		}
		r, n := utf8.DecodeRune(v[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(append(b, v[from:i]...), `\ufffd`...)
			from = i + n
		case r == '\u2028' || r == '\u2029': // ends of lines to JavaScript
			b = append(append(b, v[from:i]...), `\u202`...)
			b = append(b, digits[r&15])
			from = i + n
		}
		i += n
	}
	return append(append(b, v[from:]...), '"')
}

// appendNumber writes a number as the server wrote it. What is none in JSON
// (NaN, infinities) is text.
func appendNumber(b, v []byte) []byte {
	if isNumber(v) {
		return append(b, v...)
	}
	return appendText(b, v)
}

// isNumber reports whether v is a number in JSON's grammar.
func isNumber(v []byte) bool {
	digits := func() bool {
		n := 0
		for n < len(v) && v[n] >= '0' && v[n] <= '9' {
			n++
		}
		v = v[n:]
		return n > 0
	}
	if len(v) > 0 && v[0] == '-' {
		v = v[1:]
	}
	if len(v) > 1 && v[0] == '0' && v[1] >= '0' && v[1] <= '9' || !digits() {
		return false
	}
	if len(v) > 0 && v[0] == '.' {
		if v = v[1:]; !digits() {
			return false
		}
	}
	if len(v) > 0 && (v[0] == 'e' || v[0] == 'E') {
		if v = v[1:]; len(v) > 0 && (v[0] == '+' || v[0] == '-') {
			v = v[1:]
		}
		if !digits() {
			return false
		}
	}
	return len(v) == 0
}

// Bounds of a json value that is passed on as it is. A deeper one would stop
// common decoders.
const maxJSONDepth = 64

// appendEmbedded writes a json value as it is, or its text where a strict
// decoder on the other side would refuse it: nested too deep, not UTF-8, or
// with half of a surrogate pair.
func appendEmbedded(b, v []byte) []byte {
	if !utf8.Valid(v) || !json.Valid(v) || jsonDepth(v) > maxJSONDepth || loneSurrogate(v) {
		return appendText(b, v)
	}
	out := bytes.NewBuffer(b)
	if err := json.Compact(out, v); err != nil {
		return appendText(b, v)
	}
	return out.Bytes()
}

func jsonDepth(v []byte) int {
	depth, most, quoted := 0, 0, false
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
			most = max(most, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return most
}

// loneSurrogate looks for \ud800 to \udfff that are no pair.
func loneSurrogate(v []byte) bool {
	unit := func(i int) (int64, bool) {
		if i+6 > len(v) || v[i] != '\\' || v[i+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseInt(string(v[i+2:i+6]), 16, 32)
		return n, err == nil
	}
	for i := 0; i < len(v); i++ {
		if v[i] != '\\' {
			continue
		}
		n, ok := unit(i)
		switch {
		case !ok:
			i++ // another escape
		case n >= 0xDC00 && n <= 0xDFFF:
			return true
		case n >= 0xD800 && n <= 0xDBFF:
			if low, ok := unit(i + 6); !ok || low < 0xDC00 || low > 0xDFFF {
				return true
			}
			i += 11
		default:
			i += 5
		}
	}
	return false
}

// hexBytes is a bytea in its hexadecimal form; a server set to the old form
// sends octal escapes.
func hexBytes(s string) string {
	if strings.HasPrefix(s, `\x`) {
		return s
	}
	var raw []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			raw = append(raw, s[i])
			continue
		}
		if i+3 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				raw = append(raw, byte(n))
				i += 3
				continue
			}
		}
		raw = append(raw, '\\')
		i++
	}
	const digits = "0123456789abcdef"
	out := []byte(`\x`)
	for _, c := range raw {
		out = append(out, digits[c>>4], digits[c&15])
	}
	return string(out)
}
