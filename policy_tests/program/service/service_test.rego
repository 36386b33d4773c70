package regent.program.service_test

import data.regent.fact_test as fact
import data.regent.program.service as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"service x status": [{"commands": [{"program": "service", "operands": ["x", "status"]}]}, set()],
	"service x restart": [{"commands": [{"program": "service", "operands": ["x", "restart"]}]}, {"service.asks"}],
	"service regent stop": [{"commands": [{"program": "service", "operands": ["regent", "stop"]}]}, {"guard.stopped_by_service", "service.asks"}],
	"pm2 restart x": [{"commands": [{"program": "service", "operands": ["restart", "x"]}]}, {"service.asks"}],
	"pm2 list": [{"commands": [{"program": "service", "operands": ["list"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
