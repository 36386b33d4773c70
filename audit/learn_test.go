package audit

import (
	"regexp"
	"strings"
	"testing"
)

// contextual masks what stands behind "-p " or "_PASSWORD=".
type contextual struct{}

var contextualRule = regexp.MustCompile(`(-p |_PASSWORD=)(\S+)`)

func (contextual) Mask(s string) string {
	return contextualRule.ReplaceAllString(s, "${1}[REDACTED_PASSWORD_1]")
}

// A value that only its surroundings give away is masked where it stands bare,
// before and behind the place that gives it away.
func TestAKnownValueIsMaskedEverywhere(t *testing.T) {
	const value = "hunter2Zq9xW"
	for name, in := range map[string]string{
		"option":       `{"options":[{"name":"-p","value":"hunter2Zq9xW","known":"static"}],"raw":"mysql -p hunter2Zq9xW db"}`,
		"operand":      `{"raw":"sshpass -p hunter2Zq9xW ssh h","operands":[{"value":"hunter2Zq9xW"}]}`,
		"within":       `{"operands":[{"value":"admin:hunter2Zq9xW"}],"raw":"x -p hunter2Zq9xW"}`,
		"name, value":  `{"assignments":[{"name":"DB_PASSWORD","value":"hunter2Zq9xW"}],"other":["hunter2Zq9xW"]}`,
		"path":         `{"raw":"x -p hunter2Zq9xW y","accesses":[{"resolved":"/a/hunter2Zq9xW/b","segments":["a","hunter2Zq9xW"]}]}`,
		"clipped":      `{"raw":"x -p hunter2","operands":[{"value":"hunter2Zq9xW"}]}`,
		"clipped soon": `{"raw":"x -p hunt","operands":[{"value":"hunter2Zq9xW"}]}`,
		"two":          `{"raw":"x -p first2Zq9 -p hunter2Zq9xW end","operands":[{"value":"first2Zq9"},{"value":"hunter2Zq9xW"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			out, err := maskJSON([]byte(in), contextual{})
			if err != nil {
				t.Fatal(err)
			}
			for _, secret := range []string{value, "first2Zq9", "Zq9xW"} {
				if strings.Contains(string(out), secret) {
					t.Errorf("%s is in %s", secret, out)
				}
			}
		})
	}
}

// What no surroundings give away stays byte for byte, and so do keys.
func TestOtherStringsStay(t *testing.T) {
	const in = `{"command":"x -p command y","list":["commander","abc",{"name":"USER","value":"abc"}],"name":"-p","value":null}`
	const want = `{"command":"x -p [REDACTED_PASSWORD_1] y","list":["[REDACTED]er","abc",{"name":"USER","value":"abc"}],"name":"-p","value":null}`
	out, err := maskJSON([]byte(in), contextual{})
	if err != nil {
		t.Fatal(err)
	}
	if string(out) != want {
		t.Errorf("got %s", out)
	}
}
