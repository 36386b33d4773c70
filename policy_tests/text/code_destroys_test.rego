package regent.text.code_destroys_test

import data.regent.fact_test as fact
import data.regent.text.code_destroys as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"node - <<'EOF'\nrequire(\"fs\").rmSync(\"/srv/x\")\nEOF": [{"commands": [{"program": "node", "operands": ["-"], "code": [{"language": "javascript", "text": "require(\"fs\").rmSync(\"/srv/x\")\n", "known": "static"}]}], "tags": {"inline_code": [0]}}, {"text.code_destroys"}],
	"python3 - <<'EOF'\nimport shutil\nshutil.rmtree(\"/srv/data\")\nEOF": [{"commands": [{"program": "python", "operands": ["-"], "code": [{"language": "python", "text": "import shutil\nshutil.rmtree(\"/srv/data\")\n", "known": "static"}]}], "tags": {"inline_code": [0]}}, {"text.code_destroys"}],
	"perl -e 'unlink(\"/etc/passwd\")'": [{"commands": [{"program": "perl", "options": [["-e", "unlink(\"/etc/passwd\")"]], "code": [{"language": "perl", "text": "unlink(\"/etc/passwd\")", "known": "static"}]}], "tags": {"inline_code": [0]}}, {"text.code_destroys"}],
	"ruby -e 'require \"fileutils\"; FileUtils.rm_rf(\"/srv/x\")'": [{"commands": [{"program": "ruby", "options": [["-e", "require \"fileutils\"; FileUtils.rm_rf(\"/srv/x\")"]], "code": [{"language": "ruby", "text": "require \"fileutils\"; FileUtils.rm_rf(\"/srv/x\")", "known": "static"}]}], "tags": {"inline_code": [0]}}, {"text.code_destroys"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"make": [{"commands": [{"program": "make"}]}, set()],
	"yarn": [{"commands": [{"program": "yarn"}]}, set()],
	"date": [{"commands": [{"program": "date"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
