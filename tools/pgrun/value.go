package pgrun

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgtype"
)

// jsonValue writes one value, as the server sends it in text, as JSON:
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
func jsonValue(oid uint32, v []byte) json.RawMessage {
	if v == nil {
		return json.RawMessage("null")
	}
	s := string(v)
	switch oid {
	case pgtype.BoolOID:
		if s == "t" {
			return json.RawMessage("true")
		}
		return json.RawMessage("false")
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.OIDOID:
		if _, err := strconv.ParseInt(s, 10, 64); err == nil {
			return json.RawMessage(s)
		}
	case pgtype.Float4OID, pgtype.Float8OID:
		return float(s)
	case pgtype.JSONOID, pgtype.JSONBOID:
		return embedded(v)
	case pgtype.TimestampOID, pgtype.TimestamptzOID, pgtype.DateOID:
		return text(isoTimestamp(s))
	case pgtype.TimetzOID:
		return text(isoOffset(s))
	case pgtype.IntervalOID:
		return text(isoInterval(s))
	case pgtype.ByteaOID:
		return text(hexBytes(s))
	}
	if elem, delim, ok := element(oid); ok {
		if out, ok := array(s, elem, delim); ok {
			return out
		}
	}
	return text(s)
}

func text(s string) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil { // no string fails
		return json.RawMessage(`""`)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

func float(s string) json.RawMessage {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return text(s)
	}
	out, err := json.Marshal(json.Number(s))
	if err != nil {
		return text(s)
	}
	return out
}

// Bounds of a json value that is passed on as it is. A deeper one would stop
// common decoders.
const maxJSONDepth = 64

// embedded is a json value as it is, or its text where a strict decoder on the
// other side would refuse it: nested too deep, not UTF-8, or with half of a
// surrogate pair.
func embedded(v []byte) json.RawMessage {
	if !utf8.Valid(v) || !json.Valid(v) || jsonDepth(v) > maxJSONDepth || loneSurrogate(v) {
		return text(string(v))
	}
	var b bytes.Buffer
	if err := json.Compact(&b, v); err != nil {
		return text(string(v))
	}
	return b.Bytes()
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
