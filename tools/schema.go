package tools

import (
	"encoding/json"
	"slices"

	"regent/tools/api"
	"regent/tools/fsread"
)

// advisory are the hints of a tool that judges and touches nothing.
var advisory = api.Annotations{ReadOnly: true, Idempotent: true}

// The output schemas are written out rather than derived, so that a reader
// sees what is promised; a test holds them against Validate.

const draft = "https://json-schema.org/draft/2020-12/schema"

type object = map[string]any

func stringSchema(doc string) object { return object{"type": "string", "description": doc} }

func closed(props object) object {
	required := make([]string, 0, len(props))
	for name := range props {
		required = append(required, name)
	}
	slices.Sort(required)
	return object{"type": "object", "properties": props, "required": required, "additionalProperties": false}
}

func arrayOf(items object) object { return object{"type": "array", "items": items} }

var decisionWord = object{"enum": []string{"SAFE", "NEEDS_CONFIRMATION", "BLOCKED"}}

func decidedProps() object {
	return object{
		"decision": decisionWord,
		"rule":     stringSchema("id of the strongest rule that fired; empty when SAFE"),
		"reason":   stringSchema("one sentence that says what the decision is about"),
		"remedy":   stringSchema("the way out"),
		"findings": arrayOf(closed(object{
			"rule": object{"type": "string", "minLength": 1}, "decision": object{"enum": []string{"NEEDS_CONFIRMATION", "BLOCKED"}},
			"reason": stringSchema(""), "remedy": stringSchema(""),
			"subject": closed(object{"topic": stringSchema("topic of the input document"), "index": object{"type": "integer", "minimum": -1}}),
		})),
		"exceptions": arrayOf(closed(object{
			"rule": stringSchema(""), "id": stringSchema(""), "until": stringSchema(""), "from": stringSchema(""), "to": stringSchema(""),
		})),
		"policy":      closed(object{"revision": stringSchema(""), "digest": stringSchema("")}),
		"decision_id": stringSchema("names the row of the audit record; empty when none is kept"),
	}
}

// notSafeHasRule says in the schema what Validate says in Go.
var notSafeHasRule = object{
	"if":   object{"properties": object{"decision": object{"const": "SAFE"}}},
	"else": object{"properties": object{"rule": object{"minLength": 1}}},
}

func decidedSchema(more object) object {
	props := decidedProps()
	for k, v := range more {
		props[k] = v
	}
	s := closed(props)
	s["allOf"] = []object{notSafeHasRule}
	return s
}

func problemSchema() object {
	var kinds []object
	for _, code := range sortedCodes() {
		info := codes[code]
		kinds = append(kinds, object{"properties": object{
			"code": object{"const": code}, "type": object{"const": info.urn},
			"title": object{"const": info.title}, "status": object{"const": info.status},
		}})
	}
	s := closed(object{
		"type": stringSchema("urn:regent:problem:…"), "title": stringSchema(""), "status": object{"type": "integer"},
		"detail": object{"type": "string", "minLength": 1}, "code": stringSchema(""),
		"invalid_params": arrayOf(stringSchema("")), "metadata": object{"type": "object"},
	})
	s["oneOf"] = kinds
	return s
}

// outputSchema covers a tool's results: allowed, to be confirmed, blocked, and
// every problem.
func outputSchema(results ...object) json.RawMessage {
	b, err := json.Marshal(object{"$schema": draft, "type": "object", "oneOf": append(results, problemSchema())})
	if err != nil { // maps of strings and numbers always encode
		panic(err)
	}
	return b
}

func decidedOutputSchema() json.RawMessage {
	return outputSchema(decidedSchema(nil))
}

// An invocation that the window refuses has no path to speak of.
func pathOutputSchema() json.RawMessage {
	return outputSchema(
		decidedSchema(object{"relative": object{"type": "string", "pattern": "^([^/].*)?$", "description": "the path within the root that holds it; empty outside"}}),
		decidedSchema(nil),
	)
}

func budgetOutputSchema() json.RawMessage {
	return outputSchema(
		decidedSchema(object{"consumed": object{"type": "boolean"}, "repetitions": count, "budgets": arrayOf(closed(object{
			"scope": object{"enum": []string{"caller", "session"}}, "name": stringSchema(""),
			"limit": count, "used": count, "remaining": count, "window_s": count, "resets_in_s": count,
		}))}),
		decidedSchema(nil),
	)
}

// An executing tool answers with a decision only where Regent could not
// judge or record.
func maskerOutputSchema() json.RawMessage {
	return outputSchema(maskedSchema(), decidedSchema(nil))
}

func sqlOutputSchema() json.RawMessage {
	return outputSchema(closed(object{
		"columns": arrayOf(stringSchema("")), "row_count": object{"type": "integer", "minimum": 0, "maximum": maxRows},
		"rows": object{"type": "array", "maxItems": maxRows, "items": object{"type": "array"}}, "truncated": object{"type": "boolean"},
	}), decidedSchema(nil))
}

func fsOutputSchema() json.RawMessage {
	return outputSchema(closed(object{
		"resolved_path": object{"type": "string", "pattern": "^[^/]"}, "content": stringSchema(""),
		"bytes_read": object{"type": "integer", "minimum": 0, "maximum": fsread.MaxBytes}, "truncated": object{"type": "boolean"},
	}), decidedSchema(nil))
}

func metricsOutputSchema() json.RawMessage {
	return outputSchema(closed(object{
		"cpu": closed(object{
			"utilization_percent": percent, "core_count": object{"type": "integer", "minimum": 1}, "load_average_1m": object{"type": "number", "minimum": 0},
		}),
		"memory":            closed(object{"total_bytes": count, "available_bytes": count, "percent_used": percent}),
		"disk_percent_used": object{"oneOf": []object{percent, {"type": "null"}}},
		"timestamp_utc":     object{"type": "string", "pattern": "Z$"},
	}), decidedSchema(nil))
}

var percent = object{"type": "number", "minimum": 0, "maximum": 100}

// maskedSchema: a blocked answer has no text, every other one has.
func maskedSchema() object {
	s := decidedSchema(object{"replaced": count, "held_bytes": count})
	s["properties"].(object)["text"] = stringSchema("the masked text")
	s["allOf"] = append(s["allOf"].([]object), object{
		"if":   object{"properties": object{"decision": object{"const": "BLOCKED"}}},
		"then": object{"not": object{"required": []string{"text"}}},
		"else": object{"required": []string{"text"}},
	})
	return s
}

var count = object{"type": "integer", "minimum": 0}

func sortedCodes() []Code {
	names := make([]string, 0, len(codes))
	for c := range codes {
		names = append(names, string(c))
	}
	slices.Sort(names)
	out := make([]Code, len(names))
	for i, n := range names {
		out[i] = Code(n)
	}
	return out
}
