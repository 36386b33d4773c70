package regent.packages.remove_test

import data.regent.fact_test as fact
import data.regent.packages.remove as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"dnf remove x": [{"commands": [{"program": "dnf", "subcommand": ["remove"], "operands": ["x"]}], "packages": [{"ecosystem": "rpm", "name": "x", "action": "remove"}]}, {"packages.remove_system"}],
	"aptitude purge x": [{"commands": [{"program": "apt", "subcommand": ["purge"], "operands": ["x"]}], "packages": [{"ecosystem": "deb", "name": "x", "action": "remove"}]}, {"packages.remove_system"}],
	"npm uninstall x": [{"commands": [{"program": "npm", "subcommand": ["uninstall"], "operands": ["x"]}], "packages": [{"ecosystem": "npm", "name": "x", "action": "remove"}]}, {"packages.remove"}],
	"apt-get remove jq": [{"commands": [{"program": "apt", "subcommand": ["remove"], "operands": ["jq"]}], "packages": [{"ecosystem": "deb", "name": "jq", "action": "remove"}]}, {"packages.remove_system"}],
	"brew uninstall x": [{"commands": [{"program": "brew", "subcommand": ["uninstall"], "operands": ["x"]}], "packages": [{"ecosystem": "brew", "name": "x", "action": "remove"}]}, {"packages.remove_system"}],
	"npm uninstall left-pad": [{"commands": [{"program": "npm", "subcommand": ["uninstall"], "operands": ["left-pad"]}], "packages": [{"ecosystem": "npm", "name": "left-pad", "action": "remove"}]}, {"packages.remove"}],
	"npm uninstall -g regent": [{"commands": [{"program": "npm", "subcommand": ["uninstall"], "options": [["-g", ""]], "operands": ["regent"]}], "packages": [{"ecosystem": "npm", "name": "regent", "action": "remove"}]}, {"packages.remove"}],
	"pip uninstall -y requests": [{"commands": [{"program": "pip", "subcommand": ["uninstall"], "options": [["-y", ""]], "operands": ["requests"]}], "packages": [{"ecosystem": "pypi", "name": "requests", "action": "remove"}]}, {"packages.remove"}],
	"go get x": [{"commands": [{"program": "go", "subcommand": ["get"], "operands": ["x"]}], "packages": [{"ecosystem": "go", "name": "x"}]}, set()],
	"bun add x": [{"commands": [{"program": "bun", "subcommand": ["add"], "operands": ["x"]}], "packages": [{"ecosystem": "npm", "name": "x"}]}, set()],
	"apk del x": [{"commands": [{"program": "dnf", "subcommand": ["del"], "operands": ["x"]}], "packages": [{"ecosystem": "rpm", "name": "x"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
