package regent.accesses.path_test

import data.regent.accesses.path
import data.regent.accesses_test.fact

rules(change) := {[f.rule, f.decision] |
	some f in path.findings with input as fact.document(change)
}

blocked := {["path.blocked", "BLOCKED"]}

asks := {["path.confirm", "NEEDS_CONFIRMATION"]}

unknown := {["path.unknown", "NEEDS_CONFIRMATION"]}

safe := set()

# The rows of the page, one test each: list, read, write, delete, execute.
row(classes, words) if {
	every access, want in words {
		rules({"access": access, "classes": classes}) == want
	}
}

test_the_workspace_asks_to_delete_and_execute if {
	row(["workspace", "outside"], {"list": safe, "read": safe, "write": safe, "delete": asks, "execute": asks})
}

test_elsewhere_is_listed_and_read_with_confirmation if {
	row(["outside"], {"list": safe, "read": asks, "write": blocked, "delete": blocked, "execute": asks})
}

test_secrets_of_the_project_ask if {
	row(["project_secret", "workspace"], {"list": safe, "read": asks, "write": asks, "delete": asks, "execute": asks})
}

test_git_internals_are_read_only if {
	row(["git_internals", "workspace"], {"list": safe, "read": safe, "write": blocked, "delete": blocked, "execute": blocked})
}

test_a_git_lock_may_be_deleted_after_asking if {
	row(["git_lock", "git_internals", "workspace"], {"read": safe, "write": blocked, "delete": asks, "execute": blocked})
}

test_settings_of_agents_are_read_only if {
	row(["agent_settings", "workspace"], {"list": safe, "read": safe, "write": blocked, "delete": blocked, "execute": blocked})
	row(["agent_settings_home", "outside"], {"list": safe, "read": asks, "write": blocked, "delete": blocked, "execute": blocked})
}

test_the_tree_of_an_agent_stays if {
	row(["agent_settings_tree", "workspace"], {"list": safe, "read": safe, "write": safe, "delete": blocked})
}

test_files_that_run_by_themselves_ask if {
	row(["runs_by_itself", "workspace"], {"list": safe, "read": safe, "write": asks, "delete": asks, "execute": asks})
}

test_temporary_trees_are_free if {
	row(["temporary", "outside"], {"list": safe, "read": safe, "write": safe, "delete": safe, "execute": asks})
}

test_credentials_are_closed if {
	row(["credential_store", "outside"], {"list": asks, "read": blocked, "write": blocked, "delete": blocked, "execute": blocked})
	row(["private_key", "workspace"], {"list": asks, "read": blocked, "write": blocked, "delete": blocked, "execute": blocked})
}

test_system_trees_are_read_only if {
	row(["system_tree", "outside"], {"list": safe, "read": safe, "write": blocked, "delete": blocked, "execute": asks})
	row(["system_bin", "system_tree", "outside"], {"read": safe, "write": blocked, "execute": safe})
	row(["language_cache", "outside"], {"list": safe, "read": safe, "write": blocked, "delete": blocked})
}

test_the_cache_tree_of_the_user_is_writable if {
	row(["user_cache", "outside"], {"list": safe, "read": safe, "write": safe, "delete": asks, "execute": asks})
}

test_startup_files_are_not_written if {
	row(["startup", "outside"], {"list": safe, "read": asks, "write": blocked, "delete": blocked, "execute": blocked})
}

test_devices_are_closed_but_for_the_exempt if {
	row(["device", "outside"], {"list": safe, "read": blocked, "write": blocked, "delete": blocked, "execute": blocked})
	row(["device_exempt", "device", "outside"], {"list": safe, "read": safe, "write": safe, "delete": blocked, "execute": blocked})
}

test_linking_and_permissions_are_writing if {
	rules(fact.outside({"access": "link"})) == blocked
	rules(fact.outside({"access": "permission"})) == blocked
	rules({"access": "link"}) == safe
	rules({"access": "permission"}) == safe
}

test_an_unknown_access_is_the_strictest if {
	rules({"access": "unknown"}) == asks
	rules(fact.outside({"access": "unknown"})) == blocked
	rules({"access": "unknown", "classes": ["git_internals", "workspace"]}) == blocked
	rules({"access": "unknown", "known": "dynamic", "resolved": "", "classes": []}) == unknown
}

test_a_class_without_a_word_leaves_it_to_the_wider if {
	rules({"access": "write", "classes": ["disposable", "project_secret", "workspace"]}) == asks
	rules({"access": "delete", "classes": ["disposable", "project_secret", "workspace"]}) == safe
}

test_a_team_gives_its_own_class_a_word if {
	found := path.findings with input as fact.document({"classes": ["customer_data", "workspace"]})
		with data.regent.settings.access.customer_data as {"read": "BLOCKED"}
	{f.rule | some f in found} == {"path.blocked"}
}

test_no_class_is_no_leave if {
	rules({"classes": []}) == {["path.unclassified", "BLOCKED"]}
	rules({"classes": ["no_such_class"], "access": "unknown"}) == {["path.unclassified", "BLOCKED"]}
}

test_what_cannot_be_resolved_is_blocked_by_name if {
	every error in ["loop", "denied", "too_long", "not_directory", "other"] {
		every access in ["list", "read", "write", "delete", "execute"] {
			rules({"access": access, "resolved": "", "classes": [], "error": error}) == {["PATH_RESOLUTION_FAILED", "BLOCKED"]}
		}
	}
}

test_a_path_known_at_run_time_asks if {
	every access in ["read", "write", "delete", "execute", "link", "permission"] {
		rules({"access": access, "known": "dynamic", "resolved": "", "classes": []}) == unknown
	}
	rules({"access": "list", "known": "dynamic", "resolved": "", "classes": []}) == safe
}

test_a_team_may_close_unknown_paths if {
	found := path.findings with input as fact.document({"known": "dynamic", "resolved": "", "classes": []})
		with data.regent.settings.access.unknown_path.read as "BLOCKED"
	{[f.rule, f.decision] | some f in found} == {["path.unknown", "BLOCKED"]}
}

test_a_known_directory_is_judged_and_what_is_written_asks if {
	rules({"known": "prefix", "access": "read"}) == safe
	rules({"known": "prefix", "access": "write"}) == unknown
	rules({"known": "prefix", "access": "delete", "classes": ["disposable", "workspace"]}) == unknown
	rules(fact.outside({"known": "prefix", "access": "delete"})) == blocked | unknown
}

test_names_out_of_a_directory_are_judged_by_it if {
	rules({"known": "prefix", "names": true, "access": "write"}) == safe
	rules({"known": "dynamic", "names": true, "access": "delete"}) == asks
	rules(fact.temporary({"known": "prefix", "names": true, "access": "delete"})) == safe
	rules(fact.outside({"known": "prefix", "names": true, "access": "delete"})) == blocked
}

test_only_disposable_names_may_be_deleted_everywhere_in_a_root if {
	rules({"access": "delete", "recursive": true, "only_names": ["__pycache__", ".pytest_cache"]}) == safe
	rules({"access": "delete", "recursive": true, "only_names": ["__pycache__", "*.orig"]}) == asks
	rules(fact.outside({"access": "delete", "only_names": ["node_modules"]})) == blocked
}

test_disposable_trees_below_any_directory_may_be_deleted if {
	rules({"access": "delete", "known": "prefix", "names": true, "only_names": ["*/dist"]}) == safe
	rules({"access": "delete", "known": "prefix", "names": true, "only_names": ["*/dist/*.map"]}) == safe
	rules({"access": "delete", "known": "prefix", "names": true, "only_names": ["*/src"]}) == asks
	rules({"access": "delete", "known": "prefix", "only_names": ["*/dist"]}) == asks | unknown
}

test_a_move_inside_the_roots_is_writing if {
	rules({"access": "delete", "moves_to": "/code/app/b"}) == safe
	rules({"access": "delete", "moves_to": "/code/app"}) == safe
	rules({"access": "delete", "moves_to": "/tmp/b"}) == asks
	rules({"access": "delete", "moves_to": "/code/app-old/b"}) == asks
	rules({"access": "delete", "moves_to": "/code/app/b", "classes": ["git_internals", "workspace"]}) == blocked
	rules({"access": "delete", "moves_to": "/code/app/b", "classes": ["agent_settings_tree", "workspace"]}) == blocked
	rules(fact.outside({"access": "delete", "moves_to": "/code/app/b"})) == blocked
}

test_another_machine_is_judged_by_name if {
	remote := {"remote": true, "resolved": "", "root": "", "relative": ""}
	rules(object.union(remote, {"absolute": "/srv/x", "access": "delete", "classes": ["outside"]})) == blocked
	rules(object.union(remote, {"absolute": "/srv/x", "access": "read", "classes": ["outside"]})) == asks
	rules(object.union(remote, {"absolute": "", "access": "delete", "classes": []})) == unknown
}

test_what_runs_in_a_tree_is_left_to_the_rules_on_runs if {
	rules({"source": "run", "access": "execute", "classes": ["workspace", "outside"], "root": "/code/app"}) == safe
	rules({"source": "run", "access": "execute", "classes": ["temporary", "outside"], "root": "", "below_temp": true}) == safe
	rules({"source": "run", "access": "execute", "classes": ["outside"], "root": ""}) == asks
	rules({"source": "run", "access": "execute", "classes": ["git_internals", "workspace"], "root": "/code/app"}) == blocked
}
