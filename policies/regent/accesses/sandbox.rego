# METADATA
# title: The directory that sandbox_fs_read reads from
# description: |
#   The tool's facts have that directory as their only root. What a name says to
#   lie outside is refused by the name alone, whether or not it is there, and
#   nobody is asked to confirm it.
package regent.accesses.sandbox

import data.regent.lib

# METADATA
# title: The file cannot be read
# description: The name leads out of the directory.
# custom:
#   id: path.outside_sandbox
#   remedy: Name a file below the directory, relative to it.
findings contains lib.blocked("path.outside_sandbox", "accesses", i) if {
	input.tool == "sandbox_fs_read"
	some i, a in input.accesses
	a.root == ""
}
