package regent.endpoints.reach_test

import data.regent.endpoints.reach as room
import data.regent.fact_test as fact

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"exec 5<>/dev/tcp/1.2.3.4/80": [{"commands": [{"program": "exec"}], "endpoints": [{"host": "1.2.3.4", "port": 80}]}, {"endpoints.reach"}],
	"exec 3<>/dev/tcp/h.example.com/80": [{"commands": [{"program": "exec"}], "endpoints": [{"host": "h.example.com", "port": 80}]}, {"endpoints.reach"}],
	"curl https://example.com": [{"commands": [{"program": "curl", "operands": ["https://example.com"]}], "endpoints": [{"host": "example.com"}]}, {"endpoints.reach"}],
	"ssh host.example.com": [{"commands": [{"program": "ssh", "operands": ["host.example.com"]}], "endpoints": [{"host": "host.example.com"}]}, {"endpoints.reach"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"docker build .": [{"commands": [{"program": "docker", "subcommand": ["build"], "operands": ["."]}], "endpoints": [{}]}, set()],
	"git pull": [{"commands": [{"program": "git", "subcommand": ["pull"]}], "endpoints": [{"role": "remote", "host": "git.acme.example"}]}, set()],
	"git push": [{"commands": [{"program": "git", "subcommand": ["push"]}], "endpoints": [{"role": "remote", "host": "git.acme.example"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
