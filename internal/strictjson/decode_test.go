package strictjson

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type inner struct {
	Level int `json:"level"`
}

type base struct {
	Shared string `json:"shared"`
}

type sample struct {
	base
	Name   string            `json:"name"`
	Count  int8              `json:"count,omitempty"`
	Size   uint              `json:"size"`
	Ratio  float32           `json:"ratio"`
	On     bool              `json:"on"`
	Maybe  *string           `json:"maybe"`
	List   []inner           `json:"list"`
	Map    map[string]inner  `json:"map"`
	Any    any               `json:"any"`
	Raw    json.RawMessage   `json:"raw"`
	When   time.Time         `json:"when"`
	Pair   [2]int            `json:"pair"`
	Labels map[string]string `json:"labels"`
	Hidden string            `json:"-"`
	Plain  string
}

func TestDecodeFills(t *testing.T) {
	const text = `{"shared":"s","name":"é😀","count":-128,"size":9,"ratio":0.5,"on":true,"maybe":null,
		"list":[{"level":1},{"level":2}],"map":{"a":{"level":3}},"any":{"big":12345678901234567890},
		"raw":[1,2],"when":"2026-11-30T12:00:00Z","pair":[1,2],"labels":{"ID":"x","id":"y"},"Plain":"p"}`
	var got sample
	if err := Decode([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := sample{
		base: base{"s"}, Name: "é😀", Count: -128, Size: 9, Ratio: 0.5, On: true,
		List: []inner{{1}, {2}}, Map: map[string]inner{"a": {3}},
		Any: map[string]any{"big": json.Number("12345678901234567890")}, Raw: json.RawMessage("[1,2]"),
		When: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), Pair: [2]int{1, 2},
		Labels: map[string]string{"ID": "x", "id": "y"}, Plain: "p",
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(sample{})); d != "" {
		t.Error(d)
	}
}

func TestDecodeRefuses(t *testing.T) {
	for text, want := range map[string]FieldError{
		`{"Name":"x"}`:                     {"/Name", "unknown member"},
		`{"nAme":"x"}`:                     {"/nAme", "unknown member"},
		`{"plain":"x"}`:                    {"/plain", "unknown member"},
		`{"Hidden":"x"}`:                   {"/Hidden", "unknown member"},
		`{"-":"x"}`:                        {"/-", "unknown member"},
		`{"base":{}}`:                      {"/base", "unknown member"},
		`{"a/b~c":1}`:                      {"/a~1b~0c", "unknown member"},
		`{"list":[{"level":1},{"lvl":2}]}`: {"/list/1/lvl", "unknown member"},
		`{"map":{"k":{"x":1}}}`:            {"/map/k/x", "unknown member"},
		`{"name":null}`:                    {"/name", "must be a string"},
		`{"name":1}`:                       {"/name", "must be a string"},
		`{"on":"true"}`:                    {"/on", "must be true or false"},
		`{"count":1.0}`:                    {"/count", "must be an integer"},
		`{"count":1e1}`:                    {"/count", "must be an integer"},
		`{"count":"1"}`:                    {"/count", "must be an integer"},
		`{"count":128}`:                    {"/count", "out of range"},
		`{"size":-1}`:                      {"/size", "out of range"},
		`{"ratio":1e300}`:                  {"/ratio", "out of range"},
		`{"list":null}`:                    {"/list", "must be a list"},
		`{"list":{}}`:                      {"/list", "must be a list"},
		`{"map":[]}`:                       {"/map", "must be an object"},
		`{"pair":[1,2,3]}`:                 {"/pair", "too many elements"},
		`[]`:                               {"", "must be an object"},
		`{"name":"\ud800"}`:                {"/name", "has a lone surrogate"},
		`{"any":{"k":["x","\udc00"]}}`:     {"/any/k/1", "has a lone surrogate"},
	} {
		var into sample
		err := Decode([]byte(text), &into)
		var fe *FieldError
		if !errors.As(err, &fe) || *fe != want {
			t.Errorf("Decode(%s) = %v, want %v", text, err, &want)
		}
	}
	var se *Error
	if err := Decode([]byte(`{"name":"a","name":"b"}`), &sample{}); !errors.As(err, &se) {
		t.Errorf("a duplicate gave %v", err)
	}
	if err := Decode([]byte(`{}`), sample{}); err == nil {
		t.Error("Decode into a value gave no error")
	}
	if err := Decode([]byte(`{"when":"noon"}`), &sample{}); !errors.As(err, new(*FieldError)) {
		t.Errorf("a bad time gave %v", err)
	}
}

func TestValueKeepsWhatJSONSays(t *testing.T) {
	v, err := Parse([]byte(` {"id":9007199254740993,"ID":"x","s":"\u0061\ud83d\ude00","a":[ 1 , [2] ,{"x":"]}"} ],"n":null} `))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(v.Get("id").Raw()); got != "9007199254740993" {
		t.Errorf("id = %s", got)
	}
	if got, _ := v.Get("s").Text(); got != "a😀" {
		t.Errorf("s = %q", got)
	}
	if v.Get("none").Exists() || !v.Get("n").Exists() || v.Get("n").Kind() != Null {
		t.Error("absent and null are confused")
	}
	var parts []string
	for e := range v.Get("a").Elements() {
		parts = append(parts, string(e.Raw()))
	}
	if d := cmp.Diff([]string{"1", "[2]", `{"x":"]}"}`}, parts); d != "" {
		t.Error(d)
	}
	if v.Get("a").Get("x").Exists() {
		t.Error("a list has a member")
	}
}

func TestKeyTellsValuesApart(t *testing.T) {
	key := func(s string) string {
		v, err := Parse([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return v.Key()
	}
	for _, same := range [][2]string{{`"a"`, `"\u0061"`}, {`0`, `-0`}, {`"\ud83d\ude00"`, `"😀"`}, {`"\ud800"`, `"\uD800"`}} {
		if key(same[0]) != key(same[1]) {
			t.Errorf("%s and %s differ", same[0], same[1])
		}
	}
	for _, apart := range [][2]string{{`"1"`, `1`}, {`"\ud800"`, `"\ud801"`}, {`"\ud800"`, `"\ufffd"`}, {`9007199254740993`, `9007199254740992`}} {
		if key(apart[0]) == key(apart[1]) {
			t.Errorf("%s and %s are one", apart[0], apart[1])
		}
	}
}

func TestIntegersAreJudgedByTheirSpelling(t *testing.T) {
	for text, want := range map[string]bool{"1": true, "-7": true, "1.0": false, "1e2": false, "1E2": false, `"1"`: false, "null": false, "123456789012345678901": true} {
		if got := Checked([]byte(text)).IsInteger(); got != want {
			t.Errorf("IsInteger(%s) = %v", text, got)
		}
	}
}
