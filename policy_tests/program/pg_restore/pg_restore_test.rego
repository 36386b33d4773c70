package regent.program.pg_restore_test

import data.regent.fact_test as fact
import data.regent.program.pg_restore as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"pg_restore -d x y.dump": [{"commands": [{"program": "pg_restore", "options": [["-d", "x"]], "operands": ["y.dump"]}]}, {"pg_restore.asks"}],
	"pg_restore -l y.dump": [{"commands": [{"program": "pg_restore", "options": [["-l", "y.dump"]]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
