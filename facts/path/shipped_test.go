package path_test

import (
	"context"
	"strings"
	"testing"

	"regent/engine"
	"regent/facts"
	"regent/facts/path"
)

// What shell commands make of paths, judged by the shipped policies: the same
// rules must serve the path tool and every command.

func commandWorld(t testing.TB) (*path.Resolver, *engine.Engine) {
	t.Helper()
	e, table := openEngine(t)
	m := path.NewMem()
	for _, dir := range []string{
		"/code/app/src", "/code/app/build", "/code/app/node_modules/.cache", "/code/app/.git/refs/heads", "/code/app/tests",
		"/code/app/docs", "/code/app/.claude", "/code/app/.vscode", "/home/dev/.ssh", "/tmp", "/var/tmp", "/srv/acme", "/usr/share/dict",
		"/etc", "/code/app/ops/guard", "/code/other",
	} {
		must(t, m.MkdirAll(dir))
	}
	for _, file := range []string{"/code/app/.env", "/code/app/package.json", "/code/app/README.md", "/code/app/coverage"} {
		must(t, m.WriteFile(file, nil))
	}
	must(t, m.Symlink("/srv/acme", "/code/app/ext"))
	ws := facts.Workspace{Roots: []string{"/code/app"}, CWD: "/code/app", Home: "/home/dev", Temp: []string{"/tmp", "/var/tmp"}, UID: 1000}
	mt, err := path.Compile(table, ws, path.Variables{"guard": {"/code/app/ops/guard", "/etc/regent", "/home/dev/.config/regent"}})
	must(t, err)
	return &path.Resolver{FS: m, Workspace: ws, Matcher: mt}, e
}

const (
	list    = facts.AccessList
	read    = facts.AccessRead
	writes  = facts.AccessWrite
	remove  = facts.AccessDelete
	execute = facts.AccessExecute
	link    = facts.AccessLink
	perm    = facts.AccessPermission
	unknown = facts.AccessUnknown

	prefix  = facts.KnownPrefix
	dynamic = facts.KnownDynamic
)

func TestAccessesOfCommands(t *testing.T) {
	r, e := commandWorld(t)
	moves := func(to string) func(*facts.PathUse) { return func(u *facts.PathUse) { u.MovesTo = to } }
	links := func(to string) func(*facts.PathUse) { return func(u *facts.PathUse) { u.LinkTarget = to } }
	for _, c := range []struct {
		like string // the command that makes such an access
		q    path.Request
		and  func(*facts.PathUse)
		want string
	}{
		{"rm -rf ./*", path.Request{Word: ".", Access: remove, Whole: true, Recursive: true}, nil, "BLOCKED path.root_deleted"},
		{"rm -rf .", path.Request{Word: ".", Access: remove, Recursive: true}, nil, "BLOCKED path.root_deleted"},
		{"rm -rf ..", path.Request{Word: "..", Access: remove, Recursive: true}, nil, "BLOCKED path.blocked"},
		{"rm -rf ../*", path.Request{CWD: "/code/app/src", Word: "..", Access: remove, Whole: true, Recursive: true}, nil, "BLOCKED path.root_deleted"},
		{"rm -rf build/*", path.Request{Word: "build", Access: remove, Whole: true, Recursive: true}, nil, "SAFE"},
		{"rm -rf build", path.Request{Word: "build", Access: remove, Recursive: true, NoFollow: true}, nil, "SAFE"},
		{"rm -rf build/../src", path.Request{Word: "build/../src", Access: remove, Recursive: true, NoFollow: true}, nil, "NEEDS_CONFIRMATION path.confirm"},
		{"rm coverage (a file)", path.Request{Word: "coverage", Access: remove, NoFollow: true}, nil, "NEEDS_CONFIRMATION path.confirm"},
		{"rm -rf node_modules/.cache", path.Request{Word: "node_modules/.cache", Access: remove, Recursive: true}, nil, "SAFE"},
		{"rm *.log", path.Request{Word: ".", Known: prefix, Names: true, OnlyNames: []string{"*.log"}, Access: remove}, nil, "NEEDS_CONFIRMATION path.confirm"},
		{"rm -rf .*", path.Request{Word: ".", Known: prefix, Names: true, OnlyNames: []string{".*"}, Access: remove, Recursive: true}, nil, "BLOCKED path.names_reach"},
		{"rm -rf \"$X\"/*", path.Request{Known: dynamic, EmptyFallback: true, Access: remove, Recursive: true, Whole: true}, nil, "BLOCKED path.empty_fallback"},
		{"rm -rf \"$X\"", path.Request{Known: dynamic, Access: remove, Recursive: true}, nil, "NEEDS_CONFIRMATION path.unknown"},
		{"rm -rf src/\"$m\"", path.Request{Word: "src", Known: prefix, Access: remove, Recursive: true}, nil, "NEEDS_CONFIRMATION path.confirm"},
		{"rm -rf build/\"$m\"", path.Request{Word: "build", Known: prefix, Access: remove, Recursive: true}, nil, "NEEDS_CONFIRMATION path.unknown"},
		{"rm -rf /h?me/d*", path.Request{Word: "/", Known: prefix, Names: true, Access: remove, Recursive: true}, nil, "BLOCKED path.blocked"},
		{"rm -rf /tmp/*", path.Request{Word: "/tmp", Access: remove, Whole: true, Recursive: true}, nil, "BLOCKED path.temp_deleted"},
		{"rm -rf packages/*/dist", path.Request{Word: "packages", Known: prefix, Names: true, OnlyNames: []string{"*/dist"}, Access: remove}, nil, "SAFE"},
		{"rm -rf */.git", path.Request{Word: ".", Known: prefix, Names: true, OnlyNames: []string{"*/.git"}, Access: remove}, nil, "BLOCKED path.names_reach"},
		{"cat /home/*/.ssh/id_rsa", path.Request{Word: "/home", Known: prefix, Names: true, OnlyNames: []string{"*/.ssh/id_rsa"}, Access: read}, nil, "BLOCKED path.names_reach"},
		{"cat /proc/$pid/environ", path.Request{Word: "/proc", Known: prefix, OnlyNames: []string{"*/environ"}, Access: read}, nil, "BLOCKED path.names_reach"},
		{"cat $dir/id_rsa", path.Request{Known: facts.KnownDynamic, OnlyNames: []string{"*/id_rsa"}, Access: read}, nil, "BLOCKED path.names_reach"},
		{"cat $dir/.npmrc", path.Request{Known: facts.KnownDynamic, OnlyNames: []string{"*/.npmrc"}, Access: read}, nil, "NEEDS_CONFIRMATION path.unknown"},
		{"rm -rf /tmp/acme-*", path.Request{Word: "/tmp", Known: prefix, Names: true, OnlyNames: []string{"acme-*"}, Access: remove}, nil, "SAFE"},
		{"rm -rf /tmp", path.Request{Word: "/tmp/", Access: remove, Recursive: true}, nil, "BLOCKED path.temp_deleted"},
		{"rm -rf /dev/shm", path.Request{Word: "/dev/shm", Access: remove, Recursive: true}, nil, "BLOCKED path.temp_deleted"},
		{"rm -rf /code", path.Request{Word: "/code", Access: remove, Recursive: true}, nil, "BLOCKED path.blocked"},
		{"rm -rf ~/*", path.Request{Word: "~", Access: remove, Whole: true, Recursive: true}, nil, "BLOCKED path.blocked"},
		{"rm -rf ext/", path.Request{Word: "ext/", Access: remove, Recursive: true, NoFollow: true}, nil, "BLOCKED path.blocked"},
		{"rm ext", path.Request{Word: "ext", Access: remove, NoFollow: true}, nil, "NEEDS_CONFIRMATION path.confirm"},
		{"rm -rf ext/*", path.Request{Word: "ext", Access: remove, NoFollow: true, Whole: true}, nil, "BLOCKED path.blocked"},
		{"rm .git/index.lock", path.Request{Word: ".git/index.lock", Access: remove}, nil, "NEEDS_CONFIRMATION path.confirm"},
		{"rm .git/refs/heads/build", path.Request{Word: ".git/refs/heads/build", Access: remove}, nil, "BLOCKED path.blocked"},
		{"rm -rf .claude", path.Request{Word: ".claude", Access: remove, Recursive: true}, nil, "BLOCKED path.blocked"},
		{"rm -rf .vscode", path.Request{Word: ".vscode", Access: remove, Recursive: true}, nil, "NEEDS_CONFIRMATION path.confirm"},
		{"rm -rf ops", path.Request{Word: "ops", Access: remove, Recursive: true}, nil, "BLOCKED path.guard_holder_changed"},
		{"rm ~/.bash_history", path.Request{Word: "~/.bash_history", Access: remove}, nil, "BLOCKED path.blocked"},

		{"find . -name '*.orig' -delete", path.Request{Word: ".", Access: remove, Recursive: true, OnlyNames: []string{"*.orig"}}, nil, "NEEDS_CONFIRMATION path.confirm"},
		{"find . -name __pycache__ -exec rm -rf", path.Request{Word: ".", Access: remove, Recursive: true, OnlyNames: []string{"__pycache__", ".pytest_cache"}}, nil, "SAFE"},
		{"find . -name .git -exec rm -rf", path.Request{Word: ".", Access: remove, Recursive: true, OnlyNames: []string{".git"}}, nil, "BLOCKED path.names_reach"},
		{"find . -delete", path.Request{Word: ".", Access: remove, Recursive: true}, nil, "BLOCKED path.root_deleted"},
		{"find / -name node_modules -exec rm", path.Request{Word: "/", Access: remove, Recursive: true, OnlyNames: []string{"node_modules"}}, nil, "BLOCKED path.blocked"},
		{"find /srv -type f -delete", path.Request{Word: "/srv", Access: remove, Recursive: true}, nil, "BLOCKED path.blocked"},
		{"git ls-files -o | xargs rm", path.Request{Word: ".", Known: dynamic, Names: true, Access: remove}, nil, "NEEDS_CONFIRMATION path.confirm"},
		{"find ~ -name id_rsa -exec cat", path.Request{Word: "~", Access: read, Recursive: true, OnlyNames: []string{"id_rsa"}}, nil, "BLOCKED path.names_reach"},
		{"find ~ -name '*.md' -exec cat", path.Request{Word: "~", Access: read, Recursive: true, OnlyNames: []string{"*.md"}}, nil, "NEEDS_CONFIRMATION path.confirm"},

		{"mv docs/a docs/b", path.Request{Word: "docs/a", Access: remove, NoFollow: true}, moves("/code/app/docs/b"), "SAFE"},
		{"mv docs/a /tmp/", path.Request{Word: "docs/a", Access: remove, NoFollow: true}, moves("/tmp/a"), "NEEDS_CONFIRMATION path.confirm"},
		{"mv build/a.tgz /tmp/", path.Request{Word: "build/a.tgz", Access: remove, NoFollow: true}, moves("/tmp/a.tgz"), "NEEDS_CONFIRMATION path.moved_out"},
		{"mv .env env.txt", path.Request{Word: ".env", Access: remove, NoFollow: true}, moves("/code/app/env.txt"), "NEEDS_CONFIRMATION path.confirm"},
		{"mv .git old", path.Request{Word: ".git", Access: remove, NoFollow: true}, moves("/code/app/old"), "BLOCKED path.blocked"},
		{"mv .claude old", path.Request{Word: ".claude", Access: remove, NoFollow: true}, moves("/code/app/old"), "BLOCKED path.blocked"},
		{"mv /code/app /code/old", path.Request{Word: "/code/app", Access: remove, NoFollow: true}, moves("/code/old"), "BLOCKED path.root_deleted"},
		{"mv ops /tmp/x", path.Request{Word: "ops", Access: remove, NoFollow: true}, moves("/tmp/x"), "BLOCKED path.guard_holder_changed"},
		{"mv * old/", path.Request{Word: ".", Whole: true, Access: remove}, moves("/code/app/old"), "SAFE"},
		{"mv /tmp/a src/a", path.Request{Word: "/tmp/a", Access: remove}, moves("/code/app/src/a"), "SAFE"},
		{"mv x ~/Desktop/", path.Request{Word: "~/Desktop/x", Access: writes}, nil, "BLOCKED path.blocked"},

		{"ln -s / tests/x", path.Request{Word: "tests/x", Access: link, NoFollow: true}, links("/"), "NEEDS_CONFIRMATION path.link_out"},
		{"ln -s ../src tests/x", path.Request{Word: "tests/x", Access: link, NoFollow: true}, links("/code/app/src"), "SAFE"},
		{"ln -s /srv /tmp/x", path.Request{Word: "/tmp/x", Access: link, NoFollow: true}, links("/srv"), "SAFE"},
		{"ln -s x ~/bin/x", path.Request{Word: "~/bin/x", Access: link, NoFollow: true}, links("/code/app/x"), "BLOCKED path.blocked"},
		{"ln ~/.ssh/id_rsa x", path.Request{Word: "~/.ssh/id_rsa", Access: link}, nil, "BLOCKED path.blocked"},

		{"cp ~/.aws/credentials x", path.Request{Word: "~/.aws/credentials", Access: read}, nil, "BLOCKED path.blocked"},
		{"cp -r ~/.aws /tmp/x", path.Request{Word: "~/.aws", Access: read, Recursive: true}, nil, "BLOCKED path.reaches"},
		{"tar cf x ~", path.Request{Word: "~", Access: read, Recursive: true}, nil, "BLOCKED path.reaches"},
		{"cat ~/.aws/*", path.Request{Word: "~/.aws", Access: read, Whole: true}, nil, "BLOCKED path.names_reach"},
		{"cat ~/.ssh/*", path.Request{Word: "~/.ssh", Access: read, Whole: true}, nil, "BLOCKED path.blocked"},
		{"grep -r x /etc", path.Request{Word: "/etc", Access: read, Recursive: true}, nil, "NEEDS_CONFIRMATION path.reaches"},
		{"grep -r x .", path.Request{Word: ".", Access: read, Recursive: true}, nil, "SAFE"},
		{"cat *", path.Request{Word: ".", Access: read, Whole: true}, nil, "SAFE"},
		{"cat .env*", path.Request{Word: ".", Known: prefix, Names: true, OnlyNames: []string{".env*"}, Access: read}, nil, "NEEDS_CONFIRMATION path.names_reach"},
		{"ls -R ~", path.Request{Word: "~", Access: list, Recursive: true}, nil, "SAFE"},
		{"ls /code/other", path.Request{Word: "../other", Access: list}, nil, "SAFE"},
		{"cat \"$f\"", path.Request{Known: dynamic, Access: read}, nil, "NEEDS_CONFIRMATION path.unknown"},
		{"cat src/\"$f\"", path.Request{Word: "src", Known: prefix, Access: read}, nil, "SAFE"},
		{"for f in src/*: cat", path.Request{Word: "src", Known: dynamic, Names: true, Access: read}, nil, "SAFE"},
		{"cat /proc/self/root/etc/shadow", path.Request{Word: "/proc/self/root/etc/shadow", Access: read}, nil, "BLOCKED path.blocked"},
		{"cat /proc/1/root/etc/shadow", path.Request{Word: "/proc/1/root/etc/shadow", Access: read}, nil, "BLOCKED path.blocked"},
		{"cat < /dev/stdin", path.Request{Word: "/dev/stdin", Access: read}, nil, "SAFE"},
		{"echo > /proc/self/fd/2", path.Request{Word: "/proc/self/fd/2", Access: writes}, nil, "SAFE"},
		{"echo > /dev/sda", path.Request{Word: "/dev/sda", Access: writes}, nil, "BLOCKED path.blocked"},
		{"echo > out/\"$n\"", path.Request{Word: "src", Known: prefix, Access: writes}, nil, "NEEDS_CONFIRMATION path.unknown"},

		{"chmod +x tests/run.sh", path.Request{Word: "tests/run.sh", Access: perm}, nil, "SAFE"},
		{"chmod 755 /tmp/x/y", path.Request{Word: "/tmp/x/y", Access: perm}, nil, "SAFE"},
		{"chattr -i /etc/resolv.conf", path.Request{Word: "/etc/resolv.conf", Access: perm}, nil, "BLOCKED path.blocked"},
		{"chmod -R 777 \"$X\"/", path.Request{Known: dynamic, EmptyFallback: true, Recursive: true, Access: perm}, nil, "BLOCKED path.empty_fallback"},
		{"acme --do package.json", path.Request{Word: "package.json", Access: unknown}, nil, "NEEDS_CONFIRMATION path.confirm"},
		{"acme --do /srv/x", path.Request{Word: "/srv/x", Access: unknown}, nil, "BLOCKED path.blocked"},
		{"/usr/bin/git", path.Request{Word: "/usr/bin/git", Access: execute}, nil, "SAFE"},
		{"./x", path.Request{Word: "x", Access: execute}, nil, "NEEDS_CONFIRMATION path.confirm"},

		{"ssh host rm -rf /srv/x", path.Request{Word: "/srv/x", Access: remove, Recursive: true, Remote: true}, nil, "BLOCKED path.blocked"},
		{"ssh host rm -rf /code/app/x", path.Request{Word: "/code/app/x", Access: remove, Remote: true}, nil, "BLOCKED path.blocked"},
		{"ssh host cat x", path.Request{Word: "x", Access: read, Remote: true}, nil, "NEEDS_CONFIRMATION path.unknown"},
		{"docker exec c cat /etc/shadow", path.Request{Word: "/etc/shadow", Access: read, Remote: true}, nil, "BLOCKED path.blocked"},

		{"vi /etc/regent/managed.json", path.Request{Word: "/etc/regent/managed.json", Access: writes}, nil, "BLOCKED path.blocked"},
		{"cat ops/guard/policy.rego", path.Request{Word: "ops/guard/policy.rego", Access: read}, nil, "SAFE"},
		{"cat ~/.config/regent/x", path.Request{Word: "~/.config/regent/x", Access: read}, nil, "NEEDS_CONFIRMATION path.confirm"},
		{"echo > ops/guard/policy.rego", path.Request{Word: "ops/guard/policy.rego", Access: writes}, nil, "BLOCKED path.blocked"},
	} {
		u := r.Resolve(c.q)
		u.Source, u.Raw = "operand", c.like[strings.LastIndexByte(c.like, ' ')+1:]
		if c.and != nil {
			c.and(&u)
		}
		d := e.Decide(context.Background(), &facts.Input{Tool: "dry_run_command", Workspace: r.Workspace, Accesses: []facts.PathUse{u}})
		var rules []string
		for _, f := range d.Findings {
			rules = append(rules, f.Rule)
			if strings.Contains(f.Reason, "{") || strings.Contains(f.Remedy, "{") || strings.HasPrefix(f.Reason, "?") || strings.Contains(f.Reason, " ? ") {
				t.Errorf("%s: the sentence has a hole: %s | %s", c.like, f.Reason, f.Remedy)
			}
		}
		word, rule, _ := strings.Cut(c.want, " ")
		if d.Decision != word || rule != "" && !strings.Contains(" "+strings.Join(rules, " ")+" ", " "+rule+" ") {
			t.Errorf("%s: %s %v, want %s\n%+v", c.like, d.Decision, rules, c.want, u)
		}
	}
}

// Every name in the shipped table that lets go of something is there for a
// place that the page names, and the narrower place wins.
func TestShippedClasses(t *testing.T) {
	r, e := commandWorld(t)
	var words map[string]map[string]string
	must(t, e.Table("regent/settings/access", &words))
	var table path.Table
	must(t, e.Table("regent/paths", &table))
	for name := range table {
		if len(words[name]) == 0 {
			t.Errorf("class %s has no word for any access", name)
		}
		if table[name].Doc == "" {
			t.Errorf("class %s says nothing of itself", name)
		}
	}
	for name, row := range words {
		for access, word := range row {
			if word != "SAFE" && word != "NEEDS_CONFIRMATION" && word != "BLOCKED" {
				t.Errorf("%s.%s is %q", name, access, word)
			}
		}
	}
	for p, want := range map[string]string{
		"/code/app/src/a.ts":                       "workspace",
		"/code/app/.env":                           "project_secret",
		"/code/app/.env.example":                   "workspace",
		"/code/app/.env.test.sample":               "workspace",
		"/code/app/.envrc":                         "runs_by_itself",
		"/code/app/.ENV.Production":                "project_secret",
		"/code/app/x/.npmrc":                       "project_secret",
		"/code/app/x/.ssh/other":                   "workspace",
		"/code/app/x/id_ed25519_sk":                "private_key",
		"/code/app/x/ID_RSA":                       "private_key",
		"/code/app/x/id_rsa.pub":                   "workspace",
		"/code/app/.git":                           "git_internals",
		"/code/app/.GIT/hooks/x":                   "git_internals",
		"/code/app/.gitignore":                     "workspace",
		"/code/app/.github/workflows":              "runs_by_itself",
		"/code/app/.github/CODEOWNERS":             "workspace",
		"/code/app/.claude":                        "agent_settings_tree",
		"/code/app/.claude/settings.local.json":    "agent_settings",
		"/code/app/.claude/commands/x.md":          "workspace",
		"/code/app/.codex/auth.json":               "agent_settings",
		"/home/dev/.codex/auth.json":               "credential_store",
		"/home/dev/.codex/config.toml":             "agent_settings_home",
		"/home/dev/.claude/.credentials.json":      "credential_store",
		"/home/dev/.claude/settings.json":          "agent_settings_home",
		"/home/dev/.ssh":                           "credential_store",
		"/home/dev/.ssh/known_hosts":               "outside",
		"/home/dev/.ssh/config":                    "outside",
		"/home/dev/.ssh/work.pub":                  "outside",
		"/home/dev/.ssh/work":                      "credential_store",
		"/home/dev/.ssh/authorized_keys":           "startup",
		"/home/ann/.ssh/authorized_keys":           "startup",
		"/home/ann/.netrc":                         "credential_store",
		"/root/.kube/config":                       "credential_store",
		"/home/dev/.cargo/credentials.toml":        "credential_store",
		"/home/dev/.cargo/registry/src/x.rs":       "language_cache",
		"/home/dev/.cargo/registry/src/x/key.pem":  "language_cache",
		"/home/dev/go/pkg/mod/x/testdata/cert.pem": "language_cache",
		"/home/dev/.cache/pip/x":                   "user_cache",
		"/home/dev/.cache/x/y.pem":                 "credential_store",
		"/home/dev/.bashrc":                        "startup",
		"/home/dev/.config/autostart/x.desktop":    "startup",
		"/home/dev/.config/gcloud":                 "credential_store",
		"/home/dev/.config/other":                  "outside",
		"/home/dev/keys/prod.pem":                  "credential_store",
		"/etc/ssl/certs/ca.pem":                    "system_tree",
		"/etc/ssl/private/x.key":                   "credential_store",
		"/etc/ssl/private":                         "credential_store",
		"/etc/sudoers.d/dev":                       "credential_store",
		"/etc/shadow-":                             "credential_store",
		"/etc/nginx/server.key":                    "credential_store",
		"/etc/passwd":                              "system_tree",
		"/usr/share/ca-certificates/x.pem":         "system_tree",
		"/usr/bin/env":                             "system_bin",
		"/bin/ls":                                  "system_bin",
		"/lib64/ld.so":                             "system_tree",
		"/proc/self/environ":                       "credential_store",
		"/proc/12/task/13/mem":                     "credential_store",
		"/proc/12/fd/3":                            "process_internals",
		"/proc/cpuinfo":                            "system_tree",
		"/sys/class/net":                           "system_tree",
		"/tmp/x":                                   "temporary",
		"/tmp/x/server.pem":                        "temporary",
		"/tmp/x/.npmrc":                            "credential_store",
		"/tmp/x/id_dsa":                            "private_key",
		"/tmp/krb5cc_1000":                         "credential_store",
		"/tmp/ssh-AbC/agent.42":                    "credential_store",
		"/dev/shm/x":                               "temporary",
		"/dev/null":                                "device_exempt",
		"/dev/fd/9":                                "device_exempt",
		"/dev/stderr":                              "device_exempt",
		"/dev/sda1":                                "device",
		"/dev/full":                                "device",
		"/dev/fd/3/x":                              "device",
		"/run/docker.sock":                         "credential_store",
		"/run/secrets/db":                          "credential_store",
		"/etc/kubernetes/admin.conf":               "credential_store",
		"/srv/x":                                   "outside",
		"/":                                        "outside",
		"/code/app/ops/guard/x":                    "guard_files",
		"/etc/regent/managed.json":                 "guard_files",
	} {
		got := r.Matcher.Match(p, read, path.TypeUnknown).Classes
		if len(got) == 0 || got[0] != want {
			t.Errorf("%s: %v, want %s", p, got, want)
		}
	}
}

func FuzzResolve(f *testing.F) {
	r, _ := commandWorld(f)
	for _, w := range []string{".", "..", "~", "/", "ext/x", "src/../..", "//a//", "/proc/self/cwd/../..", "a\x00", "~x/\xff", "[", "**", "{root}"} {
		f.Add(w, "/code/app", true, false)
	}
	f.Fuzz(func(t *testing.T, word, cwd string, nofollow, whole bool) {
		u := r.Resolve(path.Request{CWD: cwd, Word: word, Access: remove, NoFollow: nofollow, Whole: whole, OnlyNames: []string{word}})
		switch {
		case u.Error != "":
			if u.Resolved != "" {
				t.Fatalf("%q: a place beside an error: %+v", word, u)
			}
		case !strings.HasPrefix(u.Resolved, "/"), strings.Contains(u.Resolved, "//"), u.Resolved != "/" && strings.HasSuffix(u.Resolved, "/"),
			strings.Contains(u.Resolved+"/", "/../"), strings.Contains(u.Resolved+"/", "/./"):
			t.Fatalf("%q from %q: not canonical: %q", word, cwd, u.Resolved)
		case len(u.Classes) == 0:
			t.Fatalf("%q: of no class", word)
		case len(u.Segments) != len(u.Ancestors):
			t.Fatalf("%q: %d segments, %d ancestors", word, len(u.Segments), len(u.Ancestors))
		}
	})
}

func BenchmarkResolve(b *testing.B) {
	r, _ := commandWorld(b)
	for _, word := range []string{"src/index.ts", "../other/x", "ext/deep/file", "~/.ssh/id_ed25519"} {
		b.Run(strings.ReplaceAll(word, "/", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Resolve(path.Request{Word: word, Access: read})
			}
		})
	}
}

func BenchmarkMatch(b *testing.B) {
	r, _ := commandWorld(b)
	for _, p := range []string{"/code/app/src/components/a.ts", "/home/dev/.config/gcloud/x.db", "/usr/bin/env"} {
		b.Run(strings.ReplaceAll(p, "/", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Matcher.Match(p, read, path.TypeFile)
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	_, table := openEngine(b)
	ws := facts.Workspace{Roots: []string{"/code/app"}, Home: "/home/dev", Temp: []string{"/tmp", "/var/tmp"}}
	for b.Loop() {
		if _, err := path.Compile(table, ws, path.Variables{"guard": nil}); err != nil {
			b.Fatal(err)
		}
	}
}
