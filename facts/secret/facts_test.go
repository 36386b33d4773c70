package secret

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"regent/facts"
)

func TestFactsNameClassesOnly(t *testing.T) {
	got := engine(t).Facts("curl -u me:"+Fill("<alnum:12>", 1)+" -H 'X-Api-Key: "+tokenA+"' https://h/", 2, "option")
	want := []facts.Secret{
		{Command: 2, Class: "curl_user", Source: "option", Index: 0},
		{Command: 2, Class: "github_personal_token", Source: "option", Index: 1},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got := engine(t).Facts("ls -la", facts.NoCommand, "text"); got != nil {
		t.Errorf("%v", got)
	}
}
