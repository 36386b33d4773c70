package engine

import (
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Bounds on what a policy may answer.
const (
	maxFindings = 20_000
	maxText     = 512 // bytes of an id, a date or a word
)

// readDecision reads the policy's answer. It takes nothing on trust: every
// member must be there, be of its type and agree with the others, because a
// policy that answers in another shape has not judged the call.
func readDecision(t *ast.Term) (Decision, error) {
	var d Decision
	r, err := readObject(t, "decision", "decision", "rule", "findings", "exceptions", "obligations")
	if err != nil {
		return d, err
	}
	if d.Decision, err = r.word("decision"); err != nil {
		return d, err
	}
	if d.Rule, err = r.text("rule"); err != nil {
		return d, err
	}
	if d.Findings, err = readFindings(r["findings"]); err != nil {
		return d, err
	}
	if d.Exceptions, err = readExceptions(r["exceptions"]); err != nil {
		return d, err
	}
	if d.Obligations, err = readObligations(r["obligations"]); err != nil {
		return d, err
	}
	return d, agree(&d)
}

// agree checks that the word and the rule are those of the strongest finding.
func agree(d *Decision) error {
	strongest := Safe
	for _, f := range d.Findings {
		if rank[f.Decision] > rank[strongest] {
			strongest = f.Decision
		}
	}
	if d.Decision != strongest {
		return fmt.Errorf("the decision says %s, its findings %s", d.Decision, strongest)
	}
	if strongest == Safe {
		if d.Rule != "" {
			return fmt.Errorf("a decision without findings names the rule %q", d.Rule)
		}
		return nil
	}
	if !slices.ContainsFunc(d.Findings, func(f Finding) bool { return f.Rule == d.Rule && f.Decision == strongest }) {
		return fmt.Errorf("no strongest finding is of the rule %q that the decision names", d.Rule)
	}
	// The strongest finding of the named rule leads: it gives the reason.
	slices.SortStableFunc(d.Findings, func(a, b Finding) int {
		if c := rank[b.Decision] - rank[a.Decision]; c != 0 {
			return c
		}
		return lead(b, d.Rule) - lead(a, d.Rule)
	})
	return nil
}

func lead(f Finding, rule string) int {
	if f.Rule == rule {
		return 1
	}
	return 0
}

type object map[string]*ast.Term

// readObject takes an object with exactly the named members.
func readObject(t *ast.Term, what string, members ...string) (object, error) {
	obj, ok := t.Value.(ast.Object)
	if !ok {
		return nil, fmt.Errorf("%s is no object", what)
	}
	r := make(object, len(members))
	for _, m := range members {
		v := obj.Get(keyTerm(m))
		if v == nil {
			return nil, fmt.Errorf("%s has no member %s", what, m)
		}
		r[m] = v
	}
	if obj.Len() != len(members) {
		return nil, fmt.Errorf("%s has members beyond %v", what, members)
	}
	return r, nil
}

func (o object) text(member string) (string, error) {
	s, ok := o[member].Value.(ast.String)
	if !ok || len(s) > maxText {
		return "", fmt.Errorf("%s is no short string", member)
	}
	return string(s), nil
}

func (o object) word(member string) (string, error) {
	s, err := o.text(member)
	if err != nil {
		return "", err
	}
	if _, ok := rank[s]; !ok {
		return "", fmt.Errorf("%s holds the unknown word %q", member, s)
	}
	return s, nil
}

func (o object) integer(member string) (int64, error) {
	n, ok := o[member].Value.(ast.Number)
	if !ok {
		return 0, fmt.Errorf("%s is no number", member)
	}
	i, ok := n.Int64()
	if !ok {
		return 0, fmt.Errorf("%s is no integer", member)
	}
	return i, nil
}

// each calls f for every element of an array or set.
func each(t *ast.Term, what string, f func(*ast.Term) error) error {
	switch v := t.Value.(type) {
	case *ast.Array:
		if v.Len() > maxFindings {
			return fmt.Errorf("%s holds more than %d entries", what, maxFindings)
		}
		return v.Iter(f)
	case ast.Set:
		if v.Len() > maxFindings {
			return fmt.Errorf("%s holds more than %d entries", what, maxFindings)
		}
		return v.Iter(f)
	}
	return fmt.Errorf("%s is no list", what)
}

func readFindings(t *ast.Term) ([]Finding, error) {
	fs := []Finding{}
	err := each(t, "findings", func(t *ast.Term) error {
		r, err := readObject(t, "a finding", "rule", "decision", "subject")
		if err != nil {
			return err
		}
		var f Finding
		if f.Rule, err = r.text("rule"); err != nil {
			return err
		}
		if f.Decision, err = r.word("decision"); err != nil {
			return err
		}
		if f.Decision == Safe {
			return fmt.Errorf("a finding of %q says SAFE", f.Rule)
		}
		s, err := readObject(r["subject"], "a subject", "topic", "index")
		if err != nil {
			return err
		}
		if f.Subject.Topic, err = s.text("topic"); err != nil {
			return err
		}
		i, err := s.integer("index")
		if err != nil {
			return err
		}
		if !isTopic(f.Subject.Topic) || i < -1 || i > maxFindings {
			return fmt.Errorf("a finding of %q is about %s %d, which is no fact", f.Rule, f.Subject.Topic, i)
		}
		f.Subject.Index = int(i)
		fs = append(fs, f)
		return nil
	})
	return fs, err
}

func readExceptions(t *ast.Term) ([]Exception, error) {
	es := []Exception{}
	err := each(t, "exceptions", func(t *ast.Term) error {
		r, err := readObject(t, "an exception", "rule", "id", "until", "from", "to")
		if err != nil {
			return err
		}
		var e Exception
		if e.Rule, err = r.text("rule"); err != nil {
			return err
		}
		if e.ID, err = r.text("id"); err != nil {
			return err
		}
		if e.Until, err = r.text("until"); err != nil {
			return err
		}
		if e.From, err = r.word("from"); err != nil {
			return err
		}
		if e.To, err = r.word("to"); err != nil {
			return err
		}
		if rank[e.To] >= rank[e.From] {
			return fmt.Errorf("the exception %q does not lower", e.ID)
		}
		es = append(es, e)
		return nil
	})
	return es, err
}

func readObligations(t *ast.Term) (Obligations, error) {
	var o Obligations
	obj, ok := t.Value.(ast.Object)
	if !ok {
		return o, fmt.Errorf("obligations is no object")
	}
	known := map[string]*int64{"max_rows": &o.MaxRows, "max_bytes": &o.MaxBytes, "timeout_ms": &o.TimeoutMS}
	err := obj.Iter(func(k, v *ast.Term) error {
		name, _ := k.Value.(ast.String)
		into := known[string(name)]
		if into == nil {
			return fmt.Errorf("there is no obligation %v", k)
		}
		n, err := object{"value": v}.integer("value")
		if err != nil || n <= 0 {
			return fmt.Errorf("the obligation %s is no positive integer", string(name))
		}
		*into = n
		return nil
	})
	return o, err
}
