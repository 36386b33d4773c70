package audit

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"io"
	"time"
)

// event is one decision in the form of OPA's decision log, so that whatever
// collects those collects these. What has no place there stands under custom.
type event struct {
	Labels     map[string]string      `json:"labels"`
	DecisionID string                 `json:"decision_id"`
	Bundles    map[string]eventBundle `json:"bundles,omitempty"`
	Path       string                 `json:"path"`
	Input      json.RawMessage        `json:"input,omitempty"`
	Result     eventResult            `json:"result"`
	Timestamp  time.Time              `json:"timestamp"`
	Custom     eventCustom            `json:"custom"`
}

type eventBundle struct {
	Revision string `json:"revision"`
}

type eventResult struct {
	Decision string `json:"decision"`
	Rule     string `json:"rule"`
	Outcome  string `json:"outcome,omitempty"`
}

type eventCustom struct {
	Sequence     int64  `json:"sequence"`
	Kind         Kind   `json:"kind"`
	Tool         string `json:"tool"`
	Caller       string `json:"caller"`
	PolicyDigest string `json:"policy_digest"`
	FactsDigest  string `json:"facts_digest"`
	FactsOmitted string `json:"facts_omitted,omitempty"`
	Chain        string `json:"chain"`
}

const (
	bundleName   = "regent"
	decisionPath = "regent/decision"
)

// Export writes the entries that the filter wants, one JSON object a line. The
// first row of a file, which is no decision, is left out. It gives the number of
// lines written.
func Export(ctx context.Context, path string, want Filter, w io.Writer) (int64, error) {
	c, err := openForReading(path)
	if err != nil {
		return 0, err
	}
	start, err := c.start()
	_ = c.close()
	if err != nil {
		return 0, err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	var n int64
	err = List(ctx, path, want, func(l Listed) error {
		if l.Kind == KindStart {
			return nil
		}
		n++
		return enc.Encode(asEvent(start.Log, &l))
	})
	return n, err
}

func asEvent(log string, l *Listed) event {
	ev := event{
		Labels:     map[string]string{"app": bundleName, "log": log},
		DecisionID: l.DecisionID,
		Path:       decisionPath,
		Input:      l.Facts,
		Result:     eventResult{Decision: l.Decision, Rule: l.Rule, Outcome: l.Outcome},
		Timestamp:  l.Time.UTC(),
		Custom: eventCustom{
			Sequence: l.Sequence, Kind: l.Kind, Tool: l.Tool, Caller: l.Caller, PolicyDigest: l.PolicyDigest,
			FactsDigest: l.FactsDigest, FactsOmitted: l.FactsOmitted, Chain: hex.EncodeToString(l.Chain[:]),
		},
	}
	if l.PolicyRevision != "" {
		ev.Bundles = map[string]eventBundle{bundleName: {Revision: l.PolicyRevision}}
	}
	return ev
}
