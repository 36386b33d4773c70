package shell

import (
	"context"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"regent/facts"
)

const script20 = `set -euo pipefail
cd src
for f in a b c; do
  grep -n TODO "$f.ts" | sort -u
done
if [ -f build/out ]; then
  rm -rf build/out
else
  mkdir -p build/out
fi
name=$(git branch --show-current)
echo "branch: $name"
npm run build
cp dist/app.js build/out/app.js
tar -czf /tmp/out.tgz build/out
VERSION=1.2.3
echo "$VERSION" > build/out/VERSION
curl -s http://localhost:3000/healthz | jq .status
find . -name '*.tmp' -type f -print
git status --short
`

var benchTexts = []struct{ name, text string }{
	{"ls", "ls -la"},
	{"pipeline", "cat package.json | grep name | sort | uniq -c | head -5"},
	{"script20", script20},
	{"script100", strings.Repeat("git log --oneline -5 -- src/index.ts\n", 100)},
	{"script1000", strings.Repeat("git log --oneline -5 -- src/index.ts\n", 1000)},
}

func BenchmarkExtract(b *testing.B) {
	// Scripts of the project are not read: that is work beyond the text.
	x := newExtractor(b, caseFS(), func(c *Config) { c.Scripts = false })
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				in := &facts.Input{Workspace: caseWorkspace}
				if err := x.Extract(context.Background(), in, c.text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkParse is the bare syntax tree, to compare with.
func BenchmarkParse(b *testing.B) {
	p := syntax.NewParser(syntax.Variant(syntax.LangBash))
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Parse(strings.NewReader(c.text), ""); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
