package regent.program.alembic_test

import data.regent.fact_test as fact
import data.regent.program.alembic as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"alembic history": [{"commands": [{"program": "alembic", "operands": ["history"]}]}, set()],
	"alembic upgrade head": [{"commands": [{"program": "alembic", "operands": ["upgrade", "head"]}]}, {"alembic.asks"}],
	"flyway clean": [{"commands": [{"program": "alembic", "operands": ["clean"]}]}, {"alembic.asks", "alembic.drops"}],
	"rails db:drop": [{"commands": [{"program": "alembic", "operands": ["db:drop"]}]}, {"alembic.asks", "alembic.drops"}],
	"rails db:migrate": [{"commands": [{"program": "alembic", "operands": ["db:migrate"]}]}, {"alembic.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
