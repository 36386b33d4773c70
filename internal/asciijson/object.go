package asciijson

import "encoding/json"

// Object reports whether text is one JSON object. What stands for itself inside
// a string changes nothing, so the check looks at the rest alone: an answer is
// mostly one long string.
func Object(text []byte) bool {
	if len(text) == 0 || text[0] != '{' {
		return false
	}
	const worth = 4 << 10
	if len(text) < worth {
		return json.Valid(text)
	}
	rest := make([]byte, 0, worth)
	inside := false
	for i := 0; i < len(text); {
		if inside {
			if i += plain(text[i:]); i == len(text) {
				break
			}
		}
		c := text[i]
		i++
		switch {
		case !inside:
			inside = c == '"'
		case c >= 0x80:
			continue
		case c == '"':
			inside = false
		case c == '\\' && i < len(text):
			rest = append(rest, c)
			c = text[i]
			i++
			if c == 'u' { // four digits belong to it
				n := min(4, len(text)-i)
				rest = append(append(rest, c), text[i:i+n]...)
				i += n
				continue
			}
		}
		rest = append(rest, c)
	}
	return json.Valid(rest)
}
