package regent.commands.project_tool_test

import data.regent.commands.project_tool as room
import data.regent.fact_test as fact

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"/tmp/tool": [{"commands": [{"program": "tool", "program_file": {"below_temp": true, "classes": [], "explicit": true, "found": false, "path": "", "root": "", "wrapper": false}}], "runs": [{}]}, {"commands.runs_program_of_tree"}],
	"./tests/run.sh": [{"commands": [{"program": "run.sh", "program_file": {"below_temp": false, "classes": [], "explicit": true, "found": false, "path": "", "root": "/code/app", "wrapper": false}}], "runs": [{}]}, {"commands.runs_program_of_tree"}],
	"./build/tool": [{"commands": [{"program": "tool", "program_file": {"below_temp": false, "classes": [], "explicit": true, "found": false, "path": "", "root": "/code/app", "wrapper": false}}], "runs": [{}]}, {"commands.runs_program_of_tree"}],
	"./scripts/deploy.sh": [{"commands": [{"program": "deploy.sh", "program_file": {"below_temp": false, "classes": [], "explicit": true, "found": false, "path": "", "root": "/code/app", "wrapper": false}}], "runs": [{}]}, {"commands.runs_program_of_tree"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"make": [{"commands": [{"program": "make"}]}, set()],
	"yarn": [{"commands": [{"program": "yarn"}]}, set()],
	"date": [{"commands": [{"program": "date"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
