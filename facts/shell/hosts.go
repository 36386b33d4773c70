package shell

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"sort"
	"strings"
)

// HostTable names classes of hosts: for each class a set of host names, globs
// with "*" and address ranges (CIDR). It is data.regent.hosts: an entry that
// is false is removed.
type HostTable map[string]map[string]bool

// UnmarshalJSON reads {"class": {"pattern": true}}; a class may also be
// {"hosts": {…}} or {"patterns": {…}}, with other members ignored.
func (h *HostTable) UnmarshalJSON(b []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil {
		return fmt.Errorf("reading host table: %w", err)
	}
	out := HostTable{}
	for class, r := range raw {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(r, &members); err != nil {
			return fmt.Errorf("reading host class %q: %w", class, err)
		}
		set := map[string]bool{}
		for k, v := range members {
			var on bool
			if json.Unmarshal(v, &on) == nil {
				set[k] = on
				continue
			}
			var inner map[string]bool
			if (k == "hosts" || k == "patterns") && json.Unmarshal(v, &inner) == nil {
				for p, on := range inner {
					set[p] = on
				}
			}
		}
		out[class] = set
	}
	*h = out
	return nil
}

type hostMatcher struct {
	names  map[string][]string
	globs  []hostGlob
	ranges []hostRange
}

type hostGlob struct{ pattern, class string }

type hostRange struct {
	prefix netip.Prefix
	class  string
}

func newHostMatcher(t HostTable) (*hostMatcher, error) {
	m := &hostMatcher{names: map[string][]string{}}
	classes := make([]string, 0, len(t))
	for c := range t {
		classes = append(classes, c)
	}
	sort.Strings(classes)
	for _, c := range classes {
		for p, on := range t[c] {
			if !on {
				continue
			}
			p = strings.ToLower(p)
			switch {
			case strings.Contains(p, "/"):
				pre, err := netip.ParsePrefix(p)
				if err != nil {
					return nil, fmt.Errorf("host table: class %q: %q is no address range", c, p)
				}
				m.ranges = append(m.ranges, hostRange{pre.Masked(), c})
			case strings.Contains(p, "*"):
				m.globs = append(m.globs, hostGlob{p, c})
			default:
				m.names[p] = append(m.names[p], c)
			}
		}
	}
	sort.Slice(m.globs, func(i, j int) bool {
		if len(m.globs[i].pattern) != len(m.globs[j].pattern) {
			return len(m.globs[i].pattern) > len(m.globs[j].pattern)
		}
		return m.globs[i].pattern+m.globs[i].class < m.globs[j].pattern+m.globs[j].class
	})
	sort.Slice(m.ranges, func(i, j int) bool {
		if m.ranges[i].prefix.Bits() != m.ranges[j].prefix.Bits() {
			return m.ranges[i].prefix.Bits() > m.ranges[j].prefix.Bits()
		}
		return m.ranges[i].class < m.ranges[j].class
	})
	return m, nil
}

// classes names the classes of a canonical host, exact names first, then the
// narrowest pattern.
func (m *hostMatcher) classes(host string) []string {
	out := []string{}
	for _, c := range m.names[host] {
		out = addString(out, c)
	}
	for _, g := range m.globs {
		if matchHost(g.pattern, host) {
			out = addString(out, g.class)
		}
	}
	if len(m.ranges) > 0 {
		if a, err := netip.ParseAddr(host); err == nil {
			a = a.Unmap().WithZone("")
			for _, r := range m.ranges {
				if r.prefix.Contains(a) {
					out = addString(out, r.class)
				}
			}
		}
	}
	return out
}

// matchHost matches a pattern whose "*" stands for any characters.
func matchHost(pattern, host string) bool {
	for {
		i := strings.IndexByte(pattern, '*')
		if i < 0 {
			return pattern == host
		}
		if !strings.HasPrefix(host, pattern[:i]) {
			return false
		}
		host, pattern = host[i:], pattern[i+1:]
		if pattern == "" {
			return true
		}
		j := strings.IndexByte(pattern, '*')
		next := pattern
		if j >= 0 {
			next = pattern[:j]
		} else {
			return strings.HasSuffix(host, next)
		}
		k := strings.Index(host, next)
		if k < 0 {
			return false
		}
		host = host[k:]
	}
}
