package regent.program.make_test

import data.regent.fact_test as fact
import data.regent.program.make as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"make -f -": [{"commands": [{"program": "make", "options": [["-f", "-"]]}]}, {"make.inline_rules"}],
	"make": [{"commands": [{"program": "make"}]}, set()],
	"make test": [{"commands": [{"program": "make", "operands": ["test"]}]}, set()],
	"make lint build": [{"commands": [{"program": "make", "operands": ["lint", "build"]}]}, set()],
	"make deploy": [{"commands": [{"program": "make", "operands": ["deploy"]}]}, {"make.target"}],
	"make -n deploy": [{"commands": [{"program": "make", "options": [["-n", ""]], "operands": ["deploy"]}]}, set()],
	"make CC=clang test": [{"commands": [{"program": "make", "operands": ["CC=clang", "test"]}]}, set()],
	"make -f /tmp/x.mk test": [{"commands": [{"program": "make", "options": [["-f", "/tmp/x.mk"]], "operands": ["test"]}], "accesses": [{"source": "option"}]}, {"make.foreign_makefile"}],
	"make --eval 'x: ; id' test": [{"commands": [{"program": "make", "options": [["-E", "x: ; id"]], "operands": ["test"]}]}, {"make.inline_rules"}],
	"make SHELL=/bin/bash test": [{"commands": [{"program": "make", "operands": ["SHELL=/bin/bash", "test"]}, {"program": "bash"}], "accesses": [{"command": 1, "source": "run", "access": "execute"}]}, {"make.shell"}],
	"make -j4 check": [{"commands": [{"program": "make", "options": [["-j", "4"]], "operands": ["check"]}]}, set()],
	"make -C src test": [{"commands": [{"program": "make", "options": [["-C", "src"]], "operands": ["test"]}], "accesses": [{"source": "cwd", "access": "list", "root": "/code/app"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
