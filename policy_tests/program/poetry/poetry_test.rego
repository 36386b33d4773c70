package regent.program.poetry_test

import data.regent.fact_test as fact
import data.regent.program.poetry as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"poetry run pytest -q": [{"commands": [{"program": "poetry", "subcommand": ["run"], "operands": ["pytest", "-q"]}, {"program": "pytest", "options": [["-q", ""]], "via": ["poetry"]}]}, set()],
	"poetry run python x.py": [{"commands": [{"program": "poetry", "subcommand": ["run"], "operands": ["python", "x.py"]}, {"program": "python", "operands": ["x.py"], "via": ["poetry"]}]}, {"poetry.runs"}],
	"poetry add x": [{"commands": [{"program": "poetry", "subcommand": ["add"], "operands": ["x"]}]}, {"poetry.asks"}],
	"poetry publish": [{"commands": [{"program": "poetry", "subcommand": ["publish"]}]}, {"poetry.asks"}],
	"poetry show": [{"commands": [{"program": "poetry", "subcommand": ["show"]}]}, set()],
	"pipenv install": [{"commands": [{"program": "poetry", "subcommand": ["install"]}]}, {"poetry.asks"}],
	"conda install numpy": [{"commands": [{"program": "poetry", "subcommand": ["install"], "operands": ["numpy"]}]}, {"poetry.asks"}],
	"conda list": [{"commands": [{"program": "poetry", "subcommand": ["list"]}]}, set()],
	"poetry zap": [{"commands": [{"program": "poetry", "operands": ["zap"]}]}, {"poetry.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
