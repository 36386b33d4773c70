package regent.program.uvx_test

import data.regent.fact_test as fact
import data.regent.program.uvx as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"uvx ruff check": [{"commands": [{"program": "uvx", "operands": ["ruff", "check"]}, {"program": "ruff", "subcommand": ["check"], "via": ["uvx"]}]}, {"uvx.package"}],
	"uvx --version": [{"commands": [{"program": "uvx", "options": [["--version", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
