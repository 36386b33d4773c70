# METADATA
# title: Facts for tests of rules on commands
# description: |
#   A test writes down what matters; the rest is what an ordinary command of an
#   ordinary workspace has. Options are written as [name, value], operands as
#   plain strings, or as {"value", "known"} when they are not exact.
package regent.fact_test

# METADATA
# title: The document of some facts, by topic; "tags" are those of the text
document(facts) := object.union(
	{
		"tool": "dry_run_command",
		"now": "2026-11-30T12:00:00Z",
		"now_ns": 1796040000000000000,
		"caller": {"id": "sha256:00", "kind": "local", "groups": ["developers"], "transport": "cli", "client": {"name": "", "version": ""}},
		"host": {"agent": "", "session": "", "permission_mode": "", "can_ask": false, "interactive": false, "labels": []},
		"workspace": {
			"roots": ["/code/app"],
			"cwd": "/code/app",
			"home": "/home/dev",
			"temp": ["/tmp", "/var/tmp"],
			"repository": "acme/app",
			"uid": 1000,
		},
		"text": {
			"dialect": "bash",
			"complete": true,
			"error": "",
			"programs": [p | some p in {c.program | some c in object.get(facts, "commands", [])}],
			"tags": object.get(facts, "tags", {}),
		},
	},
	filled(facts),
)

filled(facts) := {topic: elements |
	some topic, list in object.remove(facts, ["tags"])
	elements := [object.union(
		object.union(defaults[topic], {"index": i}),
		read(topic, e),
	) |
		some i, e in list
	]
}

read("commands", e) := object.union(e, {
	"options": [{"name": o[0], "value": o[1], "known": "static"} | some o in object.get(e, "options", [])],
	"operands": [word(w) | some w in object.get(e, "operands", [])],
	"assignments": [{"name": a[0], "value": a[1], "known": "static"} | some a in object.get(e, "assignments", [])],
})

read(topic, e) := e if topic != "commands"

word(w) := {"value": w, "known": "static"} if is_string(w)

word(w) := w if is_object(w)

file := {"path": "", "explicit": false, "found": false, "root": "", "below_temp": false, "wrapper": false, "classes": []}

defaults := {
	"commands": {
		"program": "",
		"program_known": "static",
		"program_file": file,
		"subcommand": [],
		"via": [],
		"privilege": false,
		"remote": false,
		"container": false,
		"stdin": "terminal",
		"fed_by": [],
		"feeds": [],
		"code": [],
		"head_branch": "feature/login",
		"cwd": "/code/app",
		"background": false,
		"conditional": false,
		"in_function": false,
		"in_loop": false,
		"help_only": false,
		"raw": "",
	},
	"accesses": {
		"command": 0,
		"source": "operand",
		"access": "read",
		"recursive": false,
		"whole": false,
		"only_names": [],
		"mode": "",
		"raw": "",
		"known": "static",
		"names": false,
		"empty_fallback": false,
		"resolved": "",
		"absolute": "",
		"exists": false,
		"type": "missing",
		"nlink": 0,
		"file_mode": "",
		"size": -1,
		"foreign_device": false,
		"opened": false,
		"classes": [],
		"holds": [],
		"root": "",
		"is_root": false,
		"holds_root": false,
		"relative": "",
		"ancestors": [],
		"segments": [],
		"base": "",
		"extension": "",
		"via_symlink": false,
		"below_temp": false,
		"is_temp": false,
		"in_home": false,
		"link_target": "",
		"moves_to": "",
		"remote": false,
		"error": "",
	},
	"endpoints": {
		"command": 0,
		"role": "target",
		"scheme": "https",
		"host": "",
		"port": 0,
		"path": "",
		"userinfo": false,
		"loopback": false,
		"classes": [],
		"sends": [],
		"known": "static",
		"raw": "",
	},
	"packages": {
		"command": 0,
		"ecosystem": "",
		"name": "",
		"version": "",
		"source": "registry",
		"action": "install",
		"known": "static",
	},
	"targets": {"command": 0, "system": "", "name": "", "mutating": false, "known": "static", "source": "option"},
	"runs": {
		"command": 0,
		"path": "",
		"language": "",
		"how": "script",
		"name": "",
		"digest": "",
		"text_judged": false,
		"written": false,
		"fetched": false,
	},
	"calls": {"server": "", "launch": "", "tool": "", "arguments": []},
	"secrets": {"command": 0, "class": "", "source": "operand"},
	"queries": {"command": 0, "dialect": "postgresql", "complete": true},
}
