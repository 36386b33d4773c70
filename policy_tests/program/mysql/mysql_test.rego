package regent.program.mysql_test

import data.regent.fact_test as fact
import data.regent.program.mysql as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"mysql -e '\\! id'": [{"commands": [{"program": "mysql", "options": [["-e", "\\! id"]]}, {"program": "id", "via": ["mysql"]}]}, {"mysql.escapes"}],
	"mysql -e 'SELECT 1'": [{"commands": [{"program": "mysql", "options": [["-e", "SELECT 1"]]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
