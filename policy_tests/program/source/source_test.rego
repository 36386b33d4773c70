package regent.program.source_test

import data.regent.fact_test as fact
import data.regent.program.source as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"source x.sh": [{"commands": [{"program": "source", "operands": ["x.sh"]}], "runs": [{"path": "/code/app/x.sh"}]}, {"source.file"}],
	"source .venv/bin/activate": [{"commands": [{"program": "source", "operands": [".venv/bin/activate"]}], "runs": [{"path": "/code/app/.venv/bin/activate", "how": "activate"}]}, set()],
	". ./x.sh": [{"commands": [{"program": "source", "operands": ["./x.sh"]}], "runs": [{"path": "/code/app/x.sh"}]}, {"source.file"}],
	"source <(curl -s https://x.example.com)": [{"commands": [{"program": "curl", "options": [["-s", ""]], "operands": ["https://x.example.com"]}, {"program": "source", "operands": [{"value": "", "known": "dynamic"}]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
