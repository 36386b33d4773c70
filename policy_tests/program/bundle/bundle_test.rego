package regent.program.bundle_test

import data.regent.fact_test as fact
import data.regent.program.bundle as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"bundle install": [{"commands": [{"program": "bundle", "subcommand": ["install"]}]}, {"bundle.asks"}],
	"bundle exec rspec": [{"commands": [{"program": "bundle", "subcommand": ["exec"], "operands": ["rspec"]}, {"program": "rspec"}]}, set()],
	"bundle list": [{"commands": [{"program": "bundle", "subcommand": ["list"]}]}, set()],
	"bundle exec rake deploy": [{"commands": [{"program": "bundle", "subcommand": ["exec"], "operands": ["rake", "deploy"]}, {"program": "just", "operands": ["deploy"]}]}, set()],
	"bundle zap": [{"commands": [{"program": "bundle", "operands": ["zap"]}]}, {"bundle.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
