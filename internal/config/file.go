package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"regent/internal/strictjson"
)

// Bounds of a configuration file, the same as of a message on the wire.
const (
	maxFileBytes = 1 << 20
	maxDepth     = 64
)

// readFile reads the settings of one file, JSON or (by its name) YAML, under
// the strict rules. Errors name the file and, where one is at fault, the key.
func readFile(path string, managed bool) (map[string]any, error) {
	raw, err := readBounded(path, managed)
	if err != nil {
		return nil, err
	}
	var doc map[string]any
	if strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, ".yml") {
		doc, err = decodeYAML(raw)
	} else {
		doc, err = decodeJSON(raw)
	}
	if err != nil {
		return nil, &Error{Where: path, What: err.Error(), Hint: "fix the file; docs/schemas/config.json describes it"}
	}
	out := make(map[string]any, len(doc))
	for name, v := range doc {
		k := keyByName[name]
		if k == nil {
			return nil, &Error{Where: path, What: "holds a setting that does not exist", Hint: "run `regent config keys` for the names" + near(name)}
		}
		if k.managedOnly && !managed {
			return nil, &Error{Where: path, Key: name, What: "may only be set in the managed file", Hint: "move it to " + ManagedPath}
		}
		c, err := k.check(v)
		if err != nil {
			return nil, &Error{Where: path, Key: name, What: err.Error()}
		}
		out[name] = c
	}
	return out, nil
}

// near names the setting that a misspelt one is closest to.
func near(name string) string {
	folded := strings.ReplaceAll(strings.ToLower(name), "-", "_")
	best, dist := "", 4
	for i := range keys {
		if d := editDistance(folded, keys[i].name, dist); d < dist {
			best, dist = keys[i].name, d
		}
	}
	if best == "" {
		return ""
	}
	return "; the closest is " + best
}

func editDistance(a, b string, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		prev := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := prev
			if a[i-1] != b[j-1] {
				cost++
			}
			prev = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

func readBounded(path string, managed bool) ([]byte, error) {
	// A pipe without a writer must be an error, not a start that never ends.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, &Error{Where: path, What: "cannot be read (" + cause(err) + ")"}
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() {
		return nil, &Error{Where: path, What: "is no regular file"}
	}
	if managed {
		sys, ok := st.Sys().(*syscall.Stat_t)
		if !ok || int(sys.Uid) != managedOwner || st.Mode().Perm()&0o022 != 0 {
			return nil, &Error{Where: path, What: "must belong to root and be writable by root alone", Hint: "chown root and chmod 644 it"}
		}
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return nil, &Error{Where: path, What: "cannot be read (" + cause(err) + ")"}
	}
	if len(raw) > maxFileBytes {
		return nil, &Error{Where: path, What: "is larger than 1 MiB"}
	}
	return raw, nil
}

func cause(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	}
	var e syscall.Errno
	if errors.As(err, &e) {
		return e.Error()
	}
	return "input error"
}

func decodeJSON(raw []byte) (map[string]any, error) {
	if _, err := strictjson.Check(raw); err != nil {
		return nil, fmt.Errorf("is no strict JSON: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var doc map[string]any
	if err := dec.Decode(&doc); err != nil || doc == nil {
		return nil, errors.New("must hold one object")
	}
	return doc, nil
}

func decodeYAML(raw []byte) (map[string]any, error) {
	if !utf8.Valid(raw) {
		return nil, errors.New("is not UTF-8")
	}
	var root yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(raw))
	if err := dec.Decode(&root); err != nil {
		return nil, errors.New("is no YAML")
	}
	if err := dec.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return nil, errors.New("must hold one document")
	}
	if len(root.Content) != 1 || root.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("must hold one mapping")
	}
	v, err := fromYAML(root.Content[0], 1)
	if err != nil {
		return nil, err
	}
	return v.(map[string]any), nil
}

// fromYAML allows what JSON could say: no anchors, aliases, tags of one's own,
// duplicate or non-string keys, no non-finite numbers.
func fromYAML(n *yaml.Node, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("line %d: is nested too deep", n.Line)
	}
	if n.Anchor != "" || n.Kind == yaml.AliasNode {
		return nil, fmt.Errorf("line %d: anchors and aliases are not allowed", n.Line)
	}
	switch n.Kind {
	case yaml.MappingNode:
		m := make(map[string]any, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			k := n.Content[i]
			if k.Kind != yaml.ScalarNode || k.ShortTag() != "!!str" {
				return nil, fmt.Errorf("line %d: a key must be a string", k.Line)
			}
			if _, twice := m[k.Value]; twice {
				return nil, fmt.Errorf("line %d: a key stands twice", k.Line)
			}
			v, err := fromYAML(n.Content[i+1], depth+1)
			if err != nil {
				return nil, err
			}
			m[k.Value] = v
		}
		return m, nil
	case yaml.SequenceNode:
		list := make([]any, 0, len(n.Content))
		for _, c := range n.Content {
			v, err := fromYAML(c, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case yaml.ScalarNode:
		switch n.ShortTag() {
		case "!!str":
			return n.Value, nil
		case "!!bool":
			return n.Value == "true" || n.Value == "True" || n.Value == "TRUE", nil
		case "!!null":
			return nil, nil
		case "!!int", "!!float":
			if !json.Valid([]byte(n.Value)) {
				return nil, fmt.Errorf("line %d: a number must be written as in JSON", n.Line)
			}
			return json.Number(n.Value), nil
		}
	}
	return nil, fmt.Errorf("line %d: holds a kind of value that settings do not have", n.Line)
}
