package regent.commands.assignments_test

import data.regent.commands.assignments as room
import data.regent.fact_test as fact

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"PYTHONPATH=/tmp/x pytest": [{"commands": [{"program": "pytest", "assignments": [["PYTHONPATH", "/tmp/x"]]}]}, {"commands.assignment_changes_lookup"}],
	"GOFLAGS='-mod=vendor -count=1' go test": [{"commands": [{"program": "go", "subcommand": ["test"], "assignments": [["GOFLAGS", "-mod=vendor -count=1"]]}]}, set()],
	"GOFLAGS='-v -toolexec=./x' go build": [{"commands": [{"program": "go", "subcommand": ["build"], "assignments": [["GOFLAGS", "-v -toolexec=./x"]]}]}, {"commands.assignment_changes_lookup"}],
	"RUSTC_WRAPPER=./x cargo build": [{"commands": [{"program": "cargo", "subcommand": ["build"], "assignments": [["RUSTC_WRAPPER", "./x"]]}]}, {"commands.assignment_changes_lookup"}],
	"PATH=/tmp/x:$PATH": [{"commands": [{"assignments": [["PATH", "/tmp/x:/usr/local/bin:/usr/bin:/bin"]]}]}, {"commands.assignment_changes_lookup"}],
	"PATH=$PWD/bin:$PATH": [{"commands": [{"assignments": [["PATH", "/code/app/bin:/usr/local/bin:/usr/bin:/bin"]]}]}, {"commands.assignment_changes_lookup"}],
	"export GIT_SSH_COMMAND=x": [{"commands": [{"program": "export", "operands": ["GIT_SSH_COMMAND=x"], "assignments": [["GIT_SSH_COMMAND", "x"]]}]}, {"commands.assignment_takes_over"}],
	"GIT_CONFIG_PARAMETERS=\"'core.sshCommand=x'\" git fetch": [{"commands": [{"program": "git", "subcommand": ["fetch"], "assignments": [["GIT_CONFIG_PARAMETERS", "'core.sshCommand=x'"]]}]}, {"commands.assignment_changes_lookup", "commands.assignment_takes_over"}],
	"GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.sshCommand GIT_CONFIG_VALUE_0=x git fetch": [{"commands": [{"program": "git", "subcommand": ["fetch"], "assignments": [["GIT_CONFIG_COUNT", "1"], ["GIT_CONFIG_KEY_0", "core.sshCommand"], ["GIT_CONFIG_VALUE_0", "x"]]}]}, {"commands.assignment_changes_lookup", "commands.assignment_takes_over"}],
	"GIT_EXTERNAL_DIFF=./x git diff": [{"commands": [{"program": "git", "subcommand": ["diff"], "assignments": [["GIT_EXTERNAL_DIFF", "./x"]]}, {"program": "x"}]}, {"commands.assignment_takes_over"}],
	"export REGENT_AUDIT_DB=off": [{"commands": [{"program": "export", "operands": ["REGENT_AUDIT_DB=off"], "assignments": [["REGENT_AUDIT_DB", "off"]]}]}, {"guard.variable"}],
	"REGENT_LOG_LEVEL=debug regent check": [{"commands": [{"program": "regent", "subcommand": ["check"], "assignments": [["REGENT_LOG_LEVEL", "debug"]]}]}, set()],
	"make": [{"commands": [{"program": "make"}]}, set()],
	"yarn": [{"commands": [{"program": "yarn"}]}, set()],
	"date": [{"commands": [{"program": "date"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
