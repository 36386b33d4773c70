package regent.program.vim_test

import data.regent.fact_test as fact
import data.regent.program.vim as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"vim +12 README.md": [{"commands": [{"program": "vim", "operands": ["+12", "README.md"]}]}, set()],
	"vim '+!ls' README.md": [{"commands": [{"program": "vim", "operands": ["+!ls", "README.md"]}]}, {"vim.code", "vim.escapes"}],
	"vim --help": [{"commands": [{"program": "vim", "options": [["--help", ""]], "help_only": true}]}, set()],
	"vim -c ':!ls' README.md": [{"commands": [{"program": "vim", "options": [["-c", ":!ls"]], "operands": ["README.md"], "code": [{"language": "vim", "text": ":!ls", "known": "static"}]}, {"program": "ls"}]}, {"vim.code", "vim.escapes"}],
	"vim -es -c 'call system(\"id\")' README.md": [{"commands": [{"program": "vim", "options": [["-e", ""], ["-s", ""], ["-c", "call system(\"id\")"]], "operands": ["README.md"], "code": [{"language": "vim", "text": "call system(\"id\")", "known": "static"}]}, {"program": "id"}]}, {"vim.code", "vim.escapes"}],
	"vim -c ':%s/a/b/g' -c ':wq' README.md": [{"commands": [{"program": "vim", "options": [["-c", ":%s/a/b/g"], ["-c", ":wq"]], "operands": ["README.md"], "code": [{"language": "vim", "text": ":%s/a/b/g", "known": "static"}, {"language": "vim", "text": ":wq", "known": "static"}]}]}, {"vim.code"}],
	"vim -S x.vim README.md": [{"commands": [{"program": "vim", "options": [["-S", "x.vim"]], "operands": ["README.md"]}]}, {"vim.code"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
