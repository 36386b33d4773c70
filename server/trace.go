package server

import "strings"

// The three W3C trace headers, as _meta carries them, are checked for their
// grammar and then forgotten: never logged, kept, echoed, or used to tell who
// is calling.

const (
	maxTracestate        = 32768 // characters; 32 members of two 256-character halves fit twice
	maxTracestateMembers = 32    // the W3C limit; empty members count
	maxTraceKey          = 256   // the W3C limit, of keys and of values
	maxTraceTenant       = 241   // before the '@' of a multi-tenant key
	maxTraceSystem       = 14    // after it
	maxBaggage           = 8192  // the W3C minimum that must be carried; we carry no more
	maxBaggageMembers    = 64    // likewise
)

// validTraceparent checks version-traceid-parentid-flags. Version 00 ends
// there; a later one may go on after a dash, with what we don't interpret.
func validTraceparent(s string) bool {
	const core = len("00-0123456789abcdef0123456789abcdef-0123456789abcdef-00")
	if len(s) < core || s[2] != '-' || s[35] != '-' || s[52] != '-' {
		return false
	}
	version, trace, parent, flags := s[:2], s[3:35], s[36:52], s[53:55]
	for _, part := range []string{version, trace, parent, flags} {
		if !lowerHex(part) {
			return false
		}
	}
	if version == "ff" || strings.Trim(trace, "0") == "" || strings.Trim(parent, "0") == "" {
		return false
	}
	if len(s) == core {
		return true
	}
	return version != "00" && s[core] == '-'
}

func lowerHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isDigit(c) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// validTracestate checks key=value members between commas, where empty members
// are allowed and counted.
func validTracestate(s string) bool {
	if len(s) > maxTracestate || !ascii(s) || strings.Count(s, ",") >= maxTracestateMembers {
		return false
	}
	seen := map[string]bool{}
	for member := range strings.SplitSeq(s, ",") {
		member = strings.Trim(member, " \t")
		if member == "" {
			continue
		}
		key, value, found := strings.Cut(member, "=")
		if !found || seen[key] || !validTraceKey(key) || !validTraceValue(value) {
			return false
		}
		seen[key] = true
	}
	return true
}

// validTraceKey wants a lower-case letter first, or for tenant@system a letter
// or digit first and a system that starts with a letter.
func validTraceKey(s string) bool {
	tenant, system, multi := strings.Cut(s, "@")
	if !multi {
		return len(s) <= maxTraceKey && s != "" && !isDigit(s[0]) && traceKeyChars(s)
	}
	return tenant != "" && len(tenant) <= maxTraceTenant && traceKeyChars(tenant) &&
		system != "" && len(system) <= maxTraceSystem && !isDigit(system[0]) && traceKeyChars(system)
}

// traceKeyChars also wants that the first is a letter or a digit.
func traceKeyChars(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' || isDigit(c) || i > 0 && strings.IndexByte("_-*/", c) >= 0 {
			continue
		}
		return false
	}
	return true
}

// validTraceValue wants printable ASCII without ',' and '='; a space only
// inside, which trimming the member has seen to, but for one after the '='.
func validTraceValue(s string) bool {
	if s == "" || len(s) > maxTraceKey || s[len(s)-1] == ' ' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c > 0x7e || c == ',' || c == '=' {
			return false
		}
	}
	return true
}

// validBaggage checks key=value;property members between commas. None may be
// empty: whoever has no baggage leaves it out.
func validBaggage(s string) bool {
	if s == "" || len(s) > maxBaggage || !ascii(s) || strings.Count(s, ",") >= maxBaggageMembers {
		return false
	}
	for member := range strings.SplitSeq(s, ",") {
		first := true
		for part := range strings.SplitSeq(member, ";") {
			key, value, found := strings.Cut(strings.Trim(part, " \t"), "=")
			key, value = strings.TrimRight(key, " \t"), strings.TrimLeft(value, " \t")
			if first && !found || !token(key) || !baggageValue(value) {
				return false
			}
			first = false
		}
	}
	return true
}

func token(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && !isDigit(c) && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return s != ""
}

// baggageValue wants the characters of a cookie value, with '%' only before
// two hexadecimal digits.
func baggageValue(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c <= 0x20 || c > 0x7e || strings.IndexByte(`",;\`, c) >= 0 {
			return false
		}
		if c == '%' {
			if i+2 >= len(s) || !hexDigit(s[i+1]) || !hexDigit(s[i+2]) {
				return false
			}
			i += 2
		}
	}
	return true
}

func hexDigit(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
