package regent.commands.verbs_test

import data.regent.commands.verbs as room
import data.regent.fact_test as fact

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"mix test": [{"commands": [{"program": "flutter", "operands": ["test"]}]}, set()],
	"mix phx.server": [{"commands": [{"program": "flutter", "operands": ["phx.server"]}]}, {"commands.verb"}],
	"mix ecto.drop": [{"commands": [{"program": "flutter", "operands": ["ecto.drop"]}]}, {"commands.verb", "commands.verb_destroys"}],
	"mix": [{"commands": [{"program": "flutter"}]}, set()],
	"mix help": [{"commands": [{"program": "flutter", "operands": ["ecto.drop"], "help_only": true}]}, set()],
	"swift package describe": [{"commands": [{"program": "swift", "operands": ["package", "describe"]}]}, set()],
	"swift package update": [{"commands": [{"program": "swift", "operands": ["package", "update"]}]}, {"commands.verb"}],
	"python3 ./manage.py flush --no-input": [{"commands": [{"program": "python", "operands": ["./manage.py", "flush"]}]}, {"commands.verb_destroys"}],
	"python3 manage.py check": [{"commands": [{"program": "python", "operands": ["manage.py", "check"]}]}, set()],
	"gpg --import key.asc": [{"commands": [{"program": "gpg", "options": [["--import", ""]], "operands": ["key.asc"]}]}, {"commands.verb"}],
	"gpg --verify a.sig a": [{"commands": [{"program": "gpg", "options": [["--verify", ""]], "operands": ["a.sig", "a"]}]}, set()],
	"gpg --delete-secret-keys x": [{"commands": [{"program": "gpg", "options": [["--delete-secret-keys", ""]], "operands": ["x"]}]}, {"commands.verb_destroys"}],
	"skopeo copy docker://a docker://b": [{"commands": [{"program": "skopeo", "subcommand": ["copy"]}]}, {"commands.verb"}],
	"claude mcp list": [{"commands": [{"program": "claude", "operands": ["mcp", "list"]}]}, set()],
	"claude mcp remove regent": [{"commands": [{"program": "claude", "operands": ["mcp", "remove", "regent"]}]}, {"commands.verb", "commands.verb_unguards"}],
	"codex --yolo": [{"commands": [{"program": "claude", "options": [["--yolo", ""]]}]}, {"commands.verb_unguards"}],
	"ls": [{"commands": [{"program": "ls", "operands": ["ecto.drop"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
