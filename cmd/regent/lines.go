package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"

	"regent/internal/strictjson"
	"regent/tools"
	"regent/tools/api"
)

// maxLine is the longest call line, as on the wire.
const maxLine = 1 << 20

var errLongLine = errors.New("line too long")

// readLine returns the next line without its end. Of a line that is too long
// it returns one byte, so that the line is answered, and drops the rest as it
// comes.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if !long && len(line)+len(part) > maxLine+2 {
			long, line = true, nil
		}
		if !long {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if long {
			if err == nil {
				err = errLongLine
			}
			return []byte{'?'}, err
		}
		return line, err
	}
}

// lineAnswer is one line of the answer: a decision, or a code.
type lineAnswer struct {
	ID       json.RawMessage  `json:"id"`
	Decision string           `json:"decision,omitempty"`
	Rule     *string          `json:"rule,omitempty"`
	Findings *[]tools.Finding `json:"findings,omitempty"`
	Code     string           `json:"code,omitempty"`
}

func judgeLine(ctx context.Context, s *tools.Suite, line []byte) lineAnswer {
	bad := lineAnswer{ID: json.RawMessage("null"), Code: string(tools.CodeValidation)}
	if _, err := strictjson.Check(line); err != nil {
		return bad
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(line, &members) != nil || members == nil {
		return bad
	}
	if id, ok := members["id"]; ok {
		bad.ID = id
	}
	var name string
	for k := range members {
		if k != "id" && k != "tool" && k != "arguments" {
			return bad
		}
	}
	if json.Unmarshal(members["tool"], &name) != nil {
		return bad
	}
	arguments := members["arguments"]
	if arguments == nil {
		arguments = json.RawMessage("{}")
	}
	r, err := judgeCall(ctx, s, api.Call{Tool: name, Arguments: arguments, Caller: api.Caller{Transport: "cli"}})
	if errors.Is(err, api.ErrUnknownTool) {
		return bad
	}
	a := answer{}
	if err != nil || json.Unmarshal(r.Structured, &a) != nil {
		bad.Code = string(tools.CodeInternal)
		return bad
	}
	if a.Code != "" {
		bad.Code = a.Code
		return bad
	}
	return lineAnswer{ID: bad.ID, Decision: a.Decision, Rule: &a.Rule, Findings: &a.Findings}
}

// judgeCall judges and never acts: a query is not run.
func judgeCall(ctx context.Context, s *tools.Suite, c api.Call) (api.Reply, error) {
	if c.Tool == "read_only_sql" {
		return s.JudgeSQL(ctx, c)
	}
	return s.Call(ctx, c)
}
