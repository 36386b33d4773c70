package secret

// Table is the class table, the JSON at data.regent.secrets.
type Table struct {
	// Engine bounds what a class may cost. A class beyond a bound is refused
	// when the table is compiled.
	Engine Bounds `json:"engine"`
	// Classes by name. The name is what facts and rules see.
	Classes map[string]Class `json:"classes"`
	// Lists are lists of words that classes share: keywords ("@name" in
	// Keywords), words of names (NotBefore, NotLast). An entry that is false does
	// not count, so that a layer can take one away.
	Lists map[string]map[string]bool `json:"lists"`
	// NotValues are patterns of values that are no secrets, by name: variable
	// references, blanks to fill in, values that are masked already. A class
	// names in Filter the ones that count for it; the whole value must match.
	NotValues map[string]string `json:"not_values"`
}

// Bounds are what a pattern may cost. They say nothing of what is a secret.
type Bounds struct {
	PatternBytes int `json:"pattern_bytes"` // longest match of a pattern
	States       int `json:"states"`        // states of one automaton; more is a slow pattern
	SpanBytes    int `json:"span_bytes"`    // original bytes of a match, with what is taken out of the shadow
	Instructions int `json:"instructions"`  // size of the compiled pattern, before the automaton is built
}

// Class is one kind of credential.
type Class struct {
	// Placeholder is the word in [REDACTED_<word>_<n>]; classes may share one.
	Placeholder string `json:"placeholder"`
	// Keywords are literals, at least three bytes each, one of which stands in
	// every match; case is ignored here. "@list" names a shared list.
	Keywords []string `json:"keywords"`
	// After: the pattern begins behind the keyword instead of at it.
	After bool `json:"after"`
	// Back is how far before the keyword the pattern may begin, for classes
	// whose literal stands in the middle. The stretch may only hold letters,
	// digits and - _ . ~ : + /.
	Back int `json:"back"`
	// Pattern is an RE2 expression without anchors and unbounded repetition.
	// The longest match counts.
	Pattern string `json:"pattern"`
	// Group is the capture group that is the secret; 0 is the whole match.
	Group int `json:"group"`
	// Tail is a character class: the secret goes on for as long as bytes of it
	// follow, without bound. Inner bytes count only when a Tail byte follows.
	Tail  string `json:"tail"`
	Inner string `json:"inner"`
	// Block makes the match the first line of a block of base64 lines; it is
	// the pattern of the block's last line.
	Block string `json:"block"`
	// Loose switches off the demand that no letter, digit or underscore touches
	// the match: "left", "right", "both".
	Loose string `json:"loose"`
	// Entropy is the least Shannon entropy of the secret, bits a byte.
	Entropy float64 `json:"entropy"`
	// NotBefore and NotLast name lists of words that make a name harmless
	// although the keyword stands in it: the word right before the keyword
	// (max_token) and the last word of the name (token_ttl).
	NotBefore []string `json:"not_before"`
	NotLast   []string `json:"not_last"`
	// Filter names the NotValues whose values are left alone.
	Filter []string `json:"filter"`
	// Digit: the secret must hold a digit.
	Digit bool `json:"digit"`
	// NotFirst is a character class that the secret must not begin with.
	NotFirst string `json:"not_first"`
	// NotNext is a character class that must not follow the secret.
	NotNext string `json:"not_next"`
	// Generic: a class that knows a secret by its surroundings only; a class
	// that knows it by its own shape takes precedence over it.
	Generic bool `json:"generic"`
	// Wrapped: also found when it stands in base64.
	Wrapped bool `json:"wrapped"`
	// Positive and Negative are test texts that must and must not be found.
	// <alnum:36> and the like stand for synthetic characters, see [Fill].
	Positive []string `json:"positive"`
	Negative []string `json:"negative"`
}
