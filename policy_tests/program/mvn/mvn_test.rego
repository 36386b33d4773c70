package regent.program.mvn_test

import data.regent.fact_test as fact
import data.regent.program.mvn as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"mvn -q test": [{"commands": [{"program": "mvn", "options": [["-q", ""]], "operands": ["test"]}]}, set()],
	"mvn deploy": [{"commands": [{"program": "mvn", "operands": ["deploy"]}]}, {"mvn.goal"}],
	"mvn clean verify": [{"commands": [{"program": "mvn", "operands": ["clean", "verify"]}]}, set()],
	"mvn exec:java": [{"commands": [{"program": "mvn", "operands": ["exec:java"]}]}, {"mvn.goal"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
