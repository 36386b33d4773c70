package tools

import (
	"regent/facts"
)

// maxFacts bounds what the facts of one text may weigh before they are encoded
// for the policy and the record, in about the bytes of their JSON. A text of
// 64 KiB that means what it says weighs far less; one that is made to multiply
// (a path of two thousand directories named two thousand times) would weigh
// gigabytes. It bounds no memory by itself: the facts stand there already.
const maxFacts = 24 << 20

// shorten cuts the facts of a text that weigh too much, from the end, and then
// states that they are incomplete. What stands before is judged as it is.
func shorten(in *facts.Input, limit int) {
	if in.Text == nil {
		return
	}
	left := limit
	// A list that is cut keeps what fits; what came later is not looked at.
	keep := func(n int, weigh func(int) int) int {
		for i := range n {
			if left -= weigh(i); left < 0 {
				return i
			}
		}
		return n
	}
	commands := keep(len(in.Commands), func(i int) int { return commandWeight(&in.Commands[i]) })
	accesses := keep(len(in.Accesses), func(i int) int { return accessWeight(&in.Accesses[i]) })
	endpoints := keep(len(in.Endpoints), func(i int) int { return 256 + 32*len(in.Endpoints[i].Sends) })
	if left >= 0 {
		return
	}
	in.Text.Complete = false
	if in.Text.Error == "" {
		in.Text.Error = "size"
	}
	in.Text.Tags.Truncated = append(in.Text.Tags.Truncated, facts.NoCommand)
	in.Accesses, in.Endpoints = in.Accesses[:accesses], in.Endpoints[:endpoints]
	for i := range in.Endpoints {
		e := &in.Endpoints[i]
		sends := make([]facts.Flow, 0, len(e.Sends))
		for _, f := range e.Sends {
			if f.Topic != "accesses" || f.Index < accesses {
				sends = append(sends, f)
			}
		}
		e.Sends = sends
	}
	// Other facts point to commands by index, so commands stay; those that do
	// not fit lose what makes them heavy.
	for i := commands; i < len(in.Commands); i++ {
		c := &in.Commands[i]
		c.FedBy, c.Feeds = c.FedBy[:min(len(c.FedBy), 1)], c.Feeds[:min(len(c.Feeds), 1)]
	}
}

func commandWeight(c *facts.Command) int {
	n := 768 + len(c.CWD) + len(c.Raw) + 8*(len(c.FedBy)+len(c.Feeds))
	for _, o := range c.Options {
		n += 48 + len(o.Name) + len(o.Value)
	}
	for _, o := range c.Operands {
		n += 48 + len(o.Value)
	}
	return n
}

func accessWeight(a *facts.PathUse) int {
	n := 768 + len(a.Raw) + len(a.Resolved) + len(a.Absolute) + len(a.Relative)
	for _, s := range a.Ancestors {
		n += 3 + len(s)
	}
	for _, s := range a.Segments {
		n += 3 + len(s)
	}
	return n
}
