package path

import (
	"strings"
	"testing"

	"regent/facts"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func set(list ...string) map[string]bool {
	m := map[string]bool{}
	for _, s := range list {
		m[s] = true
	}
	return m
}

func compile(t testing.TB, table Table, vars ...Variables) *Matcher {
	t.Helper()
	m, err := Compile(table, workspace(), vars...)
	check(t, err)
	return m
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern string
		yes, no []string
	}{
		{"/etc/**", []string{"/etc", "/etc/hosts", "/etc/a/b/c", "/ETC/x"}, []string{"/", "/etcx", "/x/etc"}},
		{"/etc/hosts", []string{"/etc/hosts"}, []string{"/etc", "/etc/hosts/x", "/etc/hostsx"}},
		{"/lib*/**", []string{"/lib", "/lib64/x", "/libx32"}, []string{"/usr/lib", "/li"}},
		{"/", []string{"/"}, []string{"/x"}},
		{"/**", []string{"/", "/x", "/x/y"}, nil},
		{"~", []string{"/home/dev"}, []string{"/home/dev/x"}},
		{"~/.ssh/*.pub", []string{"/home/dev/.ssh/a.pub", "/home/dev/.ssh/A.PUB"}, []string{"/home/dev/.ssh/x/a.pub", "/home/dev/.ssh/apub"}},
		{"{root}/**", []string{"/code/app", "/code/app/x"}, []string{"/code/application", "/code", "/CODE/app"}},
		{"{temp}/**", []string{"/tmp", "/tmp/x", "/var/tmp/y"}, []string{"/var"}},
		{"{root}/**/.env", []string{"/code/app/.env", "/code/app/a/b/.ENV"}, []string{"/.env", "/code/app/.envx", "/code/app/.env/x"}},
		{"**/id_rsa", []string{"/id_rsa", "/a/b/id_rsa"}, []string{"/a/id_rsa.pub", "/a/id_rsa/x"}},
		{"**/.aws/credentials", []string{"/x/.aws/credentials"}, []string{"/x/.aws", "/x/credentials"}},
		{"/a/**/b/**/c", []string{"/a/b/c", "/a/x/b/y/z/c", "/a/b/b/c/c"}, []string{"/a/c", "/a/b"}},
		{"/a/*/c", []string{"/a/b/c"}, []string{"/a/c", "/a/b/b/c"}},
		{"/a/?[0-9]", []string{"/a/x7"}, []string{"/a/xx", "/a/7"}},
		{"/proc/*/environ", []string{"/proc/self/environ", "/proc/1/environ"}, []string{"/proc/1/task/2/environ"}},
		{"{guard}/**", []string{"/opt/g[1]/x", "/opt/g[1]"}, []string{"/opt/g1/x"}},
	} {
		m := compile(t, Table{"c": {Patterns: set(c.pattern)}}, Variables{"guard": {"/opt/g[1]"}})
		for _, p := range c.yes {
			if got := m.Match(p, facts.AccessRead, TypeUnknown); len(got.Classes) != 1 {
				t.Errorf("%s does not meet %s", c.pattern, p)
			}
		}
		for _, p := range c.no {
			if got := m.Match(p, facts.AccessRead, TypeUnknown); len(got.Classes) != 0 {
				t.Errorf("%s meets %s", c.pattern, p)
			}
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	for _, table := range []Table{
		{"c": {Patterns: set("etc/**")}},
		{"c": {Patterns: set("")}},
		{"c": {Patterns: set("*/x")}},
		{"c": {Patterns: set("/a/../b")}},
		{"c": {Patterns: set("/a/./b")}},
		{"c": {Patterns: set("/a/x**")}},
		{"c": {Patterns: set("/a/[")}},
		{"c": {Patterns: set("{nope}/x")}},
		{"c": {Patterns: set("{root}x")}},
		{"c": {Patterns: set("{root")}},
		{"c": {Except: set("x")}},
		{"c": {Before: map[facts.Access]map[string]bool{"delete": set("nope")}}},
	} {
		if _, err := Compile(table, workspace()); err == nil {
			t.Errorf("%+v was compiled", table)
		} else if !strings.Contains(err.Error(), `"c"`) {
			t.Errorf("the error names no class: %v", err)
		}
	}
}

func TestNarrowestFirst(t *testing.T) {
	m := compile(t, Table{
		"all":     {Patterns: set("/**")},
		"root":    {Patterns: set("{root}/**")},
		"tree":    {Names: set("node_modules")},
		"secret":  {Patterns: set("{root}/**/.env", "{root}/**/*.pem")},
		"keys":    {Patterns: set("**/*.pem")},
		"exact":   {Patterns: set("{root}/certs/a.pem")},
		"git":     {Patterns: set("{root}/**/.git/**")},
		"lock":    {Patterns: set("{root}/**/.git/*.lock")},
		"off":     {Patterns: map[string]bool{"/**": false}},
		"ranked":  {Patterns: set("{root}/customers/**"), Rank: 1},
		"special": {Patterns: set("{root}/**/.git/config")},
	})
	for p, want := range map[string]string{
		"/":                                 "all",
		"/code/app":                         "root all",
		"/code/app/node_modules/x":          "tree root all",
		"/code/app/node_modules/x/.env":     "secret tree root all",
		"/code/app/certs/b.pem":             "secret keys root all",
		"/code/app/certs/a.pem":             "exact secret keys root all",
		"/srv/b.pem":                        "keys all",
		"/code/app/.git/index.lock":         "lock git root all",
		"/code/app/.git/config":             "special git root all",
		"/code/app/node_modules/.git/x":     "git tree root all",
		"/code/app/.git/node_modules/x":     "tree git root all",
		"/code/app/customers/.env":          "ranked secret root all",
		"/code/app/node_modules/y/.git":     "git tree root all",
		"/code/app/node_modules/q/dir/file": "tree root all",
	} {
		if got := strings.Join(m.Match(p, facts.AccessRead, TypeUnknown).Classes, " "); got != want {
			t.Errorf("%s: %s, want %s", p, got, want)
		}
	}
}

func TestBeforeCountsForItsAccess(t *testing.T) {
	m := compile(t, Table{
		"root":   {Patterns: set("{root}/**")},
		"secret": {Patterns: set("{root}/**/.env")},
		"tree": {
			Names: set("dist"), TreeOnly: true, ExactCase: true,
			Before: map[facts.Access]map[string]bool{facts.AccessDelete: set("secret")},
		},
	})
	for _, c := range []struct {
		p      string
		access facts.Access
		kind   string
		want   string
	}{
		{"/code/app/dist/.env", facts.AccessDelete, TypeFile, "tree secret root"},
		{"/code/app/dist/.env", facts.AccessRead, TypeFile, "secret tree root"},
		{"/code/app/.env", facts.AccessDelete, TypeFile, "secret root"},
		{"/code/app/dist", facts.AccessDelete, TypeDir, "tree root"},
		{"/code/app/dist", facts.AccessDelete, TypeMissing, "tree root"},
		{"/code/app/dist", facts.AccessDelete, TypeSymlink, "tree root"},
		{"/code/app/dist", facts.AccessDelete, TypeFile, "root"},
		{"/code/app/dist/dist", facts.AccessDelete, TypeFile, "tree root"},
		{"/code/app/Dist/x", facts.AccessDelete, TypeFile, "root"},
	} {
		if got := strings.Join(m.Match(c.p, c.access, c.kind).Classes, " "); got != c.want {
			t.Errorf("%s %s %s: %s, want %s", c.access, c.p, c.kind, got, c.want)
		}
	}
}

func TestExceptTakesOut(t *testing.T) {
	m := compile(t, Table{
		"env":  {Patterns: set("{root}/**/.env.*"), Except: set("{root}/**/.env.example")},
		"keys": {Patterns: set("**/.ssh/**"), Except: set("{root}/**", "**/.ssh/config")},
	})
	for p, want := range map[string]int{
		"/code/app/.env.local": 1, "/code/app/x/.env.EXAMPLE": 0, "/home/dev/.ssh": 1, "/home/dev/.ssh/id": 1,
		"/home/dev/.ssh/config": 0, "/code/app/.ssh/id": 0,
	} {
		if got := m.Match(p, facts.AccessRead, TypeFile); len(got.Classes) != want {
			t.Errorf("%s: %v", p, got.Classes)
		}
	}
	if got := m.MatchElsewhere("/code/app/.ssh/id", facts.AccessRead); len(got.Classes) != 1 {
		t.Errorf("elsewhere the exception for a root is none: %v", got.Classes)
	}
}

func TestTemporaryTrees(t *testing.T) {
	m := compile(t, Table{
		"temp": {Patterns: set("{temp}/**", "/dev/shm/**"), Temporary: true},
		"keys": {Patterns: set("{temp}/ssh-*/agent.*")},
	})
	for p, want := range map[string][2]bool{
		"/tmp": {true, true}, "/tmp/x": {true, false}, "/dev/shm": {true, true}, "/dev/shm/x": {true, false},
		"/dev": {}, "/tmp/ssh-1/agent.2": {true, false},
	} {
		got := m.Match(p, facts.AccessDelete, TypeDir)
		if got.BelowTemp != want[0] || got.IsTemp != want[1] {
			t.Errorf("%s: %+v", p, got)
		}
	}
}

func TestHolds(t *testing.T) {
	m := compile(t, Table{
		"root":   {Patterns: set("{root}/**")},
		"keys":   {Patterns: set("~/.ssh/**", "**/.aws/credentials", "**/id_rsa"), Except: set("{root}/**")},
		"agent":  {Patterns: set("{root}/**/.claude/settings*.json")},
		"system": {Patterns: set("/etc/**")},
		"guard":  {Patterns: set("{guard}/**")},
	}, Variables{"guard": {"/code/app/ops/guard"}})
	for p, want := range map[string]string{
		"/":                    "guard keys root system",
		"/home":                "keys",
		"/home/dev":            "keys",
		"/home/dev/.ssh":       "",
		"/home/dev/.aws":       "keys",
		"/srv/x/.aws":          "keys",
		"/srv":                 "",
		"/code/app":            "guard",
		"/code/app/ops":        "guard",
		"/code/app/ops/guard":  "",
		"/code/app/.claude":    "agent",
		"/code/app/x/.claude":  "agent",
		"/code/app/.aws":       "",
		"/code/app/src/deeper": "",
	} {
		if got := strings.Join(m.Match(p, facts.AccessRead, TypeDir).Holds, " "); got != want {
			t.Errorf("%s holds %q, want %q", p, got, want)
		}
	}
}

func TestNamesInADirectory(t *testing.T) {
	m := compile(t, Table{
		"root":   {Patterns: set("{root}/**")},
		"secret": {Patterns: set("{root}/**/.env", "{root}/**/*.pem")},
		"git":    {Patterns: set("{root}/**/.git/**")},
		"key":    {Patterns: set("**/id_rsa")},
		"keys":   {Patterns: set("**/.aws/credentials")},
		"tree": {
			Names:  set("dist"),
			Before: map[facts.Access]map[string]bool{facts.AccessDelete: set("secret")},
		},
	})
	for _, c := range []struct {
		dir, names, want string
		access           facts.Access
	}{
		{"/code/app", ".git", "git", "delete"},
		{"/code/app", ".env", "secret", "delete"},
		{"/code/app", ".env*", "secret", "read"},
		{"/code/app", ".*", "git secret", "read"},
		{"/code/app", "*.pem", "secret", "read"},
		{"/code/app", "*.log", "", "delete"},
		{"/code/app", "*", "", "read"},
		{"/code/app", "id_*", "key", "read"},
		{"/code/app", "i*", "", "read"},
		{"/code/app", "dist", "tree", "delete"},
		{"/code/app", "*.log .git", "git", "delete"},
		{"/code/app/dist", "*.pem", "", "delete"},
		{"/code/app/dist", "*.pem", "secret", "read"},
		{"/home/dev/.aws", "*", "keys", "read"},
		{"/home/dev/.aws", "cred*", "keys", "read"},
		{"/home/dev/.aws", "*.txt", "", "read"},
		{"/home/dev", "*", "", "read"},
		{"/code/app", "[", "", "read"},
	} {
		dir := m.Match(c.dir, c.access, TypeDir)
		if got := strings.Join(m.MatchNames(c.dir, strings.Fields(c.names), dir.Classes, c.access), " "); got != c.want {
			t.Errorf("%s %s in %s: %q, want %q", c.access, c.names, c.dir, got, c.want)
		}
	}
	var none *Matcher
	if got := none.MatchNames("/", []string{"x"}, nil, "read"); len(got) != 0 {
		t.Error("no table, no classes")
	}
	if got := none.Match("/", "read", TypeDir); got.Classes == nil || got.Holds == nil {
		t.Error("no table, but lists")
	}
}

func TestNamesComeThroughTheResolver(t *testing.T) {
	r := resolver(t)
	m, err := Compile(Table{
		"root":   {Patterns: set("{root}/**")},
		"secret": {Patterns: set("{root}/**/.env")},
		"keys":   {Patterns: set("~/.ssh/**", "~/.aws/credentials")},
	}, r.Workspace)
	check(t, err)
	r.Matcher = m
	holds := func(q Request) string {
		q.Access = facts.AccessRead
		return strings.Join(r.Resolve(q).Holds, " ")
	}
	if got := holds(Request{Word: ".", Names: true, Known: facts.KnownPrefix, OnlyNames: []string{".env"}}); got != "secret" {
		t.Errorf("names: %q", got)
	}
	if got := holds(Request{Word: "~", Recursive: true}); got != "keys" {
		t.Errorf("recursive: %q", got)
	}
	if got := holds(Request{Word: "~", Whole: true, Recursive: true}); got != "keys" {
		t.Errorf("whole and recursive: %q", got)
	}
	if got := holds(Request{Word: "~", Whole: true}); got != "" {
		t.Errorf("whole: %q", got)
	}
	if got := holds(Request{Word: "~/.aws", Whole: true}); got != "keys" {
		t.Errorf("whole of .aws: %q", got)
	}
}

// The matcher against the plainest reading of a pattern.
func TestMatcherAgreesWithAPlainReading(t *testing.T) {
	part := rapid.SampledFrom([]string{"a", "b", "c", "*", "?", "**", "b*"})
	name := rapid.SampledFrom([]string{"a", "b", "c", "bc", "d"})
	rapid.Check(t, func(t *rapid.T) {
		pattern := "/" + strings.Join(rapid.SliceOfN(part, 1, 6).Draw(t, "pattern"), "/")
		p := "/" + strings.Join(rapid.SliceOfN(name, 1, 7).Draw(t, "path"), "/")
		m, err := Compile(Table{"c": {Patterns: set(pattern)}}, facts.Workspace{})
		if err != nil {
			t.Fatal(err)
		}
		got := len(m.Match(p, facts.AccessRead, TypeUnknown).Classes) == 1
		if want := plain(strings.Split(pattern[1:], "/"), strings.Split(p[1:], "/")); got != want {
			t.Fatalf("%s and %s: %v, want %v", pattern, p, got, want)
		}
	})
}

func plain(pattern, p []string) bool {
	if len(pattern) == 0 {
		return len(p) == 0
	}
	if pattern[0] == "**" {
		return plain(pattern[1:], p) || len(p) > 0 && plain(pattern, p[1:])
	}
	if len(p) == 0 {
		return false
	}
	ok := pattern[0] == p[0] || pattern[0] == "*" || pattern[0] == "?" && len(p[0]) == 1 || pattern[0] == "b*" && p[0][0] == 'b'
	return ok && plain(pattern[1:], p[1:])
}

func TestMatchDoesNotDependOnOrder(t *testing.T) {
	a := compile(t, Table{"x": {Patterns: set("/a/**")}, "y": {Patterns: set("/a/**")}})
	for range 20 {
		b := compile(t, Table{"y": {Patterns: set("/a/**")}, "x": {Patterns: set("/a/**")}})
		if d := cmp.Diff(a.Match("/a/b", "read", "file"), b.Match("/a/b", "read", "file")); d != "" {
			t.Fatal(d)
		}
	}
}
