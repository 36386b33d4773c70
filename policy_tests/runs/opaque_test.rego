package regent.runs.opaque_test

import data.regent.fact_test as fact
import data.regent.runs.opaque as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"/tmp/tool": [{"commands": [{"program": "tool", "program_file": {"below_temp": true, "classes": [], "explicit": true, "found": false, "path": "", "root": "", "wrapper": false}}], "runs": [{"path": "/tmp/tool", "how": "binary"}]}, {"runs.opaque"}],
	"sh ./x.sh": [{"commands": [{"program": "sh", "operands": ["./x.sh"]}], "runs": [{"path": "/code/app/x.sh"}]}, {"runs.opaque"}],
	"bash x.sh": [{"commands": [{"program": "bash", "operands": ["x.sh"]}], "runs": [{"path": "/code/app/x.sh"}]}, {"runs.opaque"}],
	"perl x.pl": [{"commands": [{"program": "perl", "operands": ["x.pl"]}], "runs": [{"path": "/code/app/x.pl"}]}, {"runs.opaque"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"make test": [{"commands": [{"program": "make", "operands": ["test"]}], "runs": [{"how": "make"}]}, set()],
	"time make ship": [{"commands": [{"program": "make", "operands": ["ship"]}], "runs": [{"how": "make"}]}, set()],
	"time make test": [{"commands": [{"program": "make", "operands": ["test"]}], "runs": [{"how": "make"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
