package secret

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestArguments(t *testing.T) {
	yes, no := true, false
	for name, c := range map[string]struct {
		args Arguments
		bad  []string
		want Piece
	}{
		"text alone":         {Arguments{Text: []byte("x")}, nil, Piece{Caller: "c", Text: []byte("x"), Final: true}},
		"empty text":         {Arguments{}, nil, Piece{Caller: "c", Final: true}},
		"stream":             {Arguments{Text: []byte("x"), StreamID: "1"}, nil, Piece{Caller: "c", Stream: "1", Text: []byte("x")}},
		"end of a stream":    {Arguments{SessionID: "s:1", StreamID: "1", Final: &yes}, nil, Piece{Caller: "c", Session: "s:1", Stream: "1", Final: true}},
		"session alone":      {Arguments{SessionID: "s"}, nil, Piece{Caller: "c", Session: "s", Final: true}},
		"open without end":   {Arguments{Final: &no}, []string{"final"}, Piece{Caller: "c"}},
		"largest text":       {Arguments{Text: []byte(strings.Repeat("x", MaxText))}, nil, Piece{Caller: "c", Text: []byte(strings.Repeat("x", MaxText)), Final: true}},
		"too large":          {Arguments{Text: []byte(strings.Repeat("x", MaxText+1))}, []string{"text"}, Piece{Caller: "c", Text: []byte(strings.Repeat("x", MaxText+1)), Final: true}},
		"not UTF-8":          {Arguments{Text: []byte("\xff")}, []string{"text"}, Piece{Caller: "c", Text: []byte("\xff"), Final: true}},
		"odd ids":            {Arguments{SessionID: "a b", StreamID: strings.Repeat("x", MaxID+1)}, []string{"session_id", "stream_id"}, Piece{Caller: "c", Session: "a b", Stream: strings.Repeat("x", MaxID+1)}},
		"longest stream id":  {Arguments{StreamID: strings.Repeat("x", MaxID)}, nil, Piece{Caller: "c", Stream: strings.Repeat("x", MaxID)}},
		"control characters": {Arguments{StreamID: "a\n"}, []string{"stream_id"}, Piece{Caller: "c", Stream: "a\n"}},
	} {
		if got := c.args.Invalid(); !slices.Equal(got, c.bad) {
			t.Errorf("%s: invalid %v, want %v", name, got, c.bad)
		}
		if got := c.args.Piece("c"); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: another piece", name)
		}
	}
}

func TestResults(t *testing.T) {
	r := NewResult(&Masked{Allowed: true, Text: "t", Replaced: 1, Held: 2})
	if r.Validate() != nil || *r.Text != "t" || r.Replaced != 1 || r.HeldBytes != 2 {
		t.Errorf("%+v", r)
	}
	r = NewResult(&Masked{Text: "never"})
	if r.Validate() != nil || r.Text != nil {
		t.Errorf("%+v", r)
	}
	for _, bad := range []Result{{Replaced: -1}, {HeldBytes: -1}, {Replaced: 1}, {HeldBytes: 1}} {
		if bad.Validate() == nil {
			t.Errorf("%+v is valid", bad)
		}
	}
}
