package engine

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/open-policy-agent/opa/v1/topdown"
	"regent/facts"
)

func BenchmarkZZ(b *testing.B) {
	for _, layers := range [][]string{nil, {"/tmp/evalwork/layer"}} {
		e := open(b, Options{Layers: layers})
		p := e.cur.Load().part.Load()
		for _, n := range []string{"one", "pipeline"} {
			raw, _ := os.ReadFile("/tmp/evalwork/" + n + ".json")
			in := &facts.Input{}
			if err := json.Unmarshal(raw, in); err != nil {
				b.Fatal(err)
			}
			b.Run("document"+n, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					p.document(in)
				}
			})
			doc := p.document(in)
			b.Run("eval"+n, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					p.decision.eval(b.Context(), topdown.NewCancel(), doc)
				}
			})
		}
	}
}
