package tools

import (
	"errors"
	"fmt"

	"regent/engine"
	"regent/tools/api"
)

// Decided is the answer of an advisory tool: the decision, why, and the way out.
type Decided struct {
	Decision   string             `json:"decision"`
	Rule       string             `json:"rule"`
	Reason     string             `json:"reason"`
	Remedy     string             `json:"remedy"`
	Findings   []Finding          `json:"findings"`
	Exceptions []engine.Exception `json:"exceptions"`
	Policy     PolicyID           `json:"policy"`
	DecisionID string             `json:"decision_id"`
}

// Finding is one rule that fired, about one fact.
type Finding struct {
	Rule     string  `json:"rule"`
	Decision string  `json:"decision"`
	Reason   string  `json:"reason"`
	Remedy   string  `json:"remedy"`
	Subject  Subject `json:"subject"`
}

// Subject names the element of the input document that a finding is about;
// index -1 is the text or call as a whole.
type Subject struct {
	Topic string `json:"topic"`
	Index int    `json:"index"`
}

// PolicyID names the policy set that decided.
type PolicyID struct {
	Revision string `json:"revision"`
	Digest   string `json:"digest"`
}

func newDecided(e *engine.Engine, d engine.Decision, id string) *Decided {
	out := &Decided{
		Decision: d.Decision, Rule: d.Rule, Reason: d.Reason, Remedy: d.Remedy,
		Findings: make([]Finding, 0, len(d.Findings)), Exceptions: d.Exceptions,
		Policy:     PolicyID{Revision: e.Revision(), Digest: e.Digest()},
		DecisionID: id,
	}
	if out.Exceptions == nil {
		out.Exceptions = []engine.Exception{}
	}
	for _, f := range d.Findings {
		out.Findings = append(out.Findings, Finding{
			Rule: f.Rule, Decision: f.Decision, Reason: f.Reason, Remedy: f.Remedy,
			Subject: Subject{Topic: f.Subject.Topic, Index: f.Subject.Index},
		})
	}
	return out
}

// Validate reports whether the answer keeps its promise: one of the three
// words, and a rule wherever it is not SAFE.
func (d *Decided) Validate() error {
	switch d.Decision {
	case engine.Safe:
	case engine.NeedsConfirmation, engine.Blocked:
		if d.Rule == "" {
			return errors.New("decision: not SAFE, yet without a rule")
		}
	default:
		return fmt.Errorf("decision: unknown word")
	}
	if d.Findings == nil || d.Exceptions == nil {
		return errors.New("decision: a list is missing")
	}
	for _, f := range d.Findings {
		if f.Decision != engine.NeedsConfirmation && f.Decision != engine.Blocked || f.Rule == "" {
			return errors.New("decision: a finding without rule or word")
		}
	}
	return nil
}

func decisionReply(d *Decided) (api.Reply, error) {
	return reply(d, d.Decision == engine.Blocked)
}

func asRecordError(err error) (RecordError, bool) {
	var r RecordError
	ok := errors.As(err, &r)
	return r, ok
}
