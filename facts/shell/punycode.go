package shell

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// asciiHost writes a host name in ASCII: compatibility forms folded (full
// width letters and dots), other letters in punycode.
func asciiHost(h string) string {
	h = strings.ToLower(norm.NFKC.String(h))
	h = strings.NewReplacer("。", ".", "．", ".", "｡", ".").Replace(h)
	labels := strings.Split(h, ".")
	for i, l := range labels {
		if !plainASCII(l) {
			labels[i] = "xn--" + punycode(l)
		}
	}
	return strings.Join(labels, ".")
}

// punycode encodes a label, RFC 3492.
func punycode(label string) string {
	const base, tMin, tMax, skew, damp = 36, 1, 26, 38, 700
	n, delta, bias := rune(128), 0, 72
	var out []byte
	in := []rune(label)
	if len(in) > 256 {
		return label
	}
	for _, c := range in {
		if c < 128 {
			out = append(out, byte(c))
		}
	}
	b := len(out)
	h := b
	if b > 0 {
		out = append(out, '-')
	}
	digit := func(d int) byte {
		if d < 26 {
			return byte('a' + d)
		}
		return byte('0' + d - 26)
	}
	for h < len(in) {
		m := rune(0x10ffff)
		for _, c := range in {
			if c >= n && c < m {
				m = c
			}
		}
		delta += int(m-n) * (h + 1)
		n = m
		for _, c := range in {
			if c < n {
				delta++
			}
			if c != n {
				continue
			}
			q := delta
			for k := base; ; k += base {
				t := min(max(k-bias, tMin), tMax)
				if q < t {
					break
				}
				out = append(out, digit(t+(q-t)%(base-t)))
				q = (q - t) / (base - t)
			}
			out = append(out, digit(q))
			d := delta / 2
			if h == b {
				d = delta / damp
			}
			d += d / (h + 1)
			k := 0
			for d > (base-tMin)*tMax/2 {
				d /= base - tMin
				k += base
			}
			bias = k + (base-tMin+1)*d/(d+skew)
			delta = 0
			h++
		}
		delta++
		n++
	}
	return string(out)
}
