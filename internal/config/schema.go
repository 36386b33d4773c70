package config

import "encoding/json"

// Schema is the JSON Schema (2020-12) of a configuration file. The shipped
// copy is docs/schemas/config.json.
func Schema() []byte {
	props := make(map[string]any, len(keys))
	for _, k := range keys {
		s := map[string]any{"description": k.doc}
		typ := map[string]string{"strings": "array"}[k.kind]
		if typ == "" {
			typ = k.kind
		}
		if k.nullable {
			s["type"] = []string{typ, "null"}
		} else {
			s["type"] = typ
		}
		switch k.kind {
		case "strings":
			s["items"] = map[string]any{"type": "string", "minLength": 1}
		case "integer", "number":
			s["minimum"], s["maximum"] = k.min, k.max
		case "string":
			s["minLength"] = max(1, int(k.min))
			if k.max > 0 {
				s["maxLength"] = int(k.max)
			}
			if k.enum != nil {
				s["enum"] = k.enum
				delete(s, "minLength")
			}
		}
		if k.def != nil {
			s["default"] = k.def
		}
		if k.managedOnly {
			s["description"] = k.doc + " Only in the managed file."
		}
		props[k.name] = s
	}
	b, err := json.MarshalIndent(map[string]any{
		"$schema":              "https://json-schema.org/draft/2020-12/schema",
		"title":                "Regent configuration",
		"type":                 "object",
		"additionalProperties": false,
		"properties":           props,
	}, "", "  ")
	if err != nil { // maps of strings and numbers always encode
		panic(err)
	}
	return append(b, '\n')
}

// Key describes one setting to a reader.
type Key struct{ Name, Environment, Flag, Doc string }

// Keys lists the settings in the order of the table.
func Keys() []Key {
	out := make([]Key, 0, len(keys))
	for _, k := range keys {
		d := Key{Name: k.name, Doc: k.doc}
		if !k.managedOnly {
			d.Environment = "REGENT_" + upper(k.name)
		}
		if k.flag != "" {
			d.Flag = "--" + k.flag
		}
		out = append(out, d)
	}
	return out
}

func upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}
