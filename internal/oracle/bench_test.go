package oracle

import (
	"fmt"
	"strings"
	"testing"

	"regent/facts/secret"
)

// logText is about n bytes of the logs that agents read, with a credential now
// and then.
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
		b.WriteString(secret.Fill(fmt.Sprintf(l, i%60, i), uint64(i)))
		b.WriteByte('\n')
	}
	return b.String()[:n]
}

// BenchmarkLog compares one pass over the same log. The masker also writes the
// masked text; gitleaks only finds.
func BenchmarkLog(b *testing.B) {
	e, _ := engine(b)
	d := gitleaks(b)
	text := logText(256 << 10)
	b.Run("mask", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			e.Mask(text)
		}
	})
	b.Run("gitleaks", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			d.DetectString(text)
		}
	})
}
