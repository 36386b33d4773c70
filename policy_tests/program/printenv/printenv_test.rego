package regent.program.printenv_test

import data.regent.fact_test as fact
import data.regent.program.printenv as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"printenv HOME": [{"commands": [{"program": "printenv", "operands": ["HOME"]}]}, set()],
	"printenv": [{"commands": [{"program": "printenv"}]}, {"printenv.all"}],
	"printenv API_TOKEN": [{"commands": [{"program": "printenv", "operands": ["API_TOKEN"]}]}, {"printenv.secret_name"}],
	"printenv AWS_SECRET_ACCESS_KEY": [{"commands": [{"program": "printenv", "operands": ["AWS_SECRET_ACCESS_KEY"]}]}, {"printenv.secret_name"}],
	"printenv \"$X\"": [{"commands": [{"program": "printenv", "operands": [{"value": "", "known": "dynamic"}]}]}, {"printenv.unknown_name"}],
	"printenv PATH NODE_ENV": [{"commands": [{"program": "printenv", "operands": ["PATH", "NODE_ENV"]}]}, set()],
	"env": [{"commands": [{"program": "env"}]}, set()],
	"env | grep x": [{"commands": [{"program": "env"}, {"program": "grep", "operands": ["x"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
