package regent.program.prisma_test

import data.regent.fact_test as fact
import data.regent.program.prisma as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"prisma generate": [{"commands": [{"program": "prisma", "subcommand": ["generate"]}]}, set()],
	"prisma migrate reset": [{"commands": [{"program": "prisma", "subcommand": ["migrate", "reset"]}]}, {"prisma.asks", "prisma.resets"}],
	"prisma db push --force-reset": [{"commands": [{"program": "prisma", "subcommand": ["db", "push"], "options": [["--force-reset", ""]]}]}, {"prisma.asks", "prisma.resets"}],
	"prisma db push": [{"commands": [{"program": "prisma", "subcommand": ["db", "push"]}]}, {"prisma.asks"}],
	"prisma migrate dev": [{"commands": [{"program": "prisma", "subcommand": ["migrate", "dev"]}]}, {"prisma.asks"}],
	"prisma migrate deploy": [{"commands": [{"program": "prisma", "subcommand": ["migrate", "deploy"]}]}, {"prisma.asks"}],
	"prisma validate": [{"commands": [{"program": "prisma", "subcommand": ["validate"]}]}, set()],
	"npx prisma migrate reset --force": [{"commands": [{"program": "npx", "operands": ["prisma", "migrate", "reset", "--force"]}, {"program": "prisma", "subcommand": ["migrate", "reset"], "options": [["-f", ""]]}]}, {"prisma.asks", "prisma.resets"}],
	"prisma zap": [{"commands": [{"program": "prisma", "operands": ["zap"]}]}, {"prisma.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
