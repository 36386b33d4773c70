package regent.program.emacs_test

import data.regent.fact_test as fact
import data.regent.program.emacs as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"emacs --batch --eval '(message \"x\")'": [{"commands": [{"program": "emacs", "options": [["--batch", ""], ["--eval", "(message \"x\")"]], "code": [{"language": "elisp", "text": "(message \"x\")", "known": "static"}]}]}, {"emacs.code"}],
	"emacs -l x.el": [{"commands": [{"program": "emacs", "options": [["-l", "x.el"]]}]}, {"emacs.code"}],
	"emacs README.md": [{"commands": [{"program": "emacs", "operands": ["README.md"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
