package regent.program.su_test

import data.regent.fact_test as fact
import data.regent.program.su as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"su": [{"commands": [{"program": "su"}]}, {"su.shell"}],
	"su -": [{"commands": [{"program": "su", "operands": ["-"]}]}, {"su.shell"}],
	"su bob": [{"commands": [{"program": "su", "operands": ["bob"]}]}, {"su.shell"}],
	"su -c ls bob": [{"commands": [{"program": "su", "options": [["-c", "ls"]], "operands": ["bob"]}, {"program": "ls", "privilege": true}]}, set()],
	"su -c 'rm -rf /srv'": [{"commands": [{"program": "su", "options": [["-c", "rm -rf /srv"]]}, {"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["/srv"], "privilege": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
