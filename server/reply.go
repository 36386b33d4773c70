package server

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"regent/internal/strictjson"
	"regent/tools/api"
)

// Reply is the answer to one request, not yet encoded.
type Reply struct {
	err    *Error
	raw    string     // an encoded result
	before string     // an encoded notification that goes out first
	tool   *api.Reply // a tool's answer
	modern bool
	tail   string // what a modern tool result says of the server
}

// appendFrame appends the JSON-RPC response to id, in ASCII and on one line.
// An unknown id is written as null, or left out with omit.
func (r *Reply) appendFrame(dst []byte, id ID, omit bool) []byte {
	dst = append(dst, `{"jsonrpc":"2.0"`...)
	switch {
	case id.Known():
		dst = append(dst, `,"id":`...)
		dst = appendASCII(dst, id.value.Raw())
	case !omit:
		dst = append(dst, `,"id":null`...)
	}
	switch {
	case r.err != nil:
		dst = append(dst, `,"error":{"code":`...)
		dst = strconv.AppendInt(dst, int64(r.err.Code), 10)
		dst = append(dst, `,"message":"`...)
		dst = append(dst, r.err.Message...)
		dst = append(dst, '"')
		if r.err.Data != "" {
			dst = append(dst, `,"data":`...)
			dst = append(dst, r.err.Data...)
		}
		dst = append(dst, '}')
	case r.tool != nil:
		// The answer goes out twice, once as text with its quotes escaped.
		dst = slices.Grow(dst, 512+2*len(r.tool.Structured)+len(r.tool.Structured)/8)
		dst = append(dst, `,"result":{`...)
		dst = r.appendTool(dst)
		dst = append(dst, '}')
	default:
		dst = append(dst, `,"result":`...)
		dst = append(dst, r.raw...)
	}
	return append(dst, '}')
}

func (r *Reply) appendTool(dst []byte) []byte {
	kind := "complete"
	if ask := r.tool.Ask; ask != nil {
		kind = "input_required"
		if ask.Requests != nil {
			dst = append(dst, `"inputRequests":`...)
			dst = append(appendASCII(dst, ask.Requests), ',')
		}
		if ask.State != "" {
			dst = append(dst, `"requestState":`...)
			dst = append(appendQuoted(dst, []byte(ask.State)), ',')
		}
	} else {
		dst = r.appendContent(dst)
	}
	if !r.modern {
		return dst
	}
	if r.tool.Ask == nil {
		dst = append(dst, ',')
	}
	dst = append(dst, `"resultType":"`...)
	dst = append(dst, kind...)
	dst = append(dst, `","_meta":{"`+metaServer+`":`...)
	dst = append(dst, r.tail...)
	return append(dst, '}')
}

func (r *Reply) appendContent(dst []byte) []byte {
	dst = append(dst, `"content":[`...)
	for i, c := range r.tool.Content {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendASCII(dst, c)
	}
	if len(r.tool.Content) == 0 {
		dst = append(dst, `{"type":"text","text":`...)
		dst = appendQuoted(dst, r.tool.Structured)
		dst = append(dst, '}')
	}
	dst = append(dst, ']')
	if len(r.tool.Structured) > 0 {
		dst = append(dst, `,"structuredContent":`...)
		dst = appendASCII(dst, r.tool.Structured)
	}
	dst = append(dst, `,"isError":`...)
	return strconv.AppendBool(dst, r.tool.IsError)
}

// appendProgress appends a progress notification.
func appendProgress(dst []byte, token strictjson.Value, done, total float64, message string) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":`...)
	dst = appendASCII(dst, token.Raw())
	dst = append(dst, `,"progress":`...)
	dst = appendFloat(dst, done)
	if total > 0 {
		dst = append(dst, `,"total":`...)
		dst = appendFloat(dst, total)
	}
	if message != "" {
		dst = append(dst, `,"message":`...)
		dst = appendQuoted(dst, []byte(message))
	}
	return append(dst, '}', '}')
}

// appendFloat writes 0 for what JSON has no word for.
func appendFloat(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		f = 0
	}
	return strconv.AppendFloat(dst, f, 'g', -1, 64)
}

const hexDigits = "0123456789abcdef"

// appendASCII appends valid JSON with everything beyond ASCII escaped and line
// ends, which valid JSON has between values only, left out.
func appendASCII(dst, text []byte) []byte {
	start := 0
	for i := 0; i < len(text); {
		if i += plain(text[i:]); i == len(text) {
			break
		}
		c := text[i]
		if c < utf8.RuneSelf && c != '\n' && c != '\r' {
			i++
			continue
		}
		dst = append(dst, text[start:i]...)
		n := 1
		if c >= utf8.RuneSelf {
			var r rune
			r, n = utf8.DecodeRune(text[i:])
			dst = appendEscape(dst, r)
		}
		i += n
		start = i
	}
	return append(dst, text[start:]...)
}

// appendQuoted appends text as a JSON string in ASCII.
func appendQuoted(dst, text []byte) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(text); {
		if i += plain(text[i:]); i == len(text) {
			break
		}
		c := text[i]
		dst = append(dst, text[start:i]...)
		n := 1
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, `\n`...)
		case c == '\t':
			dst = append(dst, `\t`...)
		case c < 0x20:
			dst = appendEscape(dst, rune(c))
		default:
			var r rune
			r, n = utf8.DecodeRune(text[i:])
			dst = appendEscape(dst, r)
		}
		i += n
		start = i
	}
	dst = append(dst, text[start:]...)
	return append(dst, '"')
}

// appendEscape appends \uXXXX, twice for what lies beyond the first plane.
func appendEscape(dst []byte, r rune) []byte {
	if r > 0xffff {
		r -= 0x10000
		return appendEscape(appendEscape(dst, 0xd800|r>>10), 0xdc00|r&0x3ff)
	}
	return append(dst, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}
