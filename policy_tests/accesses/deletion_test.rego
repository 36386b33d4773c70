package regent.accesses.deletion_test

import data.regent.accesses.deletion
import data.regent.accesses_test.fact

rules(change) := {[f.rule, f.decision] |
	some f in deletion.findings with input as fact.document(change)
}

root := {"access": "delete", "type": "dir", "resolved": "/code/app", "relative": ".", "is_root": true}

root_deleted := {["path.root_deleted", "BLOCKED"]}

test_a_root_stays if {
	rules(root) == root_deleted
	rules(object.union(root, {"whole": true})) == root_deleted
	rules(object.union(root, {"recursive": true})) == root_deleted
	rules(object.union(root, {"whole": true, "names": true})) == root_deleted
}

test_a_root_is_not_moved_away if {
	rules(object.union(root, {"moves_to": "/tmp/app"})) == root_deleted | {["path.moved_out", "NEEDS_CONFIRMATION"]}
}

test_all_of_a_root_may_move_within_it if {
	rules(object.union(root, {"whole": true, "names": true, "moves_to": "/code/app/old"})) == set()
}

test_a_root_may_be_read_and_written if {
	rules(object.union(root, {"access": "read"})) == set()
	rules(object.union(root, {"access": "write"})) == set()
}

test_names_out_of_a_root_are_not_the_root if {
	rules(object.union(root, {"only_names": ["*.orig"]})) == set()
	rules(object.union(root, {"names": true})) == set()
	rules(object.union(root, {"known": "prefix"})) == set()
}

test_what_holds_a_root_stays if {
	rules(fact.temporary({"access": "delete", "holds_root": true})) == {["path.root_holder_deleted", "BLOCKED"]}
	rules(fact.temporary({"access": "read", "holds_root": true})) == set()
}

test_a_temporary_tree_stays if {
	tree := fact.temporary({"access": "delete", "resolved": "/tmp", "is_temp": true})
	rules(tree) == {["path.temp_deleted", "BLOCKED"]}
	rules(object.union(tree, {"whole": true})) == {["path.temp_deleted", "BLOCKED"]}
	rules(object.union(tree, {"only_names": ["*.tmp"]})) == set()
	rules(fact.temporary({"access": "delete"})) == set()
}

test_an_empty_variable_may_mean_everything if {
	unknown := {"known": "dynamic", "resolved": "", "classes": [], "root": "", "empty_fallback": true}
	rules(object.union(unknown, {"access": "delete"})) == {["path.empty_fallback", "BLOCKED"]}
	rules(object.union(unknown, {"access": "permission", "recursive": true})) == {["path.empty_fallback", "BLOCKED"]}
	rules(object.union(unknown, {"access": "permission"})) == set()
	rules(object.union(unknown, {"access": "read"})) == set()
}

test_moving_out_asks if {
	rules({"access": "delete", "moves_to": "/tmp/a"}) == {["path.moved_out", "NEEDS_CONFIRMATION"]}
	rules({"access": "delete", "moves_to": "/code/app/b"}) == set()
	rules(fact.temporary({"access": "delete", "moves_to": "/tmp/b"})) == set()
}
