package server

import (
	"regexp"
	"strings"
	"testing"
)

const okTraceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

func TestTraceHeaders(t *testing.T) {
	z := strings.Repeat
	for _, c := range []struct {
		kind  string
		valid func(string) bool
		good  []string
		bad   []string
	}{
		{
			"traceparent", validTraceparent,
			[]string{
				okTraceparent, "00-" + z("1", 32) + "-" + z("2", 16) + "-ff",
				"01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what ever",
				"fe-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
			},
			[]string{
				"", "00", okTraceparent + "-", okTraceparent + "-x", okTraceparent + "0", okTraceparent[:54], " " + okTraceparent, okTraceparent + " ",
				"00-0AF7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
				"FF-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-" + z("0", 32) + "-b7ad6b7169203331-01",
				"00-0af7651916cd43dd8448eb211c80319c-" + z("0", 16) + "-01", "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
				"00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01", "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01x",
				"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0g", "00-0af7651916cd43dd8448eb211c80319-cb7ad6b7169203331-01",
			},
		},
		{
			"tracestate", validTracestate,
			[]string{
				"", ",", " , \t,", "a=b", "a=b,c=d", " a=b \t, c=d", "t1@sys=x", "1t@s=x", "a_-*/0=!~", "a= b", z(",", 31),
				z("a", 256) + "=" + z("v", 256), z("t", 241) + "@" + z("s", 14) + "=v", "a=b,,c=d",
			},
			[]string{
				"a", "a=", "=b", "A=b", "1a=b", "a=b,a=c", "a=b=c", "a@=b", "@a=b", "a@1s=b", "a@b@c=d", "a=é", "a=\x01", "a=b\x7f",
				z(",", 32), z("a", 257) + "=v", "a=" + z("v", 257), z("t", 242) + "@s=v", "t@" + z("s", 15) + "=v", z(" ", 32769),
				"a b=c", "a =c", "é=b",
			},
		},
		{
			"baggage", validBaggage,
			[]string{
				"a=b", "a=", "a=b,c=d", "a=b;p", "a=b;p=q;r", " a = b ; p = q , c = d ", "a=b=c", "a=%20", "a=%c3%A9", "a=b,a=c", "!#$%&'*+-.^_`|~=x",
				"a=" + z("x", 8190), strings.TrimSuffix(z("a=b,", 64), ","),
			},
			[]string{
				"", " ", ",", "a", "=b", "a=b,", ",a=b", "a=b,,c=d", "a=b;", "a=b;;p", "a=b;=q", "a=%", "a=%2", "a=%2x", "a=b c", "a=é", "a=\"b\"", "a=b\\",
				"a=\x01", "a=\x7f", "a b=c", "a(=b", "a=" + z("x", 8191), strings.TrimSuffix(z("a=b,", 65), ","), "a=b;p=%zz",
			},
		},
	} {
		for _, s := range c.good {
			if !c.valid(s) {
				t.Errorf("%s: %.80q was refused", c.kind, s)
			}
		}
		for _, s := range c.bad {
			if c.valid(s) {
				t.Errorf("%s: %.80q passed", c.kind, s)
			}
		}
	}
}

// The grammars once more, as expressions.
var (
	reTraceparent = regexp.MustCompile(`^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$`)
	reStateMember = regexp.MustCompile(`^([a-z][a-z0-9_\-*/]{0,255}|[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$`)
	reBaggage     = func() *regexp.Regexp {
		const key, value, ows = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+", `(?:[!#$&-+\--:<-\[\]-~]|%[0-9A-Fa-f]{2})*`, `[ \t]*`
		pair := ows + key + ows + "=" + ows + value + ows
		property := ows + key + ows + "(?:=" + ows + value + ows + ")?"
		member := pair + "(?:;" + property + ")*"
		return regexp.MustCompile("^" + member + "(?:," + member + ")*$")
	}()
)

func FuzzTraceHeaders(f *testing.F) {
	for _, s := range []string{okTraceparent, "01" + okTraceparent[2:] + "-x", "a=b,c@d=e", "a=b;p=%20,c=d", ",,a=b", "\x80", "a = b", "ff-0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := reTraceparent.MatchString(s) && s[:2] != "ff" && strings.Trim(s[3:35], "0") != "" && strings.Trim(s[36:52], "0") != "" &&
			(len(s) == 55 || s[:2] != "00")
		if !strings.ContainsAny(s, "\n") && validTraceparent(s) != want {
			t.Errorf("traceparent %q: %v", s, !want)
		}
		want = len(s) <= 32768 && strings.Count(s, ",") < 32
		seen := map[string]bool{}
		for m := range strings.SplitSeq(s, ",") {
			if m = strings.Trim(m, " \t"); m != "" {
				key, _, _ := strings.Cut(m, "=")
				want = want && reStateMember.MatchString(m) && !seen[key]
				seen[key] = true
			}
		}
		if validTracestate(s) != want {
			t.Errorf("tracestate %q: %v", s, !want)
		}
		want = len(s) <= 8192 && strings.Count(s, ",") < 64 && reBaggage.MatchString(s)
		if validBaggage(s) != want {
			t.Errorf("baggage %q: %v", s, !want)
		}
	})
}
