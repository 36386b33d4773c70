package regent.program.bazel_test

import data.regent.fact_test as fact
import data.regent.program.bazel as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"bazel build //...": [{"commands": [{"program": "bazel", "subcommand": ["build"], "operands": ["//..."]}]}, set()],
	"bazel run //x:y": [{"commands": [{"program": "bazel", "subcommand": ["run"], "operands": ["//x:y"]}]}, {"bazel.asks"}],
	"bazel test //x/...": [{"commands": [{"program": "bazel", "subcommand": ["test"], "operands": ["//x/..."]}]}, set()],
	"bazel zap": [{"commands": [{"program": "bazel", "operands": ["zap"]}]}, {"bazel.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
