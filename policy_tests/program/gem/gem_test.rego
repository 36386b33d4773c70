package regent.program.gem_test

import data.regent.fact_test as fact
import data.regent.program.gem as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"gem install rails": [{"commands": [{"program": "gem", "subcommand": ["install"], "operands": ["rails"]}]}, {"gem.asks"}],
	"gem list": [{"commands": [{"program": "gem", "subcommand": ["list"]}]}, set()],
	"gem push x.gem": [{"commands": [{"program": "gem", "subcommand": ["push"], "operands": ["x.gem"]}]}, {"gem.asks"}],
	"gem zap": [{"commands": [{"program": "gem", "operands": ["zap"]}]}, {"gem.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
