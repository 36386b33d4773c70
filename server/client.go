package server

import (
	"strings"

	"regent/internal/strictjson"
)

// validCapabilities checks the shape of what a client says it can do. Unknown
// capabilities pass when they are objects, and grant nothing.
func validCapabilities(v strictjson.Value) bool {
	if v.Kind() != strictjson.Object {
		return false
	}
	for name, c := range v.Members() {
		if c.Kind() != strictjson.Object {
			return false
		}
		ok := true
		switch name {
		case "roots":
			ok = optional(c, "listChanged", strictjson.Bool)
		case "sampling":
			ok = optional(c, "context", strictjson.Object) && optional(c, "tools", strictjson.Object)
		case "elicitation":
			ok = optional(c, "form", strictjson.Object) && optional(c, "url", strictjson.Object)
		case "experimental":
			ok = allObjects(c, func(string) bool { return true })
		case "extensions":
			ok = allObjects(c, validExtensionID)
		}
		if !ok {
			return false
		}
	}
	return true
}

func optional(v strictjson.Value, name string, k strictjson.Kind) bool {
	m := v.Get(name)
	return !m.Exists() || m.Kind() == k
}

func allObjects(v strictjson.Value, validName func(string) bool) bool {
	for name, m := range v.Members() {
		if m.Kind() != strictjson.Object || !validName(name) {
			return false
		}
	}
	return true
}

// validExtensionID wants "vendor.prefix/name".
func validExtensionID(id string) bool {
	prefix, name, found := strings.Cut(id, "/")
	if !found || !validName(name) {
		return false
	}
	for label := range strings.SplitSeq(prefix, ".") {
		if !validLabel(label) {
			return false
		}
	}
	return true
}

// validLabel wants a letter first, a letter or digit last, hyphens between.
func validLabel(s string) bool {
	if s == "" || !isLetter(s[0]) || s[len(s)-1] == '-' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c != '-' {
			return false
		}
	}
	return true
}

// validName wants letters or digits at both ends; '-', '_' and '.' between.
func validName(s string) bool {
	if s == "" || strings.IndexByte("-_.", s[0]) >= 0 || strings.IndexByte("-_.", s[len(s)-1]) >= 0 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && !isDigit(c) && strings.IndexByte("-_.", c) < 0 {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// validClient checks a client's description of itself. It is shown, never
// fetched and never an authority.
func validClient(v strictjson.Value) bool {
	if v.Kind() != strictjson.Object ||
		v.Get("name").Kind() != strictjson.String || v.Get("version").Kind() != strictjson.String {
		return false
	}
	for _, name := range []string{"title", "description", "websiteUrl"} {
		if !optional(v, name, strictjson.String) {
			return false
		}
	}
	if !optional(v, "icons", strictjson.Array) {
		return false
	}
	for icon := range v.Get("icons").Elements() {
		if !validIcon(icon) {
			return false
		}
	}
	return true
}

func validIcon(v strictjson.Value) bool {
	if v.Get("src").Kind() != strictjson.String ||
		!optional(v, "mimeType", strictjson.String) || !optional(v, "sizes", strictjson.Array) {
		return false
	}
	for size := range v.Get("sizes").Elements() {
		if size.Kind() != strictjson.String {
			return false
		}
	}
	if theme := v.Get("theme"); theme.Exists() {
		s, _ := theme.Text()
		return s == "light" || s == "dark"
	}
	return true
}
