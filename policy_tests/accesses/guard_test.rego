package regent.accesses.guard_test

import data.regent.accesses.guard
import data.regent.accesses_test.fact

rules(change) := {f.rule |
	some f in guard.findings with input as fact.document(change)
}

own := {"classes": ["guard_files", "workspace", "outside"]}

test_no_agent_changes_the_guard if {
	every access in ["write", "delete", "execute", "link", "permission", "unknown"] {
		rules(object.union(own, {"access": access})) == {"path.guard_changed"}
	}
}

test_reading_it_is_judged_as_its_place if {
	rules(object.union(own, {"access": "read"})) == set()
	rules(object.union(own, {"access": "list"})) == set()
}

test_the_directory_that_holds_it_stays if {
	holder := {"classes": ["workspace"], "holds": ["guard_files"]}
	rules(object.union(holder, {"access": "delete"})) == {"path.guard_holder_changed"}
	rules(object.union(holder, {"access": "delete", "names": true})) == set()
	rules(object.union(holder, {"access": "delete", "names": true, "recursive": true})) == {"path.guard_holder_changed"}
	rules(object.union(holder, {"access": "permission", "recursive": true})) == {"path.guard_holder_changed"}
	rules(object.union(holder, {"access": "permission"})) == set()
	rules(object.union(holder, {"access": "read", "recursive": true})) == set()
}

test_its_files_are_never_read_for_an_agent if {
	found := guard.findings with input as object.union(fact.document(own), {"tool": "sandbox_fs_read"})
	{f.rule | some f in found} == {"path.guard_read"}
}
