package regent.program.pip_test

import data.regent.fact_test as fact
import data.regent.program.pip as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"pip install requests": [{"commands": [{"program": "pip", "subcommand": ["install"], "operands": ["requests"]}]}, {"pip.asks"}],
	"pip list": [{"commands": [{"program": "pip", "subcommand": ["list"]}]}, set()],
	"pip show requests": [{"commands": [{"program": "pip", "subcommand": ["show"], "operands": ["requests"]}]}, set()],
	"pip uninstall -y requests": [{"commands": [{"program": "pip", "subcommand": ["uninstall"], "options": [["-y", ""]], "operands": ["requests"]}]}, {"pip.asks"}],
	"pip3 install -r requirements.txt": [{"commands": [{"program": "pip", "subcommand": ["install"], "options": [["-r", "requirements.txt"]]}]}, {"pip.asks"}],
	"pip download x": [{"commands": [{"program": "pip", "subcommand": ["download"], "operands": ["x"]}]}, {"pip.asks"}],
	"python -m pip list": [{"commands": [{"program": "python", "options": [["-m", "pip"]], "operands": ["list"]}]}, set()],
	"python -m pip install x": [{"commands": [{"program": "python", "options": [["-m", "pip"]], "operands": ["install", "x"]}]}, set()],
	"pip zap": [{"commands": [{"program": "pip", "operands": ["zap"]}]}, {"pip.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
