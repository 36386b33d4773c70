package regent.program.mkfs_test

import data.regent.fact_test as fact
import data.regent.program.mkfs as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"mkfs.ext4 /dev/sda": [{"commands": [{"program": "mkfs", "operands": ["/dev/sda"]}]}, {"mkfs.disks"}],
	"fdisk /dev/sda": [{"commands": [{"program": "mkfs", "operands": ["/dev/sda"]}]}, {"mkfs.disks"}],
	"fdisk -l": [{"commands": [{"program": "mkfs", "options": [["-l", ""]]}]}, set()],
	"zpool list": [{"commands": [{"program": "mkfs", "operands": ["list"]}]}, set()],
	"wipefs -a /dev/sda": [{"commands": [{"program": "mkfs", "options": [["-a", ""]], "operands": ["/dev/sda"]}]}, {"mkfs.disks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
