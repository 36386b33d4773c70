package regent.program.php_test

import data.regent.fact_test as fact
import data.regent.program.php as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"php -S localhost:8000": [{"commands": [{"program": "php", "options": [["-S", "localhost:8000"]]}]}, {"php.serves"}],
	"php x.php": [{"commands": [{"program": "php", "operands": ["x.php"]}]}, set()],
	"php -r 'echo 1;'": [{"commands": [{"program": "php", "options": [["-r", "echo 1;"]]}]}, set()],
	"php -v": [{"commands": [{"program": "php", "options": [["-v", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
