package server

import (
	"math"
	"slices"
	"strconv"

	"regent/internal/asciijson"
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
		dst = asciijson.Append(dst, id.value.Raw())
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
		n := len(r.tool.Structured) + len(r.tool.Structured)/8
		if r.tool.Wire != nil {
			n = len(r.tool.Wire.Text)
		}
		dst = slices.Grow(dst, 512+len(r.tool.Structured)+n)
		dst = append(dst, `,"result":{`...)
		dst = r.appendTool(dst)
		dst = append(dst, '}')
	default:
		dst = append(dst, `,"result":`...)
		dst = append(dst, r.raw...)
	}
	return append(dst, '}')
}

// free gives the memory of a tool's answer back, once it stands in a frame.
func (r *Reply) free() {
	if r.tool == nil || r.tool.Wire == nil || r.tool.Wire.Free == nil {
		return
	}
	free := r.tool.Wire.Free
	r.tool.Structured, r.tool.Wire = nil, nil
	free()
}

func (r *Reply) appendTool(dst []byte) []byte {
	kind := "complete"
	if ask := r.tool.Ask; ask != nil {
		kind = "input_required"
		if ask.Requests != nil {
			dst = append(dst, `"inputRequests":`...)
			dst = append(asciijson.Append(dst, ask.Requests), ',')
		}
		if ask.State != "" {
			dst = append(dst, `"requestState":`...)
			dst = append(asciijson.AppendQuoted(dst, []byte(ask.State)), ',')
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
	if w := r.tool.Wire; w != nil {
		dst = append(dst, `"content":[{"type":"text","text":`...)
		dst = append(dst, w.Text...)
		dst = append(dst, `}],"structuredContent":`...)
		dst = append(dst, r.tool.Structured...)
		dst = append(dst, `,"isError":`...)
		return strconv.AppendBool(dst, r.tool.IsError)
	}
	dst = append(dst, `"content":[`...)
	for i, c := range r.tool.Content {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = asciijson.Append(dst, c)
	}
	if len(r.tool.Content) == 0 {
		dst = append(dst, `{"type":"text","text":`...)
		dst = asciijson.AppendQuoted(dst, r.tool.Structured)
		dst = append(dst, '}')
	}
	dst = append(dst, ']')
	if len(r.tool.Structured) > 0 {
		dst = append(dst, `,"structuredContent":`...)
		dst = asciijson.Append(dst, r.tool.Structured)
	}
	dst = append(dst, `,"isError":`...)
	return strconv.AppendBool(dst, r.tool.IsError)
}

// appendProgress appends a progress notification.
func appendProgress(dst []byte, token strictjson.Value, done, total float64, message string) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":`...)
	dst = asciijson.Append(dst, token.Raw())
	dst = append(dst, `,"progress":`...)
	dst = appendFloat(dst, done)
	if total > 0 {
		dst = append(dst, `,"total":`...)
		dst = appendFloat(dst, total)
	}
	if message != "" {
		dst = append(dst, `,"message":`...)
		dst = asciijson.AppendQuoted(dst, []byte(message))
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
