package regent.endpoints.unknown_test

import data.regent.endpoints.unknown as room
import data.regent.fact_test as fact

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"curl \"$URL\"": [{"commands": [{"program": "curl", "operands": [{"value": "", "known": "dynamic"}]}], "endpoints": [{"known": "dynamic"}]}, {"endpoints.unknown"}],
	"git fetch \"$REMOTE\"": [{"commands": [{"program": "git", "subcommand": ["fetch"], "operands": [{"value": "", "known": "dynamic"}]}], "endpoints": [{"known": "dynamic"}]}, {"endpoints.unknown"}],
	"git push --mirror backup": [{"commands": [{"program": "git", "subcommand": ["push"], "options": [["--mirror", ""]], "operands": ["backup"]}], "endpoints": [{"known": "partial"}]}, {"endpoints.unknown"}],
	"git push --repo=origin -f main": [{"commands": [{"program": "git", "subcommand": ["push"], "options": [["--repo", "origin"], ["-f", ""]], "operands": ["main"]}], "endpoints": [{"host": "git.acme.example"}, {"known": "partial"}]}, {"endpoints.unknown"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"docker build .": [{"commands": [{"program": "docker", "subcommand": ["build"], "operands": ["."]}], "endpoints": [{}]}, set()],
	"git pull": [{"commands": [{"program": "git", "subcommand": ["pull"]}], "endpoints": [{"host": "git.acme.example"}]}, set()],
	"git push": [{"commands": [{"program": "git", "subcommand": ["push"]}], "endpoints": [{"host": "git.acme.example"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
