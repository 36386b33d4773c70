package regent.accesses.file_test

import data.regent.accesses.file
import data.regent.accesses_test.fact

rules(change) := {f.rule |
	some f in file.findings with input as fact.document(change)
}

test_a_device_node_in_the_workspace_is_closed if {
	rules({"type": "device", "access": "write"}) == {"path.device_node"}
	rules({"type": "device", "access": "read"}) == {"path.device_node"}
	rules({"type": "device", "access": "list"}) == set()
}

test_devices_in_dev_are_judged_by_their_class if {
	rules(fact.outside({"type": "device", "access": "write", "classes": ["device_exempt", "device", "outside"]})) == set()
}

test_second_names_and_mounts_are_quiet_by_default if {
	rules({"nlink": 2}) == set()
	rules({"foreign_device": true}) == set()
}

test_a_team_may_refuse_them if {
	every word in ["BLOCKED", "NEEDS_CONFIRMATION"] {
		linked := file.findings with input as fact.document({"nlink": 2})
			with data.regent.settings.access.hard_link.read as word
		{[f.rule, f.decision] | some f in linked} == {["path.hard_link", word]}
		mounted := file.findings with input as fact.document({"foreign_device": true})
			with data.regent.settings.access.foreign_device.read as word
		{[f.rule, f.decision] | some f in mounted} == {["path.foreign_device", word]}
	}
}
