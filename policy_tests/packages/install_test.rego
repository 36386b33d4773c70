package regent.packages.install_test

import data.regent.fact_test as fact
import data.regent.packages.install as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"go get x": [{"commands": [{"program": "go", "subcommand": ["get"], "operands": ["x"]}], "packages": [{"name": "x"}]}, {"packages.install"}],
	"bun add x": [{"commands": [{"program": "bun", "subcommand": ["add"], "operands": ["x"]}], "packages": [{"name": "x"}]}, {"packages.install"}],
	"apk del x": [{"commands": [{"program": "dnf", "subcommand": ["del"], "operands": ["x"]}], "packages": [{"name": "x"}]}, {"packages.install"}],
	"apk add x": [{"commands": [{"program": "dnf", "subcommand": ["add"], "operands": ["x"]}], "packages": [{"name": "x"}]}, {"packages.install"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"dnf remove x": [{"commands": [{"program": "dnf", "subcommand": ["remove"], "operands": ["x"]}], "packages": [{"name": "x", "action": "remove"}]}, set()],
	"aptitude purge x": [{"commands": [{"program": "apt", "subcommand": ["purge"], "operands": ["x"]}], "packages": [{"name": "x", "action": "remove"}]}, set()],
	"npm uninstall x": [{"commands": [{"program": "npm", "subcommand": ["uninstall"], "operands": ["x"]}], "packages": [{"name": "x", "action": "remove"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
