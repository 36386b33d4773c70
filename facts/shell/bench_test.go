package shell

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"regent/facts"
	"regent/facts/path"
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
	extractEach(b, newExtractor(b, caseFS(), func(c *Config) { c.Scripts = false }))
}

// BenchmarkExtractWired adds what the shipped wiring does beside reading the
// text: programs are looked up along a PATH, and paths have classes.
func BenchmarkExtractWired(b *testing.B) {
	fsys := caseFS()
	for _, name := range []string{"cat", "cp", "curl", "find", "git", "grep", "head", "jq", "ls", "mkdir", "npm", "rm", "sort", "tar", "uniq"} {
		if err := fsys.WriteFile("/usr/bin/"+name, nil); err != nil {
			b.Fatal(err)
		}
	}
	for _, dir := range []string{"/usr/local/sbin", "/usr/local/bin", "/usr/sbin"} {
		if err := fsys.MkdirAll(dir); err != nil {
			b.Fatal(err)
		}
	}
	data, err := os.ReadFile("../../policies/regent/paths/data.json")
	if err != nil {
		b.Fatal(err)
	}
	var table path.Table
	if err := json.Unmarshal(data, &table); err != nil {
		b.Fatal(err)
	}
	m, err := path.Compile(table, caseWorkspace, path.Variables{"guard": nil})
	if err != nil {
		b.Fatal(err)
	}
	extractEach(b, newExtractor(b, fsys, func(c *Config) {
		c.Scripts = false
		c.Resolver = &path.Resolver{FS: fsys, Workspace: caseWorkspace, Matcher: m}
		c.Env["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
	}))
}

func extractEach(b *testing.B, x *Extractor) {
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
