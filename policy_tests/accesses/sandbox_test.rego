package regent.accesses.sandbox_test

import data.regent.accesses.sandbox
import data.regent.accesses_test.fact

rules(tool, change) := {f.rule |
	some f in sandbox.findings with input as object.union(fact.document(change), {"tool": tool})
}

test_the_sandbox_ends_at_its_directory if {
	rules("sandbox_fs_read", fact.outside({})) == {"path.outside_sandbox"}
	rules("sandbox_fs_read", fact.outside({"resolved": "/etc/passwd", "classes": ["system_tree"]})) == {"path.outside_sandbox"}
}

test_other_tools_have_no_sandbox if {
	rules("audit_path_access", fact.outside({})) == set()
}

test_what_lies_inside_is_no_matter_of_it if {
	rules("sandbox_fs_read", {}) == set()
}
