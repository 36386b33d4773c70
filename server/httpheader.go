package server

import (
	"encoding/base64"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"regent/internal/strictjson"
)

// In the modern era an HTTP request repeats in its headers what routers and
// filters on the way look at. What the body says counts; a header that says
// something else would let a request pass a filter as something that it isn't.

var headerMismatch = refuse(codeHeader, "Header mismatch")

// checkHeaders compares the headers with a message whose _meta was read but
// whose version was not yet judged.
func (d *Dispatcher) checkHeaders(h http.Header, m *Message) *Error {
	version, present, ok := single(h, "MCP-Protocol-Version")
	if !ok {
		return headerMismatch
	}
	if m.Meta.Era != Modern {
		switch {
		case !present || slices.Contains(legacyVersions, version):
			return nil
		case slices.Contains(modernVersions, version):
			if m.Kind == Notification {
				return nil // only requests need the version's own _meta
			}
			return invalidParams
		}
		return headerMismatch
	}
	asked, ok := m.Meta.Version.Text()
	if !ok {
		return invalidParams
	}
	method, named, ok := single(h, "Mcp-Method")
	if !present || version != asked || !ok || !named || method != m.Method {
		return headerMismatch
	}
	if m.Method != methodCall {
		return nil
	}
	return d.checkCallHeaders(h, m.Params)
}

// checkCallHeaders compares the tool's name and those arguments that its schema
// wants repeated.
func (d *Dispatcher) checkCallHeaders(h http.Header, params strictjson.Value) *Error {
	name, ok := params.Get("name").Text()
	if !ok {
		return nil // refused later, as params
	}
	header, present, ok := decoded(h, "Mcp-Name")
	if !ok || !present || header != name {
		return headerMismatch
	}
	t := d.tools[name]
	if t == nil {
		return nil
	}
	for _, p := range t.headers {
		if !p.matches(h, params.Get("arguments")) {
			return headerMismatch
		}
	}
	return nil
}

// single is a header's value. More than one is not ok: who reads the first and
// who reads the last would disagree.
func single(h http.Header, name string) (value string, present, ok bool) {
	switch v := h.Values(name); len(v) {
	case 0:
		return "", false, true
	case 1:
		return v[0], true, true
	}
	return "", true, false
}

// decoded is single for headers that may carry base64 of UTF-8 text.
func decoded(h http.Header, name string) (value string, present, ok bool) {
	value, present, ok = single(h, name)
	inner, prefixed := strings.CutPrefix(value, "=?base64?")
	inner, suffixed := strings.CutSuffix(inner, "?=")
	if !ok || !prefixed || !suffixed {
		return value, present, ok
	}
	b, err := base64.StdEncoding.Strict().DecodeString(inner)
	return string(b), present, err == nil
}

// paramHeader is an argument that a tool's schema marks with x-mcp-header.
type paramHeader struct {
	header string
	path   []string
}

// paramHeaders finds them, inside nested objects too.
func paramHeaders(schema []byte) ([]paramHeader, error) {
	if !strings.Contains(string(schema), "x-mcp-header") {
		return nil, nil
	}
	v, err := strictjson.Parse(schema)
	if err != nil {
		return nil, err
	}
	var found []paramHeader
	if err := findParamHeaders(v, nil, &found); err != nil {
		return nil, err
	}
	for i, p := range found {
		for _, q := range found[:i] {
			if strings.EqualFold(p.header, q.header) {
				return nil, errors.New("two arguments share one x-mcp-header")
			}
		}
	}
	return found, nil
}

func findParamHeaders(schema strictjson.Value, path []string, found *[]paramHeader) error {
	for name, p := range schema.Get("properties").Members() {
		at := append(slices.Clone(path), name)
		if mark := p.Get("x-mcp-header"); mark.Exists() {
			s, ok := mark.Text()
			if !ok || !token(s) {
				return errors.New("an x-mcp-header is no header name")
			}
			switch kind, _ := p.Get("type").Text(); kind {
			case "string", "integer", "number", "boolean":
			default:
				return errors.New("an x-mcp-header marks what is no plain value")
			}
			*found = append(*found, paramHeader{"Mcp-Param-" + s, at})
		}
		if err := findParamHeaders(p, at, found); err != nil {
			return err
		}
	}
	return nil
}

// matches reports whether header and argument say the same: both absent, or
// both there and equal.
func (p paramHeader) matches(h http.Header, args strictjson.Value) bool {
	header, present, ok := decoded(h, p.header)
	if !ok {
		return false
	}
	for _, name := range p.path {
		args = args.Get(name)
	}
	switch args.Kind() {
	case strictjson.Absent, strictjson.Null:
		return !present
	case strictjson.String:
		s, _ := args.Text()
		return present && header == s
	case strictjson.Number:
		a, err := strconv.ParseFloat(header, 64)
		b, _ := strconv.ParseFloat(string(args.Raw()), 64)
		return present && (header == string(args.Raw()) || err == nil && a == b && !args.IsInteger())
	case strictjson.Bool:
		return present && header == string(args.Raw())
	}
	return true // of the wrong type; the tool says so
}
