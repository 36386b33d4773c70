package oracle

import (
	"maps"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// generate writes a text that re matches. Unbounded repetitions stay short.
func generate(r *rand.Rand, re *syntax.Regexp, out *strings.Builder) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			if re.Flags&syntax.FoldCase != 0 {
				c = unicode.ToLower(c) // as tokens and names are written
			}
			out.WriteRune(c)
		}
	case syntax.OpCharClass:
		var all []rune
		for i := 0; i+1 < len(re.Rune); i += 2 {
			for c := max(re.Rune[i], 0x20); c <= min(re.Rune[i+1], 0x7E); c++ {
				all = append(all, c)
			}
		}
		if len(all) == 0 {
			all = []rune{re.Rune[0]}
		}
		out.WriteRune(all[r.IntN(len(all))])
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		out.WriteByte("abcdefgh01234567"[r.IntN(16)])
	case syntax.OpCapture:
		generate(r, re.Sub[0], out)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			generate(r, sub, out)
		}
	case syntax.OpAlternate:
		generate(r, re.Sub[r.IntN(len(re.Sub))], out)
	case syntax.OpQuest:
		if r.IntN(2) == 0 {
			generate(r, re.Sub[0], out)
		}
	case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		lo, hi := re.Min, re.Max
		switch re.Op {
		case syntax.OpStar:
			lo, hi = 0, -1
		case syntax.OpPlus:
			lo, hi = 1, -1
		}
		if hi < 0 || hi > lo+12 {
			hi = lo + 12
		}
		for range lo + r.IntN(hi-lo+1) {
			generate(r, re.Sub[0], out)
		}
	}
}

// unmasked are gitleaks rules of which many texts stay as they are, and why.
var unmasked = map[string]string{
	"asana-client-id":              "an id, not a secret",
	"atlassian-api-token":          "the made-up text has the literal in another case than Atlassian gives",
	"cohere-api-token":             "letters stuck to the name make it another name; CO_API_KEY itself is masked",
	"curl-auth-user":               "an empty password",
	"discord-client-id":            "an id, not a secret",
	"generic-api-key":              "made-up names such as 'DRz0wPpq2dAAPIg'; what people write is in the corpus",
	"grafana-api-key":              "the made-up text has the literal in another case than base64 gives",
	"jwt":                          "a JSON object in base64 begins with eyJ, not with any ey",
	"jwt-base64":                   "the made-up text holds no encoded token",
	"linkedin-client-id":           "an id, not a secret",
	"looker-client-id":             "an id, not a secret",
	"nytimes-access-token":         "a name with a comma in it",
	"plaid-client-id":              "an id, not a secret",
	"private-key":                  "the made-up text is no key: lower case, without base64",
	"slack-legacy-workspace-token": "texts without a digit are as likely an example (xoxa-your-token)",
	"sumologic-access-id":          "an id, not a secret",
	"vault-service-token":          "s. and 24 characters alone is also code; with vault in the name it is masked",
}

// Texts made from each of gitleaks' own rules, as far as gitleaks finds them,
// are masked. This tells which classes the table lacks.
func TestTextsOfGitleaksRulesAreMasked(t *testing.T) {
	e, _ := engine(t)
	d := gitleaks(t)
	r := rand.New(rand.NewPCG(3, 4))
	rules := 0
	missed := map[string][]string{}
	total := map[string]int{}
	for _, id := range slices.Sorted(maps.Keys(d.Config.Rules)) {
		rule := d.Config.Rules[id]
		if rule.Regex == nil {
			continue
		}
		re, err := syntax.Parse(rule.Regex.String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		hits := 0
		for range 60 {
			var b strings.Builder
			generate(r, re, &b)
			text := "x " + b.String() + "\n"
			if strings.Contains(text, "[REDACTED") {
				continue
			}
			masked := e.Mask(text)
			for _, f := range d.DetectString(text) {
				if f.RuleID != id {
					continue
				}
				hits++
				total[id]++
				if strings.Contains(masked, f.Secret) {
					missed[id] = append(missed[id], text)
				}
			}
		}
		if hits > 0 {
			rules++
		}
	}
	for _, id := range slices.Sorted(maps.Keys(missed)) {
		// Some made-up names end in a word that makes them harmless ("…s", "…Id").
		if many := len(missed[id])*5 > total[id] && total[id] > 20; many && unmasked[id] == "" {
			t.Errorf("%s: %d texts are left, for example %q", id, len(missed[id]), missed[id][0])
		}
	}
	for id := range unmasked {
		if len(missed[id]) == 0 {
			t.Errorf("%s is listed, but all its texts are masked", id)
		}
	}
	if rules < 150 {
		t.Errorf("texts of %d rules only were found by gitleaks", rules)
	}
	t.Logf("texts of %d rules were found by gitleaks, of %d some stay", rules, len(missed))
}
