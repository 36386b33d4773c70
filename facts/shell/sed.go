package shell

import (
	"strings"

	"regent/facts"
)

// sedCode follows what a sed script runs and touches: the e command and flag,
// w and W, r and R.
func (v *invocation) sedCode(s string) {
	for i := 0; i < len(s); {
		if !v.r.step() {
			return
		}
		i = sedAddress(s, i)
		if i >= len(s) {
			return
		}
		c := s[i]
		i++
		switch c {
		case '#':
			i = lineEnd(s, i)
		case 's':
			if i >= len(s) {
				return
			}
			d := s[i]
			from := sedPart(s, i+1, d, true)
			i = sedPart(s, from, d, false)
			for i < len(s) && strings.IndexByte("gpiIemM0123456789", s[i]) >= 0 {
				if s[i] == 'e' {
					// The result runs: what stands for it, as far as it is written.
					v.r.tag(&v.r.tx.Tags.DynamicText, v.idx)
					end := strings.LastIndexByte(s[:i], d)
					if end > from {
						v.codeShell(lit(strings.ReplaceAll(s[from:end], `\`+string(d), string(d))))
					}
				}
				i++
			}
			if i < len(s) && s[i] == 'w' {
				end := lineEnd(s, i)
				v.sedFile(s[i+1:end], facts.AccessWrite)
				i = end
			}
		case 'y':
			if i < len(s) {
				d := s[i]
				i = sedPart(s, sedPart(s, i+1, d, false), d, false)
			}
		case 'e':
			end := lineEnd(s, i)
			if text := strings.TrimSpace(s[i:end]); text != "" {
				v.codeShell(lit(text))
			} else {
				v.r.tag(&v.r.tx.Tags.DynamicText, v.idx)
			}
			i = end
		case 'w', 'W':
			end := lineEnd(s, i)
			v.sedFile(s[i:end], facts.AccessWrite)
			i = end
		case 'r', 'R':
			end := lineEnd(s, i)
			v.sedFile(s[i:end], facts.AccessRead)
			i = end
		case 'a', 'i', 'c':
			i = lineEnd(s, i)
			for i > 0 && i < len(s) && s[i-1] == '\\' {
				i = lineEnd(s, i+1)
			}
		case 'b', 't', 'T', ':', 'l', 'q', 'Q', 'L', 'v':
			for i < len(s) && s[i] != ';' && s[i] != '\n' && s[i] != '}' {
				i++
			}
		}
	}
}

func lineEnd(s string, i int) int {
	if i > len(s) {
		return len(s)
	}
	if j := strings.IndexByte(s[i:], '\n'); j >= 0 {
		return i + j
	}
	return len(s)
}

// sedAddress skips blanks, separators and addresses before a command.
func sedAddress(s string, i int) int {
	for i < len(s) {
		switch c := s[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == ';' || c == '{' || c == '}' || c == ',' || c == '!' || c == '$' ||
			c == '~' || c == '+' || c >= '0' && c <= '9':
			i++
		case c == '/':
			i = sedPart(s, i+1, '/', true)
			for i < len(s) && (s[i] == 'I' || s[i] == 'M') {
				i++
			}
		case c == '\\' && i+1 < len(s):
			i = sedPart(s, i+2, s[i+1], true)
		default:
			return i
		}
	}
	return i
}

// sedPart gives the place after a part that ends at d.
func sedPart(s string, i int, d byte, pattern bool) int {
	class := false
	for ; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case pattern && s[i] == '[' && d != '[':
			class = true
		case pattern && s[i] == ']':
			class = false
		case s[i] == d && !class:
			return i + 1
		}
	}
	return len(s)
}

func (v *invocation) sedFile(s string, a facts.Access) {
	s = strings.TrimSpace(s)
	if s != "" {
		v.codeTouch(lit(s), a, false)
	}
}
