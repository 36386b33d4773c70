package regent.program.uv_test

import data.regent.fact_test as fact
import data.regent.program.uv as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"uv run pytest": [{"commands": [{"program": "uv", "subcommand": ["run"], "operands": ["pytest"]}, {"program": "pytest", "via": ["uv"]}]}, set()],
	"uv run python x.py": [{"commands": [{"program": "uv", "subcommand": ["run"], "operands": ["python", "x.py"]}, {"program": "python", "operands": ["x.py"], "via": ["uv"]}]}, {"uv.runs"}],
	"uv run --with rich pytest": [{"commands": [{"program": "uv", "subcommand": ["run"], "options": [["--with", "rich"]], "operands": ["pytest"]}, {"program": "pytest", "via": ["uv"]}]}, {"uv.extra"}],
	"uv add rich": [{"commands": [{"program": "uv", "subcommand": ["add"], "operands": ["rich"]}]}, {"uv.asks"}],
	"uv sync": [{"commands": [{"program": "uv", "subcommand": ["sync"]}]}, {"uv.asks"}],
	"uv pip list": [{"commands": [{"program": "uv", "subcommand": ["pip", "list"]}]}, set()],
	"uv pip install x": [{"commands": [{"program": "uv", "subcommand": ["pip", "install"], "operands": ["x"]}]}, {"uv.asks"}],
	"uv venv": [{"commands": [{"program": "uv", "subcommand": ["venv"]}]}, set()],
	"uv tool install ruff": [{"commands": [{"program": "uv", "subcommand": ["tool", "install"], "operands": ["ruff"]}]}, {"uv.asks"}],
	"uv zap": [{"commands": [{"program": "uv", "operands": ["zap"]}]}, {"uv.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
