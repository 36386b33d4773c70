package regent.program.gh_test

import data.regent.fact_test as fact
import data.regent.program.gh as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"gh pr list": [{"commands": [{"program": "gh", "subcommand": ["pr", "list"]}]}, set()],
	"gh pr view 1": [{"commands": [{"program": "gh", "subcommand": ["pr", "view"], "operands": ["1"]}]}, set()],
	"gh pr create": [{"commands": [{"program": "gh", "subcommand": ["pr", "create"]}]}, {"gh.asks"}],
	"gh pr merge 1": [{"commands": [{"program": "gh", "subcommand": ["pr", "merge"], "operands": ["1"]}]}, {"gh.asks"}],
	"gh auth token": [{"commands": [{"program": "gh", "subcommand": ["auth", "token"]}]}, {"gh.asks", "gh.token"}],
	"gh auth status --show-token": [{"commands": [{"program": "gh", "subcommand": ["auth", "status"], "options": [["-t", ""]]}]}, {"gh.token"}],
	"gh auth status": [{"commands": [{"program": "gh", "subcommand": ["auth", "status"]}]}, set()],
	"gh repo delete x": [{"commands": [{"program": "gh", "subcommand": ["repo", "delete"], "operands": ["x"]}]}, {"gh.asks", "gh.deletes_repository"}],
	"gh api user": [{"commands": [{"program": "gh", "subcommand": ["api"], "operands": ["user"]}]}, {"gh.asks"}],
	"gh api -X DELETE repos/a/b": [{"commands": [{"program": "gh", "subcommand": ["api"], "options": [["-X", "DELETE"]], "operands": ["repos/a/b"]}]}, {"gh.asks", "gh.deletes_repository"}],
	"gh api -X DELETE repos/a/b/issues/1": [{"commands": [{"program": "gh", "subcommand": ["api"], "options": [["-X", "DELETE"]], "operands": ["repos/a/b/issues/1"]}]}, {"gh.asks"}],
	"gh foo": [{"commands": [{"program": "gh", "operands": ["foo"]}]}, {"gh.asks"}],
	"gh repo clone a/b": [{"commands": [{"program": "gh", "subcommand": ["repo", "clone"], "operands": ["a/b"]}]}, {"gh.asks"}],
	"gh run view 1 --log": [{"commands": [{"program": "gh", "subcommand": ["run", "view"], "options": [["--log", ""]], "operands": ["1"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
