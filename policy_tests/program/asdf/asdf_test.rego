package regent.program.asdf_test

import data.regent.fact_test as fact
import data.regent.program.asdf as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"asdf install": [{"commands": [{"program": "asdf", "subcommand": ["install"]}]}, {"asdf.asks"}],
	"asdf list": [{"commands": [{"program": "asdf", "subcommand": ["list"]}]}, set()],
	"nvm install 20": [{"commands": [{"program": "asdf", "subcommand": ["install"], "operands": ["20"]}]}, {"asdf.asks"}],
	"nvm ls": [{"commands": [{"program": "asdf", "subcommand": ["ls"]}]}, set()],
	"asdf zap": [{"commands": [{"program": "asdf", "operands": ["zap"]}]}, {"asdf.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
