package regent.program.ruff_test

import data.regent.fact_test as fact
import data.regent.program.ruff as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"ruff check src": [{"commands": [{"program": "ruff", "subcommand": ["check"], "operands": ["src"]}]}, set()],
	"ruff check --fix src": [{"commands": [{"program": "ruff", "subcommand": ["check"], "options": [["--fix", ""]], "operands": ["src"]}]}, set()],
	"ruff format src": [{"commands": [{"program": "ruff", "subcommand": ["format"], "operands": ["src"]}]}, set()],
	"ruff server": [{"commands": [{"program": "ruff", "subcommand": ["server"]}]}, {"ruff.asks"}],
	"ruff zap": [{"commands": [{"program": "ruff", "operands": ["zap"]}]}, {"ruff.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
