package regent.program.sed_test

import data.regent.fact_test as fact
import data.regent.program.sed as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"sed -n 1,5p README.md": [{"commands": [{"program": "sed", "options": [["-n", ""]], "operands": ["1,5p", "README.md"], "code": [{"language": "sed", "text": "1,5p", "known": "static"}]}], "accesses": [{"classes": ["workspace", "outside"]}]}, set()],
	"sed -e 's/a/b/g' README.md": [{"commands": [{"program": "sed", "options": [["-e", "s/a/b/g"]], "operands": ["README.md"], "code": [{"language": "sed", "text": "s/a/b/g", "known": "static"}]}], "accesses": [{"classes": ["workspace", "outside"]}]}, set()],
	"sed -i 's/e/w/' README.md": [{"commands": [{"program": "sed", "options": [["-i", ""]], "operands": ["s/e/w/", "README.md"], "code": [{"language": "sed", "text": "s/e/w/", "known": "static"}]}], "accesses": [{"access": "write", "classes": ["workspace", "outside"]}]}, set()],
	"sed 's/write/w e/' README.md": [{"commands": [{"program": "sed", "operands": ["s/write/w e/", "README.md"], "code": [{"language": "sed", "text": "s/write/w e/", "known": "static"}]}], "accesses": [{"classes": ["workspace", "outside"]}]}, set()],
	"sed '1e ls' README.md": [{"commands": [{"program": "sed", "operands": ["1e ls", "README.md"], "code": [{"language": "sed", "text": "1e ls", "known": "static"}]}, {"program": "ls", "via": ["sed"]}], "accesses": [{"command": 1, "access": "list", "classes": ["workspace", "outside"]}, {"classes": ["workspace", "outside"]}]}, {"sed.runs"}],
	"sed 's/.*/ls/e' README.md": [{"commands": [{"program": "sed", "operands": ["s/.*/ls/e", "README.md"], "code": [{"language": "sed", "text": "s/.*/ls/e", "known": "static"}]}], "accesses": [{"classes": ["workspace", "outside"]}]}, set()],
	"sed 'w out.txt' README.md": [{"commands": [{"program": "sed", "operands": ["w out.txt", "README.md"], "code": [{"language": "sed", "text": "w out.txt", "known": "static"}]}], "accesses": [{"source": "code", "access": "write", "classes": ["workspace", "outside"]}, {"classes": ["workspace", "outside"]}]}, {"sed.writes"}],
	"sed 's/a/b/w out.txt' README.md": [{"commands": [{"program": "sed", "operands": ["s/a/b/w out.txt", "README.md"], "code": [{"language": "sed", "text": "s/a/b/w out.txt", "known": "static"}]}], "accesses": [{"source": "code", "access": "write", "classes": ["workspace", "outside"]}, {"classes": ["workspace", "outside"]}]}, {"sed.writes"}],
	"sed '/^e/d' README.md": [{"commands": [{"program": "sed", "operands": ["/^e/d", "README.md"], "code": [{"language": "sed", "text": "/^e/d", "known": "static"}]}], "accesses": [{"classes": ["workspace", "outside"]}]}, set()],
	"sed 's|/usr/bin|/opt/e|g' README.md": [{"commands": [{"program": "sed", "operands": ["s|/usr/bin|/opt/e|g", "README.md"], "code": [{"language": "sed", "text": "s|/usr/bin|/opt/e|g", "known": "static"}]}], "accesses": [{"classes": ["workspace", "outside"]}]}, set()],
	"sed -i 's/x/y/' /etc/hosts": [{"commands": [{"program": "sed", "options": [["-i", ""]], "operands": ["s/x/y/", "/etc/hosts"], "code": [{"language": "sed", "text": "s/x/y/", "known": "static"}]}], "accesses": [{"access": "write", "classes": ["system_tree", "outside"]}]}, set()],
	"sed -f x.sed README.md": [{"commands": [{"program": "sed", "options": [["-f", "x.sed"]], "operands": ["README.md"]}], "accesses": [{"source": "run", "access": "execute", "classes": ["workspace", "outside"]}, {"classes": ["workspace", "outside"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
