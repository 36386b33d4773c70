package shell

import (
	"strings"
)

// tilde expands a tilde prefix; the rest of the literal comes back. A nil text
// means that it is none.
func (r *run) tilde(v string, whole bool, st *state) (text, string) {
	end := len(v)
	for i := 1; i < len(v); i++ {
		c := v[i]
		if c == '/' || c == ':' {
			end = i
			break
		}
		if c == '\\' || c == '\'' || c == '"' {
			return nil, v
		}
	}
	if end == len(v) && !whole {
		return nil, v // the name goes on in a quoted or expanded part
	}
	name, rest := v[1:end], v[end:]
	if name == "" {
		h := r.scalarValue("HOME", st)
		return h, rest
	}
	switch name {
	case "+":
		return r.scalarValue("PWD", st), rest
	case "-":
		return r.scalarValue("OLDPWD", st), rest
	case "root":
		return lit("/root"), rest
	}
	if u, ok := r.env["USER"]; ok && u == name {
		return lit(r.env["HOME"]), rest
	}
	return dyn(&unknown{}), rest
}

// unescape removes backslashes before the given characters and newlines.
func unescape(s, set string) string {
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s
	}
	var b strings.Builder
	for ; i >= 0; i = strings.IndexByte(s, '\\') {
		b.WriteString(s[:i])
		if i+1 >= len(s) {
			b.WriteByte('\\')
			return b.String()
		}
		c := s[i+1]
		switch {
		case c == '\n':
		case strings.IndexByte(set, c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
		s = s[i+2:]
	}
	b.WriteString(s)
	return b.String()
}
