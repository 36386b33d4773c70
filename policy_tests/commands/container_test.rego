package regent.commands.container_test

import data.regent.commands.container as room
import data.regent.fact_test as fact

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"docker exec -it web bash": [{"commands": [{"program": "docker", "subcommand": ["exec"], "options": [["-i", ""], ["-t", ""]], "operands": ["web", "bash"]}, {"program": "bash", "container": true}]}, {"commands.container"}],
	"kubectl exec -it x -- bash": [{"commands": [{"program": "kubectl", "subcommand": ["exec"], "options": [["-i", ""], ["-t", ""]], "operands": ["x", "bash"]}, {"program": "bash", "container": true}]}, {"commands.container"}],
	"docker run -it --rm node:20 bash": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["-i", ""], ["-t", ""], ["--rm", ""]], "operands": ["node:20", "bash"]}, {"program": "bash", "container": true}]}, {"commands.container"}],
	"docker exec web ls": [{"commands": [{"program": "docker", "subcommand": ["exec"], "operands": ["web", "ls"]}, {"program": "ls", "container": true}]}, {"commands.container"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"make": [{"commands": [{"program": "make"}]}, set()],
	"yarn": [{"commands": [{"program": "yarn"}]}, set()],
	"date": [{"commands": [{"program": "date"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
