package regent.program.chroot_test

import data.regent.fact_test as fact
import data.regent.program.chroot as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"chroot /srv/x ls": [{"commands": [{"program": "chroot", "operands": ["/srv/x", "ls"]}, {"program": "ls"}]}, {"chroot.enters"}],
	"chroot --help": [{"commands": [{"program": "chroot", "options": [["--help", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
