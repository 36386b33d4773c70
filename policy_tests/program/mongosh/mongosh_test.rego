package regent.program.mongosh_test

import data.regent.fact_test as fact
import data.regent.program.mongosh as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"mongosh --eval 'db.dropDatabase()'": [{"commands": [{"program": "mongosh", "options": [["--eval", "db.dropDatabase()"]], "code": [{"language": "javascript", "text": "db.dropDatabase()", "known": "static"}]}]}, {"mongosh.code", "mongosh.drops"}],
	"mongosh --eval 'db.x.find()'": [{"commands": [{"program": "mongosh", "options": [["--eval", "db.x.find()"]], "code": [{"language": "javascript", "text": "db.x.find()", "known": "static"}]}]}, {"mongosh.code"}],
	"mongosh --eval 'db.x.drop()'": [{"commands": [{"program": "mongosh", "options": [["--eval", "db.x.drop()"]], "code": [{"language": "javascript", "text": "db.x.drop()", "known": "static"}]}]}, {"mongosh.code", "mongosh.drops"}],
	"mongosh app --eval 'db.x.deleteMany({})'": [{"commands": [{"program": "mongosh", "options": [["--eval", "db.x.deleteMany({})"]], "operands": ["app"], "code": [{"language": "javascript", "text": "db.x.deleteMany({})", "known": "static"}]}]}, {"mongosh.code", "mongosh.drops"}],
	"mongosh": [{"commands": [{"program": "mongosh"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
