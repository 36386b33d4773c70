package regent.endpoints.metadata_test

import data.regent.endpoints.metadata as room
import data.regent.fact_test as fact

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"curl http://169.254.169.254/latest/meta-data": [{"commands": [{"program": "curl", "operands": ["http://169.254.169.254/latest/meta-data"]}], "endpoints": [{"host": "169.254.169.254", "classes": ["metadata", "link_local"]}]}, {"endpoints.metadata"}],
	"curl http://169.254.169.254/latest/meta-data/iam/": [{"commands": [{"program": "curl", "operands": ["http://169.254.169.254/latest/meta-data/iam/"]}], "endpoints": [{"host": "169.254.169.254", "classes": ["metadata", "link_local"]}]}, {"endpoints.metadata"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"docker build .": [{"commands": [{"program": "docker", "subcommand": ["build"], "operands": ["."]}], "endpoints": [{}]}, set()],
	"git pull": [{"commands": [{"program": "git", "subcommand": ["pull"]}], "endpoints": [{"host": "git.acme.example"}]}, set()],
	"git push": [{"commands": [{"program": "git", "subcommand": ["push"]}], "endpoints": [{"host": "git.acme.example"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
