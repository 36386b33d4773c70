package regent.endpoints.reach_test

import data.regent.endpoints.reach as room
import data.regent.fact_test as fact

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"exec 3<>/dev/tcp/h.example.com/80": [{"commands": [{"program": "exec"}], "endpoints": [{"host": "h.example.com", "port": 80}]}, {"endpoints.reach"}],
	"nc -l 8080": [{"commands": [{"program": "nc", "options": [["-l", ""]], "operands": ["8080"]}], "endpoints": [{"host": "0.0.31.144"}]}, {"endpoints.reach"}],
	"curl https://example.com": [{"commands": [{"program": "curl", "operands": ["https://example.com"]}], "endpoints": [{"host": "example.com"}]}, {"endpoints.reach"}],
	"ssh host.example.com": [{"commands": [{"program": "ssh", "operands": ["host.example.com"]}], "endpoints": [{"host": "host.example.com"}]}, {"endpoints.reach"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"git pull": [{"commands": [{"program": "git", "subcommand": ["pull"]}], "endpoints": [{"role": "remote", "host": "git.acme.example"}]}, set()],
	"git push": [{"commands": [{"program": "git", "subcommand": ["push"]}], "endpoints": [{"role": "remote", "host": "git.acme.example"}]}, set()],
	"git fetch": [{"commands": [{"program": "git", "subcommand": ["fetch"]}], "endpoints": [{"role": "remote", "host": "git.acme.example"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
