package regent.commands.privilege_test

import data.regent.commands.privilege as room
import data.regent.fact_test as fact

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"sudo su": [{"commands": [{"program": "sudo", "operands": ["su"]}, {"program": "su", "privilege": true}], "tags": {"interactive": [1]}}, {"commands.privilege", "commands.privileged_shell"}],
	"sudo visudo": [{"commands": [{"program": "sudo", "operands": ["visudo"]}, {"program": "visudo", "privilege": true}]}, {"commands.privilege"}],
	"sudo bash": [{"commands": [{"program": "sudo", "operands": ["bash"]}, {"program": "bash", "privilege": true}], "tags": {"interactive": [1]}}, {"commands.privilege", "commands.privileged_shell"}],
	"sudo -n true": [{"commands": [{"program": "sudo", "options": [["-n", ""]], "operands": ["true"]}, {"program": "true", "privilege": true}]}, {"commands.privilege"}],
	"sudo su -": [{"commands": [{"program": "sudo", "operands": ["su", "-"]}, {"program": "su", "operands": ["-"], "privilege": true}], "tags": {"interactive": [1]}}, {"commands.privilege", "commands.privileged_shell"}],
	"sudo -u root bash": [{"commands": [{"program": "sudo", "options": [["-u", "root"]], "operands": ["bash"]}, {"program": "bash", "privilege": true}], "tags": {"interactive": [1]}}, {"commands.privilege", "commands.privileged_shell"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"make": [{"commands": [{"program": "make"}]}, set()],
	"yarn": [{"commands": [{"program": "yarn"}]}, set()],
	"date": [{"commands": [{"program": "date"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
