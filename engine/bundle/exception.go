package bundle

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// Exception lowers findings of named rules within a scope until a date. It is
// data (data.regent.exceptions.<id>); decision.rego applies it.
type Exception struct {
	Rules map[string]bool `json:"rules"`

	// Scope: at least one; all that are given must fit.
	Command     string `json:"command,omitempty"` // "git" or "git push"
	Path        string `json:"path,omitempty"`    // that path or below
	Host        string `json:"host,omitempty"`
	CallerGroup string `json:"caller_group,omitempty"`
	Repository  string `json:"repository,omitempty"`

	Owner  string `json:"owner"`
	Reason string `json:"reason"`
	Until  string `json:"until"`        // RFC 3339
	To     string `json:"to,omitempty"` // "" lowers one step
}

// checkExceptions refuses exceptions that could not be applied as meant. That
// an exception has run out is no fault: it just no longer counts.
func (s *Set) checkExceptions() error {
	n, _, err := s.Data.find([]string{"regent", "exceptions"})
	if err != nil || n == nil {
		return err
	}
	if err := n.split(); err != nil {
		return err
	}
	if n.kids == nil {
		return problem(n.file, 0, "write {id: exception}", "data.regent.exceptions is not an object")
	}
	floor, err := s.floor()
	if err != nil {
		return err
	}
	for _, id := range n.names() {
		if err := checkException(id, n.kids[id], floor); err != nil {
			return err
		}
	}
	return nil
}

func checkException(id string, n *node, floor map[string]bool) error {
	bad := func(mend, format string, args ...any) error {
		p := problem(n.file, 0, mend, format, args...)
		p.What = "exception " + id + ": " + p.What
		return p
	}
	var e Exception
	raw, err := n.text(nil)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&e); err != nil {
		return bad("see the exception's members in the policy guide", "%s", strings.TrimPrefix(err.Error(), "json: "))
	}
	rules := 0
	for _, rule := range slices.Sorted(maps.Keys(e.Rules)) {
		if floor[rule] {
			return bad("take the rule out of the exception", "the rule %s is part of the floor, which takes none", rule)
		}
		if e.Rules[rule] {
			rules++
		}
	}
	switch {
	case rules == 0:
		return bad(`name them: "rules": {"rm.outside_workspace": true}`, "it names no rule")
	case e.Command == "" && e.Path == "" && e.Host == "" && e.CallerGroup == "" && e.Repository == "":
		return bad("give command, path, host, caller_group or repository", "it has no scope")
	case strings.TrimSpace(e.Owner) == "":
		return bad("name who answers for it", "it has no owner")
	case strings.TrimSpace(e.Reason) == "":
		return bad("say why", "it has no reason")
	}
	if _, err := time.Parse(time.RFC3339, e.Until); err != nil {
		return bad("write a time such as 2027-01-31T00:00:00Z", "until is %q", e.Until)
	}
	if !slices.Contains([]string{"", "SAFE", "NEEDS_CONFIRMATION"}, e.To) {
		return bad("write SAFE or NEEDS_CONFIRMATION", "to is %q", e.To)
	}
	return nil
}

// Exceptions returns the exceptions by id.
func (s *Set) Exceptions() (map[string]Exception, error) {
	raw, ok, err := s.Data.JSON([]string{"regent", "exceptions"})
	if err != nil || !ok {
		return nil, err
	}
	var es map[string]Exception
	return es, json.Unmarshal(raw, &es)
}

// floor names the rules that take neither exception nor waiver.
func (s *Set) floor() (map[string]bool, error) {
	raw, ok, err := s.Data.JSON([]string{"regent", "settings", "floor"})
	if err != nil || !ok {
		return nil, err
	}
	var rules map[string]bool
	if err := json.Unmarshal(raw, &rules); err != nil {
		return nil, problem("", 0, "write {rule id: true}", "data.regent.settings.floor: %v", err)
	}
	return rules, nil
}
