package regent.program.brew_test

import data.regent.fact_test as fact
import data.regent.program.brew as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"brew install x": [{"commands": [{"program": "brew", "subcommand": ["install"], "operands": ["x"]}]}, {"brew.asks"}],
	"brew uninstall x": [{"commands": [{"program": "brew", "subcommand": ["uninstall"], "operands": ["x"]}]}, {"brew.removes"}],
	"brew list": [{"commands": [{"program": "brew", "subcommand": ["list"]}]}, set()],
	"brew --prefix": [{"commands": [{"program": "brew", "options": [["--prefix", ""]], "help_only": true}]}, set()],
	"brew upgrade": [{"commands": [{"program": "brew", "subcommand": ["upgrade"]}]}, {"brew.asks"}],
	"brew zap": [{"commands": [{"program": "brew", "operands": ["zap"]}]}, {"brew.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
