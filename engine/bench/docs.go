package bench

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"regent/engine/bundle"
)

// Docs writes a page of every finding rule: what an agent reads, why the rule
// is there, the way out, and where it stands.
func Docs(w io.Writer, set *bundle.Set) error {
	var b bytes.Buffer
	b.WriteString("# Rules\n\nWritten from the METADATA beside each rule by `regent policy docs`.\n")
	for _, s := range sections(set) {
		fmt.Fprintf(&b, "\n## %s\n", s.title)
		for _, n := range s.notes {
			fmt.Fprintf(&b, "\n### `%s`\n\n%s.\n", n.ID, strings.TrimSuffix(n.Title, "."))
			if n.Description != "" {
				fmt.Fprintf(&b, "\n%s\n", n.Description)
			}
			b.WriteString("\n")
			if n.Remedy != "" {
				fmt.Fprintf(&b, "- Way out: %s\n", n.Remedy)
			}
			if n.Floor {
				b.WriteString("- Takes neither exception nor waiver.\n")
			}
			fmt.Fprintf(&b, "- Stands in `%s`\n", n.Location())
		}
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("writing rule pages: %w", err)
	}
	return nil
}

type section struct {
	title string
	notes []bundle.Note
}

// sections groups the rules by room, programs last. Rules that share an id in
// one room share an entry.
func sections(set *bundle.Set) []section {
	byTitle := map[string]*section{}
	var titles []string
	for _, m := range set.Modules {
		room, ok := m.Room()
		if !ok {
			continue
		}
		title := room.Topic
		if room.Topic == bundle.TopicProgram {
			title = "program " + room.Program
		}
		if room.Layer != "" {
			title += " (layer " + room.Layer + ")"
		}
		for _, n := range m.Notes() {
			s := byTitle[title]
			if s == nil {
				s = &section{title: title}
				byTitle[title] = s
				titles = append(titles, title)
			}
			if !slices.ContainsFunc(s.notes, func(o bundle.Note) bool { return o.ID == n.ID }) {
				s.notes = append(s.notes, n)
			}
		}
	}
	slices.SortFunc(titles, func(a, b string) int {
		pa, pb := strings.HasPrefix(a, "program "), strings.HasPrefix(b, "program ")
		if pa != pb {
			if pa {
				return 1
			}
			return -1
		}
		return strings.Compare(a, b)
	})
	var all []section
	for _, t := range titles {
		slices.SortFunc(byTitle[t].notes, func(a, b bundle.Note) int { return strings.Compare(a.ID, b.ID) })
		all = append(all, *byTitle[t])
	}
	return all
}
