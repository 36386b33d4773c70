package regent.runs.opaque

import data.regent.lib

# METADATA
# title: "`{raw}` runs {path}, and what that does cannot be told from here."
# custom:
#   id: runs.opaque
#   remedy: "Let a person read the file first."
findings contains lib.confirm("runs.opaque", "runs", i) if {
	some i, r in input.runs
	r.how in {"script", "binary", "hook"}
	input.commands[r.command].program != "source"
	not lib.written_here(i)
	not lib.wrapper(r.command)
}
