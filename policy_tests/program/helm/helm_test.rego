package regent.program.helm_test

import data.regent.fact_test as fact
import data.regent.program.helm as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"helm list": [{"commands": [{"program": "helm", "subcommand": ["list"]}]}, set()],
	"helm template x": [{"commands": [{"program": "helm", "subcommand": ["template"], "operands": ["x"]}]}, set()],
	"helm install x y": [{"commands": [{"program": "helm", "subcommand": ["install"], "operands": ["x", "y"]}]}, {"helm.asks"}],
	"helm install x y --dry-run": [{"commands": [{"program": "helm", "subcommand": ["install"], "options": [["--dry-run", ""]], "operands": ["x", "y"]}]}, set()],
	"helm uninstall x": [{"commands": [{"program": "helm", "subcommand": ["uninstall"], "operands": ["x"]}]}, {"helm.asks"}],
	"helm get values x": [{"commands": [{"program": "helm", "subcommand": ["get", "values"], "operands": ["x"]}]}, {"helm.asks"}],
	"helm get manifest x": [{"commands": [{"program": "helm", "subcommand": ["get", "manifest"], "operands": ["x"]}]}, set()],
	"helm foo": [{"commands": [{"program": "helm", "operands": ["foo"]}]}, {"helm.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
