package regent.program.tmux_test

import data.regent.fact_test as fact
import data.regent.program.tmux as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"tmux kill-server": [{"commands": [{"program": "tmux", "operands": ["kill-server"]}]}, {"tmux.asks"}],
	"tmux ls": [{"commands": [{"program": "tmux", "subcommand": ["ls"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
