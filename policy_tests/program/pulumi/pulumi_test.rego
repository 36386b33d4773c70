package regent.program.pulumi_test

import data.regent.fact_test as fact
import data.regent.program.pulumi as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"pulumi preview": [{"commands": [{"program": "pulumi", "subcommand": ["preview"]}]}, set()],
	"pulumi up": [{"commands": [{"program": "pulumi", "operands": ["up"]}]}, {"pulumi.asks"}],
	"pulumi destroy -y": [{"commands": [{"program": "pulumi", "subcommand": ["destroy"], "options": [["-y", ""]]}]}, {"pulumi.asks", "pulumi.destroys"}],
	"pulumi destroy": [{"commands": [{"program": "pulumi", "subcommand": ["destroy"]}]}, {"pulumi.asks"}],
	"pulumi foo": [{"commands": [{"program": "pulumi", "operands": ["foo"]}]}, {"pulumi.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
