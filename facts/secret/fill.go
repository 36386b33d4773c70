package secret

import (
	"hash/fnv"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// alphabets of synthetic characters.
var alphabets = map[string]string{
	"alnum":  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
	"b64":    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
	"base32": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
	"digit":  "0123456789",
	"hex":    "0123456789abcdef",
	"lower":  "abcdefghijklmnopqrstuvwxyz",
	"lownum": "abcdefghijklmnopqrstuvwxyz0123456789",
	"upnum":  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
}

var hole = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<(alnum|b64|base32|digit|hex|lower|lownum|upnum):([0-9]{1,4})>`)
})

// Fill replaces every <alphabet:count> in a test text by that many synthetic
// characters (alnum, b64, base32, digit, hex, lower, lownum, upnum). The same
// text and seed give the same characters. Test values are written so, because a
// value written out would be reported by every scanner that reads the table.
func Fill(text string, seed uint64) string {
	n := uint64(0)
	return hole().ReplaceAllStringFunc(text, func(m string) string {
		p := hole().FindStringSubmatch(m)
		count, _ := strconv.Atoi(p[2])
		n++
		h := fnv.New64a()
		h.Write([]byte(text))
		x := h.Sum64() ^ seed*0x9E3779B97F4A7C15 ^ n*0xBF58476D1CE4E5B9
		var b strings.Builder
		abc := alphabets[p[1]]
		for range count {
			x += 0x9E3779B97F4A7C15
			z := (x ^ x>>30) * 0xBF58476D1CE4E5B9
			z = (z ^ z>>27) * 0x94D049BB133111EB
			b.WriteByte(abc[(z^z>>31)%uint64(len(abc))])
		}
		out := []byte(b.String())
		if count >= 4 && len(abc) > 32 { // a letter and a digit stand in every longer value
			out[2], out[3] = abc[x%26], abc[strings.IndexByte(abc, '0')+int(x%8)]
		}
		return string(out)
	})
}
