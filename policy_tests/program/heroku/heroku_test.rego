package regent.program.heroku_test

import data.regent.fact_test as fact
import data.regent.program.heroku as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"heroku config:set X=y": [{"commands": [{"program": "heroku", "operands": ["config:set", "X=y"]}]}, {"heroku.asks"}],
	"heroku apps:destroy x": [{"commands": [{"program": "heroku", "operands": ["apps:destroy", "x"]}]}, {"heroku.asks", "heroku.destroys"}],
	"vercel --prod": [{"commands": [{"program": "heroku", "options": [["--prod", ""]]}]}, {"heroku.asks"}],
	"vercel deploy": [{"commands": [{"program": "heroku", "operands": ["deploy"]}]}, {"heroku.asks"}],
	"vercel ls": [{"commands": [{"program": "heroku", "subcommand": ["ls"]}]}, set()],
	"fly deploy": [{"commands": [{"program": "heroku", "operands": ["deploy"]}]}, {"heroku.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
