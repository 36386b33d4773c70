package regent.program.date_test

import data.regent.fact_test as fact
import data.regent.program.date as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"date": [{"commands": [{"program": "date"}]}, set()],
	"date -d yesterday": [{"commands": [{"program": "date", "options": [["-d", "yesterday"]]}]}, set()],
	"date -s 2020-01-01": [{"commands": [{"program": "date", "options": [["-s", "2020-01-01"]]}]}, {"date.sets"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
