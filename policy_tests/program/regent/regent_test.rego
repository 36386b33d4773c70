package regent.program.regent_test

import data.regent.fact_test as fact
import data.regent.program.regent as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"regent check command ls": [{"commands": [{"program": "regent", "subcommand": ["check"], "operands": ["command", "ls"]}]}, set()],
	"regent explain command 'rm -rf /'": [{"commands": [{"program": "regent", "subcommand": ["explain"], "operands": ["command", "rm -rf /"]}]}, set()],
	"regent policy test": [{"commands": [{"program": "regent", "subcommand": ["policy", "test"]}]}, set()],
	"regent audit verify": [{"commands": [{"program": "regent", "subcommand": ["audit", "verify"]}]}, set()],
	"regent approve x": [{"commands": [{"program": "regent", "operands": ["approve", "x"]}]}, {"guard.command"}],
	"regent uninstall": [{"commands": [{"program": "regent", "operands": ["uninstall"]}]}, {"guard.command"}],
	"regent policy sign": [{"commands": [{"program": "regent", "subcommand": ["policy", "sign"]}]}, {"guard.command", "regent.asks"}],
	"regent serve": [{"commands": [{"program": "regent", "subcommand": ["serve"]}]}, {"regent.asks"}],
	"regent audit export": [{"commands": [{"program": "regent", "subcommand": ["audit", "export"]}]}, {"regent.asks"}],
	"echo x > .claude/settings.json": [{"commands": [{"program": "echo", "operands": ["x"]}]}, set()],
	"rm -rf .git": [{"commands": [{"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": [".git"]}]}, set()],
	"echo x > .git/hooks/pre-commit": [{"commands": [{"program": "echo", "operands": ["x"]}]}, set()],
	"regent zap": [{"commands": [{"program": "regent", "operands": ["zap"]}]}, {"guard.command"}],
	"regent policy zap": [{"commands": [{"program": "regent", "subcommand": ["policy"], "operands": ["zap"]}]}, {"guard.command", "regent.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
