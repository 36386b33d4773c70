package secret

import "testing"

func BenchmarkCompile(b *testing.B) {
	table := shipped(b)
	for b.Loop() {
		if _, err := Compile(table); err != nil {
			b.Fatal(err)
		}
	}
}
