package regent.program.crontab_test

import data.regent.fact_test as fact
import data.regent.program.crontab as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"crontab -l": [{"commands": [{"program": "crontab", "options": [["-l", ""]]}]}, set()],
	"crontab x": [{"commands": [{"program": "crontab", "operands": ["x"]}]}, {"crontab.writes"}],
	"crontab -r": [{"commands": [{"program": "crontab", "options": [["-r", ""]]}]}, {"crontab.writes"}],
	"crontab -e": [{"commands": [{"program": "crontab", "options": [["-e", ""]]}]}, {"crontab.writes"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
