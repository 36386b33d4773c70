# METADATA
# title: Path facts for the tests of this directory
# description: A path fact of an ordinary workspace file, with what a test changes laid over.
package regent.accesses_test.fact

# METADATA
# title: A path fact with some members changed
access(change) := object.union(
	{
		"command": -1,
		"source": "tool",
		"access": "read",
		"recursive": false,
		"whole": false,
		"only_names": [],
		"mode": "",
		"raw": "a",
		"known": "static",
		"names": false,
		"empty_fallback": false,
		"resolved": "/code/app/a",
		"absolute": "/code/app/a",
		"exists": true,
		"type": "file",
		"nlink": 1,
		"file_mode": "0644",
		"size": 1,
		"foreign_device": false,
		"opened": false,
		"classes": ["workspace", "outside"],
		"holds": [],
		"root": "/code/app",
		"is_root": false,
		"holds_root": false,
		"relative": "a",
		"ancestors": ["/code/app", "/code", "/"],
		"segments": ["code", "app", "a"],
		"base": "a",
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
	change,
)

# METADATA
# title: The document of one such fact
document(change) := {
	"tool": "audit_path_access",
	"workspace": {
		"roots": ["/code/app"],
		"cwd": "/code/app",
		"home": "/home/dev",
		"temp": ["/tmp", "/var/tmp"],
		"repository": "",
		"uid": 1000,
	},
	"accesses": [access(change)],
}

# METADATA
# title: What a place outside the workspace changes
outside(change) := object.union(
	{
		"resolved": "/srv/x",
		"absolute": "/srv/x",
		"classes": ["outside"],
		"root": "",
		"relative": "",
	},
	change,
)

# METADATA
# title: What a place below a temporary tree changes
temporary(change) := object.union(
	{
		"resolved": "/tmp/x",
		"absolute": "/tmp/x",
		"classes": ["temporary", "outside"],
		"root": "",
		"relative": "",
		"below_temp": true,
	},
	change,
)
