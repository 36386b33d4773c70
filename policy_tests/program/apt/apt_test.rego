package regent.program.apt_test

import data.regent.fact_test as fact
import data.regent.program.apt as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"apt-get install -y jq": [{"commands": [{"program": "apt", "subcommand": ["install"], "options": [["-y", ""]], "operands": ["jq"]}]}, {"apt.asks"}],
	"apt update": [{"commands": [{"program": "apt", "subcommand": ["update"]}]}, {"apt.asks"}],
	"apt-get remove jq": [{"commands": [{"program": "apt", "subcommand": ["remove"], "operands": ["jq"]}]}, {"apt.removes"}],
	"apt autoremove": [{"commands": [{"program": "apt", "subcommand": ["autoremove"]}]}, {"apt.removes"}],
	"apt list --installed": [{"commands": [{"program": "apt", "subcommand": ["list"], "options": [["--installed", ""]]}]}, set()],
	"apt-cache policy jq": [{"commands": [{"program": "apt", "subcommand": ["policy"], "operands": ["jq"]}]}, set()],
	"apt-get -s remove jq": [{"commands": [{"program": "apt", "subcommand": ["remove"], "options": [["-s", ""]], "operands": ["jq"]}]}, set()],
	"apt-get install --purge jq": [{"commands": [{"program": "apt", "subcommand": ["install"], "options": [["--purge", ""]], "operands": ["jq"]}]}, {"apt.asks", "apt.removes_with_option"}],
	"aptitude purge x": [{"commands": [{"program": "apt", "subcommand": ["purge"], "operands": ["x"]}]}, {"apt.removes"}],
	"apt upgrade": [{"commands": [{"program": "apt", "subcommand": ["upgrade"]}]}, {"apt.asks"}],
	"apt zap": [{"commands": [{"program": "apt", "operands": ["zap"]}]}, {"apt.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
