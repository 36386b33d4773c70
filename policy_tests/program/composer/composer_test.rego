package regent.program.composer_test

import data.regent.fact_test as fact
import data.regent.program.composer as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"composer install": [{"commands": [{"program": "composer", "subcommand": ["install"]}]}, {"composer.asks"}],
	"composer show": [{"commands": [{"program": "composer", "subcommand": ["show"]}]}, set()],
	"composer run-script x": [{"commands": [{"program": "composer", "subcommand": ["run-script"], "operands": ["x"]}]}, {"composer.asks"}],
	"composer zap": [{"commands": [{"program": "composer", "operands": ["zap"]}]}, {"composer.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
