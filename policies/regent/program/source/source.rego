package regent.program.source

import data.regent.lib

# METADATA
# title: "`{raw}` runs {path} in the shell itself."
# custom:
#   id: source.file
#   remedy: "Let a person read the file first; for a virtual environment use its bin/activate."
findings contains lib.confirm("source.file", "runs", i) if {
	some i, r in input.runs
	input.commands[r.command].program == "source"
	r.how != "activate"
	not lib.written_here(i)
}
