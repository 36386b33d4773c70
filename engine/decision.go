package engine

// Decision words, weakest first.
const (
	Safe              = "SAFE"
	NeedsConfirmation = "NEEDS_CONFIRMATION"
	Blocked           = "BLOCKED"
)

// Unavailable is the rule of a decision that no policy made.
const Unavailable = "POLICY_UNAVAILABLE"

// Decision is what the policies say of a call.
type Decision struct {
	Decision string `json:"decision"`
	// Rule is the first of the strongest findings' rules; "" when SAFE.
	Rule        string      `json:"rule"`
	Findings    []Finding   `json:"findings"`
	Exceptions  []Exception `json:"exceptions"`
	Obligations Obligations `json:"obligations"`
	// Reason and Remedy are those of the strongest finding: what an agent reads.
	Reason string `json:"reason"`
	Remedy string `json:"remedy"`
	// Fault says why no policy made the decision. It is for operators and logs
	// and must not reach the agent.
	Fault string `json:"-"`
}

// Finding is one rule that fired.
type Finding struct {
	Rule     string  `json:"rule"`
	Decision string  `json:"decision"`
	Subject  Subject `json:"subject"`
	// From the rule's METADATA. Title and Reason differ in that Reason has its
	// holes filled from the subject's fact.
	Title    string `json:"-"`
	Reason   string `json:"-"`
	Remedy   string `json:"-"`
	Location string `json:"-"` // file:line
}

// Subject names the fact that a finding is about: the element of a topic, or
// -1 for the topic as a whole.
type Subject struct {
	Topic string `json:"topic"`
	Index int    `json:"index"`
}

// Exception is an exception or waiver that lowered a finding.
type Exception struct {
	Rule  string `json:"rule"`
	ID    string `json:"id"`
	Until string `json:"until"`
	From  string `json:"from"`
	To    string `json:"to"`
}

// Obligations are limits that an executing tool keeps; 0 is none.
type Obligations struct {
	MaxRows   int64 `json:"max_rows,omitempty"`
	MaxBytes  int64 `json:"max_bytes,omitempty"`
	TimeoutMS int64 `json:"timeout_ms,omitempty"`
}

// Admission is what is known before a call is taken in.
type Admission struct {
	Tool        string `json:"tool"`
	Invocations int    `json:"invocations"` // in the present window, with this call
	WindowS     int64  `json:"window_s"`
}

func unavailable(err error) Decision {
	return Decision{
		Decision:   Blocked,
		Rule:       Unavailable,
		Findings:   []Finding{},
		Exceptions: []Exception{},
		Reason:     "The policy could not judge this call, so it is refused",
		Remedy:     "Ask the person who looks after Regent to run `regent policy check`",
		Fault:      err.Error(),
	}
}

var rank = map[string]int{Safe: 0, NeedsConfirmation: 1, Blocked: 2}
