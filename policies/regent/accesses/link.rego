# METADATA
# title: Links
# description: A link makes its target reachable under another name.
package regent.accesses.link

import data.regent.accesses.path
import data.regent.lib

# METADATA
# title: "A link at {path} would point out of the workspace, to {link_target}."
# description: Later edits through the link would land outside.
# custom:
#   id: path.link_out
#   remedy: Link to a path inside the workspace, or copy the files.
findings contains lib.confirm("path.link_out", "accesses", i) if {
	some i, a in input.accesses
	a.link_target != ""
	a.root != ""
	not path.inside(a.link_target)
}
