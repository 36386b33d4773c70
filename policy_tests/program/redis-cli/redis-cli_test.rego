package regent.program["redis-cli_test"]

import data.regent.fact_test as fact
import data.regent.program["redis-cli"] as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"redis-cli <<< flushall": [{"commands": [{"program": "redis-cli", "stdin": "heredoc", "code": [{"language": "redis", "text": "flushall\n", "known": "static"}]}]}, {"redis_cli.interactive", "redis_cli.empties"}],
	"redis-cli <<< 'get a'": [{"commands": [{"program": "redis-cli", "stdin": "heredoc", "code": [{"language": "redis", "text": "get a\n", "known": "static"}]}]}, {"redis_cli.interactive"}],
	"redis-cli GET x": [{"commands": [{"program": "redis-cli", "operands": ["GET", "x"]}]}, set()],
	"redis-cli -h localhost ping": [{"commands": [{"program": "redis-cli", "options": [["-h", "localhost"]], "operands": ["ping"]}]}, set()],
	"redis-cli SET x y": [{"commands": [{"program": "redis-cli", "operands": ["SET", "x", "y"]}]}, {"redis_cli.asks"}],
	"redis-cli FLUSHDB": [{"commands": [{"program": "redis-cli", "operands": ["FLUSHDB"]}]}, {"redis_cli.empties"}],
	"redis-cli flushall": [{"commands": [{"program": "redis-cli", "operands": ["flushall"]}]}, {"redis_cli.empties"}],
	"redis-cli": [{"commands": [{"program": "redis-cli"}]}, {"redis_cli.interactive"}],
	"redis-cli --eval x.lua": [{"commands": [{"program": "redis-cli", "options": [["--eval", "x.lua"]]}]}, {"redis_cli.feeds"}],
	"redis-cli CONFIG SET x y": [{"commands": [{"program": "redis-cli", "operands": ["CONFIG", "SET", "x", "y"]}]}, {"redis_cli.asks"}],
	"redis-cli del x": [{"commands": [{"program": "redis-cli", "operands": ["del", "x"]}]}, {"redis_cli.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
