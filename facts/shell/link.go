package shell

import (
	"sort"

	"regent/facts"
)

// link fills what only the whole document shows: who feeds whom, and what
// flows to the endpoints.
func (r *run) link() {
	for i := range r.in.Commands {
		c := &r.in.Commands[i]
		c.FedBy = []int{}
		for _, s := range r.meta[i].fed {
			if s >= 0 && s < len(r.in.Commands) && s != i {
				c.FedBy = addInt(c.FedBy, s)
			}
		}
		sort.Ints(c.FedBy)
	}
	for i := range r.in.Commands {
		r.in.Commands[i].Feeds = []int{}
	}
	for i := range r.in.Commands {
		for _, s := range r.in.Commands[i].FedBy {
			r.in.Commands[s].Feeds = append(r.in.Commands[s].Feeds, i)
		}
	}
	if len(r.in.Endpoints) > 0 {
		r.linkSends()
	}
	if r.in.Text.Tags.FetchedThenRun == nil {
		return
	}
}

// linkSends gives each endpoint the accesses whose content its command sends.
func (r *run) linkSends() {
	reads := map[int][]int{} // command to what it reads
	for i := range r.in.Accesses {
		a := &r.in.Accesses[i]
		if a.Command >= 0 && a.Access == facts.AccessRead && a.Source != "cwd" {
			reads[a.Command] = append(reads[a.Command], i)
		}
	}
	flows := map[int][]facts.Flow{}
	for i := range r.in.Endpoints {
		e := &r.in.Endpoints[i]
		if e.Command < 0 || e.Command >= len(r.meta) {
			continue
		}
		fs, done := flows[e.Command]
		if !done {
			fs = r.sentBy(e.Command, reads)
			flows[e.Command] = fs
		}
		e.Sends = fs
		if e.Sends == nil {
			e.Sends = []facts.Flow{}
		}
	}
}

func (r *run) sentBy(cmd int, reads map[int][]int) []facts.Flow {
	m := &r.meta[cmd]
	var out []facts.Flow
	add := func(idx int) {
		for _, f := range out {
			if f.Topic == "accesses" && f.Index == idx {
				return
			}
		}
		out = append(out, facts.Flow{Topic: "accesses", Index: idx})
	}
	for _, f := range m.sends {
		add(f.Index)
	}
	start := append([]int(nil), m.inText...)
	if m.sendIn {
		start = addInts(start, m.fed)
	}
	seen := map[int]bool{}
	for len(start) > 0 {
		c := start[len(start)-1]
		start = start[:len(start)-1]
		if c < -1 {
			add(-c - 2)
			continue
		}
		if c < 0 || c >= len(r.meta) || seen[c] || c == cmd {
			continue
		}
		seen[c] = true
		for _, a := range reads[c] {
			add(a)
		}
		start = append(start, r.meta[c].fed...)
	}
	return out
}
