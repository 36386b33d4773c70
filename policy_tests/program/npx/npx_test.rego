package regent.program.npx_test

import data.regent.fact_test as fact
import data.regent.program.npx as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"npx create-react-app x": [{"commands": [{"program": "npx", "operands": ["create-react-app", "x"]}, {"program": "create-react-app", "operands": ["x"], "via": ["npx"]}]}, {"npx.package"}],
	"npx -p typescript tsc": [{"commands": [{"program": "npx", "options": [["-p", "typescript"]], "operands": ["tsc"]}, {"program": "tsc", "via": ["npx"]}]}, {"npx.named_package", "npx.package"}],
	"npx --version": [{"commands": [{"program": "npx", "options": [["--version", ""]], "help_only": true}]}, set()],
	"npx cowsay hi": [{"commands": [{"program": "npx", "operands": ["cowsay", "hi"]}, {"program": "cowsay", "operands": ["hi"], "via": ["npx"]}]}, {"npx.package"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
