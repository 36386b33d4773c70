package regent.program.dnf_test

import data.regent.fact_test as fact
import data.regent.program.dnf as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"dnf install x": [{"commands": [{"program": "dnf", "subcommand": ["install"], "operands": ["x"]}]}, {"dnf.asks"}],
	"dnf remove x": [{"commands": [{"program": "dnf", "subcommand": ["remove"], "operands": ["x"]}]}, {"dnf.removes"}],
	"dnf list installed": [{"commands": [{"program": "dnf", "subcommand": ["list"], "operands": ["installed"]}]}, set()],
	"yum update": [{"commands": [{"program": "dnf", "subcommand": ["update"]}]}, {"dnf.asks"}],
	"apk del x": [{"commands": [{"program": "dnf", "subcommand": ["del"], "operands": ["x"]}]}, {"dnf.removes"}],
	"apk add x": [{"commands": [{"program": "dnf", "subcommand": ["add"], "operands": ["x"]}]}, {"dnf.asks"}],
	"snap list": [{"commands": [{"program": "dnf", "subcommand": ["list"]}]}, set()],
	"flatpak install x": [{"commands": [{"program": "dnf", "subcommand": ["install"], "operands": ["x"]}]}, {"dnf.asks"}],
	"dnf zap": [{"commands": [{"program": "dnf", "operands": ["zap"]}]}, {"dnf.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
