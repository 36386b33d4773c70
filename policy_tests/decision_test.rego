package regent.decision_test

import data.regent
import data.regent.fact_test as fact
import data.regent.lib

with_findings(found) := answer if {
	answer := regent.decision with input as fact.document({"commands": [{"program": "probe"}]})
		with data.regent.program.probe.findings as found
}

first := lib.confirm("probe.asks", "commands", 0)

second := lib.blocked("probe.stops", "commands", 0)

test_without_findings_it_is_safe if {
	regent.decision == {"decision": "SAFE", "rule": "", "findings": [], "exceptions": [], "obligations": {}} with input as fact.document({})
}

test_the_strongest_finding_wins_and_all_are_told if {
	answer := with_findings({first, second})
	answer.decision == "BLOCKED"
	answer.rule == "probe.stops"
	answer.findings == [
		{"rule": "probe.stops", "decision": "BLOCKED", "subject": {"topic": "commands", "index": 0}},
		{"rule": "probe.asks", "decision": "NEEDS_CONFIRMATION", "subject": {"topic": "commands", "index": 0}},
	]
}

# --- shape ------------------------------------------------------------------

defined(found) if with_findings({found}).decision

test_an_unknown_word_leaves_the_decision_undefined if {
	not defined(object.union(first, {"decision": "MAYBE"}))
	not defined(object.union(first, {"decision": "SAFE"}))
}

test_a_finding_of_another_shape_leaves_the_decision_undefined if {
	not defined("a word")
	not defined(object.remove(first, ["index"]))
	not defined(object.union(first, {"more": 1}))
	not defined(object.union(first, {"rule": 1}))
	not defined(object.union(first, {"topic": 1}))
	not defined(object.union(first, {"index": "0"}))
	defined(first)
}

# --- dispatch ---------------------------------------------------------------

probe(topic) := {lib.confirm("probe.asks", topic, 0)}

topics := [
	"text",
	"commands",
	"accesses",
	"endpoints",
	"queries",
	"packages",
	"targets",
	"runs",
	"calls",
	"secrets",
	"usage",
]

subjects(facts) := {f.subject.topic | some f in told.findings} if {
	told := regent.decision with input as facts
		with data.regent.text.probe.findings as probe("text")
		with data.regent.commands.probe.findings as probe("commands")
		with data.regent.accesses.probe.findings as probe("accesses")
		with data.regent.endpoints.probe.findings as probe("endpoints")
		with data.regent.queries.probe.findings as probe("queries")
		with data.regent.packages.probe.findings as probe("packages")
		with data.regent.targets.probe.findings as probe("targets")
		with data.regent.runs.probe.findings as probe("runs")
		with data.regent.calls.probe.findings as probe("calls")
		with data.regent.secrets.probe.findings as probe("secrets")
		with data.regent.usage.probe.findings as probe("usage")
}

test_rules_of_a_topic_run_when_the_document_has_it[topic] if {
	some topic in topics
	subjects({"tool": "probe", topic: []}) == {topic}
}

test_rules_of_a_topic_rest_when_the_document_has_it_not if {
	subjects({"tool": "probe"}) == set()
}

# --- layers -----------------------------------------------------------------

layered(facts, rules) := answer if {
	answer := regent.decision with input as facts
		with data.layers as {"acme": {"rules": rules}}
}

test_a_layer_adds_rules_on_programs if {
	rules := {"program": {"acme-deploy": {"findings": {lib.blocked("acme.deploy", "commands", 0)}}}}
	layered(fact.document({"commands": [{"program": "acme-deploy"}]}), rules).rule == "acme.deploy"
	layered(fact.document({"commands": [{"program": "true"}]}), rules).rule == ""
}

test_a_layer_adds_rules_on_topics[topic] if {
	some topic in topics
	rules := {topic: {"house": {"findings": {lib.blocked("acme.house", topic, 0)}}}}
	layered({"tool": "probe", topic: []}, rules).rule == "acme.house"
	layered({"tool": "probe"}, rules).rule == ""
}

# --- waivers ----------------------------------------------------------------

waived(found, allows) := answer if {
	answer := regent.decision with input as fact.document({"commands": [{"program": "probe"}]})
		with data.regent.program.probe.findings as found
		with data.layers as {"acme": {"rules": {"commands": {"house": {"allows": allows}}}}}
}

test_a_waiver_lifts_a_finding_that_asks_and_stays_visible if {
	answer := waived({first}, {lib.allow("probe.asks", "commands", 0)})
	answer.decision == "SAFE"
	answer.findings == []
	answer.exceptions == [{"rule": "probe.asks", "id": "allow", "until": "", "from": "NEEDS_CONFIRMATION", "to": "SAFE"}]
}

test_a_waiver_of_a_program_room_counts if {
	answer := regent.decision with input as fact.document({"commands": [{"program": "probe"}]})
		with data.regent.program.probe.findings as {first}
		with data.layers as {"acme": {"rules": {"program": {"probe": {"allows": {lib.allow("probe.asks", "commands", 0)}}}}}}
	answer.decision == "SAFE"
}

test_a_waiver_lifts_nothing_else if {
	waived({second}, {lib.allow("probe.stops", "commands", 0)}).decision == "BLOCKED"
	waived({first}, {lib.allow("probe.asks", "commands", 1)}).decision == "NEEDS_CONFIRMATION"
	waived({first, second}, {lib.allow("probe.asks", "commands", 0)}).rule == "probe.stops"
}

test_floor_rules_take_no_waiver if {
	answer := regent.decision with input as fact.document({"commands": [{"program": "probe"}]})
		with data.regent.program.probe.findings as {first}
		with data.regent.settings.floor as {"probe.asks": true}
		with data.layers as {"acme": {"rules": {"commands": {"house": {"allows": {lib.allow("probe.asks", "commands", 0)}}}}}}
	answer.decision == "NEEDS_CONFIRMATION"
}

# --- exceptions -------------------------------------------------------------

excepted(found, exception) := answer if {
	answer := regent.decision with input as scene
		with data.regent.program.git.findings as found
		with data.regent.exceptions as {"e1": object.union({"rules": {"probe.asks": true, "probe.stops": true}, "until": "2027-01-01T00:00:00Z", "owner": "a", "reason": "b"}, exception)}
}

scene := fact.document({
	"commands": [{"program": "git", "subcommand": ["push"]}],
	"accesses": [{"resolved": "/code/app/a", "classes": ["workspace", "outside"], "root": "/code/app", "ancestors": ["/code/app", "/code", "/"]}],
	"endpoints": [{"host": "x.example.com", "loopback": true}],
})

about(topic) := lib.blocked("probe.stops", topic, 0)

lowered(topic, exception) if excepted({about(topic)}, exception).decision == "NEEDS_CONFIRMATION"

test_an_exception_lowers_one_step_and_stays_visible if {
	answer := excepted({about("commands")}, {"command": "git"})
	answer.decision == "NEEDS_CONFIRMATION"
	answer.rule == "probe.stops"
	answer.exceptions == [{"rule": "probe.stops", "id": "e1", "until": "2027-01-01T00:00:00Z", "from": "BLOCKED", "to": "NEEDS_CONFIRMATION"}]
}

test_an_exception_may_lower_further if {
	excepted({about("commands")}, {"command": "git", "to": "SAFE"}).decision == "SAFE"
	excepted({lib.confirm("probe.asks", "commands", 0)}, {"command": "git"}).decision == "SAFE"
}

test_an_exception_never_raises if {
	excepted({lib.confirm("probe.asks", "commands", 0)}, {"command": "git", "to": "BLOCKED"}).decision == "NEEDS_CONFIRMATION"
}

test_the_scope_of_a_command if {
	lowered("commands", {"command": "git push"})
	lowered("accesses", {"command": "git"})
	not lowered("commands", {"command": "git pull"})
	not lowered("commands", {"command": "npm"})
}

test_the_scope_of_a_command_reaches_what_came_out_of_it if {
	every topic in ["accesses", "endpoints", "queries", "packages", "targets", "runs", "secrets"] {
		doc := fact.document({"commands": [{"program": "git"}, {"program": "npm"}], topic: [{"command": 0}, {"command": 1}]})
		relieved(doc, {lib.blocked("probe.stops", topic, 0)})
		not relieved(doc, {lib.blocked("probe.stops", topic, 1)})
	}
}

relieved(doc, found) if {
	answer := regent.decision with input as doc
		with data.regent.program.git.findings as found
		with data.regent.exceptions as {"e1": {"rules": {"probe.stops": true}, "command": "git", "until": "2027-01-01T00:00:00Z"}}
	some e in answer.exceptions
	e.rule == "probe.stops"
}

test_the_scope_of_a_path if {
	lowered("accesses", {"path": "/code/app"})
	lowered("accesses", {"path": "/code/app/a"})
	not lowered("accesses", {"path": "/code/other"})
	not lowered("commands", {"path": "/code/app"})
}

test_the_scope_of_a_host if {
	lowered("endpoints", {"host": "x.example.com"})
	not lowered("endpoints", {"host": "y.example.com"})
}

test_the_scope_of_a_caller_and_a_repository if {
	lowered("commands", {"caller_group": "developers"})
	not lowered("commands", {"caller_group": "others"})
	lowered("commands", {"repository": "acme/app"})
	not lowered("commands", {"repository": "acme/other"})
}

test_all_given_scopes_must_fit if {
	lowered("commands", {"command": "git", "repository": "acme/app"})
	not lowered("commands", {"command": "git", "repository": "acme/other"})
	not lowered("commands", {})
}

test_an_exception_runs_out if not lowered("commands", {"command": "git", "until": "2026-11-30T11:59:59Z"})

test_floor_rules_take_no_exception if {
	answer := regent.decision with input as scene
		with data.regent.program.git.findings as {about("commands")}
		with data.regent.settings.floor as {"probe.stops": true}
		with data.regent.exceptions as {"e1": {"rules": {"probe.stops": true}, "command": "git", "until": "2027-01-01T00:00:00Z"}}
	answer.decision == "BLOCKED"
}

test_of_several_exceptions_the_lowest_counts if {
	answer := regent.decision with input as scene
		with data.regent.program.git.findings as {about("commands")}
		with data.regent.exceptions as {
			"e1": {"rules": {"probe.stops": true}, "command": "git", "until": "2027-01-01T00:00:00Z"},
			"e2": {"rules": {"probe.stops": true}, "command": "git", "until": "2027-01-01T00:00:00Z", "to": "SAFE"},
		}
	answer.decision == "SAFE"
	count(answer.exceptions) == 2
}

# --- obligations --------------------------------------------------------------

owed(facts, layer) := answer.obligations if {
	answer := regent.decision with input as facts
		with data.regent.queries.probe.obligations as {lib.oblige("max_rows", 100), lib.oblige("timeout_ms", 5000)}
		with data.regent.accesses.probe.obligations as {lib.oblige("max_bytes", 1000)}
		with data.layers as {"acme": {"rules": {"queries": {"house": {"obligations": layer}}}}}
}

test_the_smallest_obligation_counts if {
	o := owed({"tool": "probe", "queries": []}, {lib.oblige("max_rows", 10), lib.oblige("max_bytes", 7)})
	o.max_rows == 10
	o.max_bytes == 7
	o.timeout_ms <= 5000
}

test_unknown_obligations_are_dropped if {
	o := owed({"tool": "probe", "queries": []}, {lib.oblige("max_sheep", 1)})
	not o.max_sheep
}

test_reading_a_file_has_its_own if {
	o := owed({"tool": "sandbox_fs_read", "accesses": []}, set())
	o.max_bytes <= 1000
	p := owed({"tool": "audit_path_access", "accesses": []}, set())
	not p.max_bytes
}

# --- admission --------------------------------------------------------------

admitted(n, limit) := answer if {
	answer := regent.admit with input as {"tool": "probe", "invocations": n, "window_s": 60}
		with data.regent.settings.usage.invocations_minute as limit
}

test_a_call_within_the_window_is_taken_in if {
	admitted(60, 60) == {"decision": "SAFE", "rule": "", "findings": [], "exceptions": [], "obligations": {}}
}

test_a_call_beyond_the_window_is_refused if {
	answer := admitted(61, 60)
	answer.decision == "BLOCKED"
	answer.rule == "INVOCATION_RATE_LIMIT"
	answer.findings == [{"rule": "INVOCATION_RATE_LIMIT", "decision": "BLOCKED", "subject": {"topic": "usage", "index": -1}}]
}

test_no_limit_takes_all_in if {
	admitted(1000000, 0).decision == "SAFE"
	admitted(1000000, null).decision == "SAFE"
}
