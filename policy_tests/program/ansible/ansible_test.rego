package regent.program.ansible_test

import data.regent.fact_test as fact
import data.regent.program.ansible as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"ansible-playbook x.yml": [{"commands": [{"program": "ansible", "operands": ["x.yml"]}]}, {"ansible.runs"}],
	"ansible-playbook --syntax-check x.yml": [{"commands": [{"program": "ansible", "options": [["--syntax-check", ""]], "operands": ["x.yml"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
