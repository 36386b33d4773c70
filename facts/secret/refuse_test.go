package secret

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
)

// small is a table with one class that is in order.
func small() Table {
	return Table{
		Engine: Bounds{PatternBytes: 256, States: 2000, Instructions: 2000, SpanBytes: 1024},
		Lists:  map[string]map[string]bool{"words": {"acme_": true, "gone_": false}},
		Classes: map[string]Class{"acme_key": {
			Placeholder: "ACME_KEY", Keywords: []string{"acme_"}, Pattern: "acme_[a-z0-9]{20}",
			Positive: []string{"acme_<lownum:20>"}, Negative: []string{"acme_<lownum:19>"},
		}},
		NotValues: map[string]string{"blank": "x+"},
	}
}

func TestATeamAddsAClass(t *testing.T) {
	table := shipped(t)
	table.Classes = maps.Clone(table.Classes)
	table.Classes["acme_key"] = small().Classes["acme_key"]
	if err := Check(table); err != nil {
		t.Fatal(err)
	}
	e, err := Compile(table)
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Mask(Fill("key acme_<lownum:20>, ghp_<alnum:36>", 1)); got != "key [REDACTED_ACME_KEY_1], [REDACTED_GITHUB_TOKEN_1]" {
		t.Error(got)
	}
}

func TestClassesThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*Class)
		want  string
	}{
		"star":            {func(c *Class) { c.Pattern = "acme_[a-z]*" }, "unbounded"},
		"plus":            {func(c *Class) { c.Pattern = "acme_[a-z]+x" }, "unbounded"},
		"open repeat":     {func(c *Class) { c.Pattern = "acme_[a-z]{4,}" }, "unbounded"},
		"nested":          {func(c *Class) { c.Pattern = "acme_(?:[a-z]{2}(?:x|y)*)?" }, "unbounded"},
		"too long":        {func(c *Class) { c.Pattern = "acme_[a-z]{300}" }, "at most 256"},
		"slow by states":  {func(c *Class) { c.Pattern = "acme_[a-c]{0,40}a[a-c]{20}" }, "slow"},
		"slow by size":    {func(c *Class) { c.Pattern = "acme_(?:(?:ab|cd|ef|gh|ij|kl|mn|op){30}|(?:ab|cd|ef|gh|ij|kl|mn|oq){60})" }, "slow"},
		"lookahead":       {func(c *Class) { c.Pattern = "acme_(?=x)[a-z]{4}" }, "not RE2"},
		"lookbehind":      {func(c *Class) { c.Pattern = "(?<!x)acme_[a-z]{4}" }, "not RE2"},
		"back-reference":  {func(c *Class) { c.Pattern = `acme_([a-z])\1` }, "not RE2"},
		"unbalanced":      {func(c *Class) { c.Pattern = "acme_(" }, "not RE2"},
		"anchor":          {func(c *Class) { c.Pattern = "^acme_[a-z]{4}" }, "anchor"},
		"boundary":        {func(c *Class) { c.Pattern = `\bacme_[a-z]{4}` }, "anchor"},
		"empty":           {func(c *Class) { c.Pattern = "" }, "empty"},
		"may be empty":    {func(c *Class) { c.Pattern = "(?:acme_)?" }, "empty"},
		"not ASCII":       {func(c *Class) { c.Pattern = "acme_é" }, "ASCII"},
		"no keyword":      {func(c *Class) { c.Keywords = nil }, "no keywords"},
		"short keyword":   {func(c *Class) { c.Keywords = []string{"ac"} }, "at least 3"},
		"odd keyword":     {func(c *Class) { c.Keywords = []string{"ac\x00me"} }, "printable"},
		"no such list":    {func(c *Class) { c.Keywords = []string{"@nothing"} }, "no keyword list"},
		"placeholder":     {func(c *Class) { c.Placeholder = "acme key" }, "placeholder"},
		"no placeholder":  {func(c *Class) { c.Placeholder = "" }, "placeholder"},
		"group":           {func(c *Class) { c.Group = 1 }, "group"},
		"tail":            {func(c *Class) { c.Tail = "[a-z]+" }, "tail"},
		"tail of two":     {func(c *Class) { c.Tail = "ab" }, "tail"},
		"inner alone":     {func(c *Class) { c.Inner = "[.]" }, "inner"},
		"inner not RE2":   {func(c *Class) { c.Tail, c.Inner = "[a]", "[" }, "inner"},
		"not first":       {func(c *Class) { c.NotFirst = "x*" }, "not_first"},
		"not next":        {func(c *Class) { c.NotNext = "x{2}" }, "not_next"},
		"no such words":   {func(c *Class) { c.NotLast = []string{"nothing"} }, "not_last"},
		"no such before":  {func(c *Class) { c.NotBefore = []string{"nothing"} }, "not_before"},
		"filter":          {func(c *Class) { c.Filter = []string{"nothing"} }, "not_values"},
		"block":           {func(c *Class) { c.Block = "end.*" }, "block"},
		"after and back":  {func(c *Class) { c.After, c.Back = true, 3 }, "exclude"},
		"back too far":    {func(c *Class) { c.Back = 100 }, "back"},
		"back before":     {func(c *Class) { c.Back = -1 }, "back"},
		"positive missed": {func(c *Class) { c.Positive = []string{"beta_<lownum:20>"} }, "positive test 1"},
		"negative found":  {func(c *Class) { c.Negative = []string{"none", "acme_<lownum:20>"} }, "negative test 2"},
		"no tests":        {func(c *Class) { c.Positive = nil }, "no positive"},
	} {
		table := small()
		class := table.Classes["acme_key"]
		c.spoil(&class)
		table.Classes["acme_key"] = class
		err := Check(table)
		if err == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		if got := err.Error(); !strings.Contains(got, "acme_key") || !strings.Contains(got, c.want) {
			t.Errorf("%s: the error names neither the class nor the fault: %q", name, got)
		}
		if strings.Contains(err.Error(), Fill("<lownum:20>", 1)) {
			t.Errorf("%s: the error holds a test value", name)
		}
	}
}

func TestTablesThatAreRefused(t *testing.T) {
	table := small()
	table.Engine = Bounds{}
	if _, err := Compile(table); err == nil {
		t.Error("no bounds: accepted")
	}
	table = small()
	table.NotValues["blank"] = "(?<x"
	if _, err := Compile(table); err == nil || !strings.Contains(err.Error(), "blank") {
		t.Errorf("a pattern of values that is not RE2: %v", err)
	}
}

func TestAClassThatIsBrokenMasksTheWord(t *testing.T) {
	table := small()
	class := table.Classes["acme_key"]
	class.Pattern = "acme_("
	table.Classes["acme_key"] = class
	e, err := Load(table)
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Mask("see acme_anything-at-all here"); got != "see [REDACTED_ACME_KEY_1] here" {
		t.Error(got)
	}
}

func TestWordsThatALayerTookAwayDoNotCount(t *testing.T) {
	table := small()
	class := table.Classes["acme_key"]
	class.Keywords, class.Pattern = []string{"@words"}, "(?:acme|gone)_[a-z0-9]{20}"
	table.Classes["acme_key"] = class
	e, err := Compile(table)
	if err != nil {
		t.Fatal(err)
	}
	text := Fill("gone_<lownum:20>", 1)
	if got := e.Mask(text); got != text {
		t.Error(got)
	}
}

// No fault, however internal, shows text.
func TestFaultsShowNothing(t *testing.T) {
	broken := &Engine{}
	if got, n := broken.MaskN(tokenA); got != Withheld || n != 1 {
		t.Errorf("%q %d", got, n)
	}
	m := NewMemory(broken, 1)
	out, err := m.Mask(context.Background(), Piece{Caller: "a", Stream: "s", Text: []byte(tokenA)}, allow)
	if err == nil || out != nil || strings.Contains(fmt.Sprint(err), tokenA) {
		t.Errorf("%v %v", out, err)
	}
	m.Use(engine(t))
	if got := mask(t, m, Piece{Stream: "s", Text: []byte(tokenA), Final: true}).Text; got != "[REDACTED_GITHUB_TOKEN_1]" {
		t.Errorf("the stream stays shut: %q", got)
	}
}
