package regent.program.dig_test

import data.regent.fact_test as fact
import data.regent.program.dig as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"dig example.com": [{"commands": [{"program": "dig", "operands": ["example.com"]}]}, {"dig.asks_servers"}],
	"dig -h --help": [{"commands": [{"program": "dig", "options": [["-h", ""], ["--help", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
