package shell

import (
	"slices"

	"regent/facts"
)

// link fills what only the whole document shows: who feeds whom, and what
// flows to the endpoints.
func (r *run) link() {
	for i := range r.in.Commands {
		c := &r.in.Commands[i]
		c.FedBy, c.Feeds = []int{}, []int{}
		// Who feeds whom grows with the square of a text that means it to.
		if !r.linkable(len(r.meta[i].fed)) {
			continue
		}
		if len(r.meta[i].fed) >= mostSources {
			r.truncate("steps")
		}
		for _, s := range r.meta[i].fed {
			if s >= 0 && s < len(r.in.Commands) && s != i {
				c.FedBy = append(c.FedBy, s)
			}
		}
		slices.Sort(c.FedBy)
		c.FedBy = slices.Compact(c.FedBy)
	}
	for i := range r.in.Commands {
		for _, s := range r.in.Commands[i].FedBy {
			r.in.Commands[s].Feeds = append(r.in.Commands[s].Feeds, i)
		}
	}
	if len(r.in.Endpoints) > 0 {
		r.linkSends()
	}
}

// linkBytes is about what one link between two elements takes in the facts.
const linkBytes = 48

// linkable charges n links and says whether they may be stated.
func (r *run) linkable(n int) bool {
	if n == 0 {
		return true
	}
	r.bytes += n * linkBytes
	if r.bytes > r.x.cfg.Limits.Bytes {
		r.truncate("steps")
		return false
	}
	return true
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
	stated := map[int]bool{}
	add := func(idx int) {
		if !stated[idx] && r.linkable(1) {
			stated[idx] = true
			out = append(out, facts.Flow{Topic: "accesses", Index: idx})
		}
	}
	for _, f := range m.sends {
		add(f.Index)
	}
	start := append([]int(nil), m.inText...)
	if m.sendIn {
		start = append(start, m.fed...)
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
		// What is beyond the limit is not followed: the facts say so.
		if !r.linkable(len(r.meta[c].fed)) {
			break
		}
		start = append(start, r.meta[c].fed...)
	}
	return out
}
