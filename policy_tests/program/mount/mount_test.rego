package regent.program.mount_test

import data.regent.fact_test as fact
import data.regent.program.mount as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"mount": [{"commands": [{"program": "mount"}]}, set()],
	"mount /dev/sda1 /mnt": [{"commands": [{"program": "mount", "operands": ["/dev/sda1", "/mnt"]}]}, {"mount.changes"}],
	"umount /mnt": [{"commands": [{"program": "mount", "operands": ["/mnt"]}]}, {"mount.changes"}],
	"mount -a": [{"commands": [{"program": "mount", "options": [["-a", ""]]}]}, {"mount.changes"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
