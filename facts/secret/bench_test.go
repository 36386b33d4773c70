package secret

import (
	"fmt"
	"strings"
	"testing"
)

// logText is about n bytes of the logs that agents read: builds, requests, JSON,
// colours, hashes, and now and then a credential.
func logText(n int) string {
	lines := []string{
		`2026-11-30T12:00:%02dZ INFO  server: GET /api/v1/users/%d 200 12ms trace_id=<hex:32> user_agent="curl/8.5.0"`,
		`{"level":"info","ts":17646%02d,"msg":"request done","method":"POST","path":"/v1/token/%d","status":201,"request_id":"<hex:8>-<hex:4>-<hex:4>-<hex:4>-<hex:12>"}`,
		"\x1b[32mok\x1b[0m  \tregent/facts/path\t0.%02d%ds",
		`    at Object.<anonymous> (/code/app/node_modules/jest-circus/build/run.js:%d:%d)`,
		`%02d: Downloading https://registry.npmjs.org/left-pad/-/left-pad-1.3.%d.tgz sha512-<b64:86>==`,
		`commit <hex:40> (HEAD -> main) Author: Dev %d <dev%d@example.com>`,
		`[%02d:%d] WARN deprecated: use of password authentication, see https://docs.example.com/security#tokens`,
		`golang.org/x/mod v0.%d.%d h1:<b64:43>=`,
		`src/components/Button.tsx(%d,%d): error TS2345: Argument of type 'string' is not assignable to parameter of type 'Key'.`,
		`time="2026-11-30T12:00:%02dZ" level=debug msg="cache key computed" key=session:%d max_tokens=4096`,
	}
	secrets := []string{"GITHUB_TOKEN=ghp_<alnum:36> %d%d", "connecting to postgres://app:<alnum:16>@db-%d:5432/x%d"}
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		l := lines[i%len(lines)]
		if i%97 == 96 {
			l = secrets[i%2]
		}
		b.WriteString(Fill(fmt.Sprintf(l, i%60, i), uint64(i)))
		b.WriteByte('\n')
	}
	return b.String()[:n]
}

func BenchmarkCompile(b *testing.B) {
	table := shipped(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compile(table); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMaskLog(b *testing.B) {
	e := engine(b)
	for _, size := range []int{16 << 10, 64 << 10, 256 << 10, 1 << 20} {
		text := logText(size)
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				e.Mask(text)
			}
		})
	}
}

// Texts that make a masker work: each byte may begin or extend a secret.
func hostile(n int) map[string]string {
	fill := func(unit string) string { return strings.Repeat(unit, n/len(unit)+1)[:n] }
	return map[string]string{
		"keywords":   fill("password"),
		"assigned":   fill("password="),
		"open quote": fill("password=\"x "),
		"prefixes":   fill("ghp_"),
		"schemes":    fill("://"),
		"userinfo":   fill("://a:b"),
		"one run":    fill("eyJ"),
		"dots":       fill("eyJhbGciOiJub25lIn0.a"),
		"blocks":     fill("-----BEGIN RSA PRIVATE" + " KEY-----\n"),
		"escapes":    fill("\x1b"),
		"osc":        fill("\x1b]0;"),
		"zero width": fill("p\u200b"),
		"slashes":    fill("\\"),
		"percent":    fill("%2"),
		"percents":   fill("%25"),
		"codes":      fill("\\x"),
		"octal":      fill("\\06"),
		"braces":     fill("\\u{1"),
		"numbered":   fill("-----BEGIN PRIVATE" + " KEY-----\n1:AAAAAAAAAAAAAAAA\n2:\n"),
		"pairs":      fill("password\",\"value\""),
		"archives":   fill("zip -q a "),
		"brackets":   fill("[REDACTED_"),
		"base64":     fill("Z2hwX"),
		"back":       fill("a1b2c3d4-us1"),
		"mysql":      fill("mysql -a -b "),
	}
}

func BenchmarkMaskHostile(b *testing.B) {
	e := engine(b)
	for name := range hostile(1) {
		for _, size := range []int{32 << 10, 256 << 10} {
			text := hostile(size)[name]
			b.Run(fmt.Sprint(name, "/", size), func(b *testing.B) {
				b.SetBytes(int64(size))
				for b.Loop() {
					e.Mask(text)
				}
			})
		}
	}
}

// BenchmarkStreamBytes feeds a hostile tail in small pieces: what is held back
// is looked at again with each.
func BenchmarkStreamPieces(b *testing.B) {
	e := engine(b)
	for _, name := range []string{"open quote", "userinfo", "osc", "one run"} {
		text := hostile(64 << 10)[name]
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				st := &state{}
				w := &writer{names: newNames()}
				for i := 0; i < len(text); i += 64 {
					e.scan(st, []byte(text[i:min(i+64, len(text))]), false, w)
				}
				e.scan(st, nil, true, w)
			}
		})
	}
}

// BenchmarkFirstMask is what a process pays that masks one line.
func BenchmarkFirstMask(b *testing.B) {
	table := shipped(b)
	for b.Loop() {
		e, err := Load(table)
		if err != nil {
			b.Fatal(err)
		}
		e.Mask("curl -H 'Authorization: Bearer x' https://example.com/")
	}
}
