package regent.accesses.reach_test

import data.regent.accesses.reach
import data.regent.accesses_test.fact

rules(change) := {[f.rule, f.decision] |
	some f in reach.findings with input as fact.document(change)
}

home := fact.outside({"resolved": "/home/dev", "type": "dir", "holds": ["credential_store", "startup"]})

test_a_whole_home_reaches_its_keys if {
	rules(object.union(home, {"recursive": true})) == {["path.reaches", "BLOCKED"]}
}

test_a_directory_of_the_workspace_is_judged_by_itself if {
	rules({"access": "delete", "recursive": true, "holds": ["agent_settings"]}) == set()
}

test_listing_a_home_reaches_nothing_closed if {
	rules(object.union(home, {"access": "list", "recursive": true})) == set()
	rules(home) == set()
}

test_a_readable_tree_asks_when_it_holds_closed_places if {
	etc := {"resolved": "/etc", "classes": ["system_tree", "outside"], "recursive": true, "holds": ["credential_store"]}
	rules(fact.outside(etc)) == {["path.reaches", "NEEDS_CONFIRMATION"]}
	rules(fact.outside(object.union(etc, {"holds": []}))) == set()
	rules(fact.outside(object.union(etc, {"access": "list"}))) == set()
	rules(fact.temporary({"recursive": true, "is_temp": true, "holds": ["credential_store"]})) == set()
}

test_a_workspace_reaches_what_a_team_closed_in_it if {
	rules({"recursive": true, "holds": ["credential_store"]}) == {["path.reaches", "BLOCKED"]}
	rules({"recursive": true, "access": "write", "holds": ["credential_store"]}) == set()
}

test_names_that_fit_a_closed_class_are_blocked if {
	rules({"names": true, "only_names": ["id_*"], "holds": ["private_key"]}) == {["path.names_reach", "BLOCKED"]}
	rules(fact.outside({"whole": true, "holds": ["credential_store"]})) == {["path.names_reach", "BLOCKED"]}
}

test_names_that_fit_a_class_that_asks_ask if {
	rules({"names": true, "only_names": [".env*"], "holds": ["project_secret"]}) == {["path.names_reach", "NEEDS_CONFIRMATION"]}
	rules({"names": true, "only_names": ["*.md"], "holds": []}) == set()
}

test_deleting_names_of_git_internals_is_blocked if {
	rules({
		"access": "delete",
		"recursive": true,
		"only_names": [".git"],
		"holds": ["git_internals"],
	}) == {["path.names_reach", "BLOCKED"]}
}
