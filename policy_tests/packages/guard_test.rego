package regent.packages.guard_test

import data.regent.fact_test as fact
import data.regent.packages.guard as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"npm uninstall -g regent": [{"commands": [{"program": "npm", "subcommand": ["uninstall"], "options": [["-g", ""]], "operands": ["regent"]}], "packages": [{"name": "regent", "action": "remove"}]}, {"packages.removes_guard"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"go get x": [{"commands": [{"program": "go", "subcommand": ["get"], "operands": ["x"]}], "packages": [{"name": "x"}]}, set()],
	"bun add x": [{"commands": [{"program": "bun", "subcommand": ["add"], "operands": ["x"]}], "packages": [{"name": "x"}]}, set()],
	"apk del x": [{"commands": [{"program": "dnf", "subcommand": ["del"], "operands": ["x"]}], "packages": [{"name": "x"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
