# METADATA
# title: What must not be deleted as a whole
# description: |
#   A root, a directory that holds one, a temporary tree: where single files may
#   go, the place itself may not. What leaves the workspace by a move is shown to
#   a person.
package regent.accesses.deletion

import data.regent.accesses.path
import data.regent.lib

# METADATA
# title: "{path} is a workspace root: deleting it, or all of it, loses everything."
# description: The root itself, its files taken together, or moving it away.
# custom:
#   id: path.root_deleted
#   remedy: Delete the single files or directories that are in the way, by name.
findings contains lib.blocked("path.root_deleted", "accesses", i) if {
	some i in gone
	input.accesses[i].is_root
}

# METADATA
# title: "{path} holds a workspace root: deleting it loses everything."
# description: A directory above a root, whatever else it is.
# custom:
#   id: path.root_holder_deleted
#   remedy: Delete the single files or directories that are in the way, by name.
findings contains lib.blocked("path.root_holder_deleted", "accesses", i) if {
	some i in gone
	input.accesses[i].holds_root
}

# METADATA
# title: "{path} is a temporary tree of the whole machine: other programs have their files there."
# description: The tree itself or all of it; what lies below may be deleted.
# custom:
#   id: path.temp_deleted
#   remedy: Delete the directory that you made below it, by name.
findings contains lib.blocked("path.temp_deleted", "accesses", i) if {
	some i in gone
	input.accesses[i].is_temp
}

# METADATA
# title: "A path in `{command}` may mean the root of the file system when its variable is empty."
# description: A path built from a value that may be empty or has a fallback, as in "$DIR"/*.
# custom:
#   id: path.empty_fallback
#   remedy: Write the path out, or let the command stop first when the variable is empty.
findings contains lib.blocked("path.empty_fallback", "accesses", i) if {
	some i, a in input.accesses
	a.empty_fallback
	a.access == "delete"
}

# METADATA
# title: "A path in `{command}` may mean the root of the file system when its variable is empty."
# description: A path built from a value that may be empty or has a fallback, as in "$DIR"/*.
# custom:
#   id: path.empty_fallback
#   remedy: Write the path out, or let the command stop first when the variable is empty.
findings contains lib.blocked("path.empty_fallback", "accesses", i) if {
	some i, a in input.accesses
	a.empty_fallback
	a.access == "permission"
	a.recursive
}

# METADATA
# title: "{path} would be moved out of the workspace to {moves_to}."
# description: What leaves the workspace is out of reach of its version control.
# custom:
#   id: path.moved_out
#   remedy: Copy it instead of moving it, or ask first.
findings contains lib.confirm("path.moved_out", "accesses", i) if {
	some i, a in input.accesses
	a.moves_to != ""
	a.root != ""
	not path.inside(a.moves_to)
}

# The place itself, not some names out of it.
gone contains i if {
	some i, a in input.accesses
	a.access == "delete"
	a.known == "static"
	not a.whole
	not a.names
	count(a.only_names) == 0
}

# All that is in it, unless it stays within the roots.
gone contains i if {
	some i, a in input.accesses
	a.access == "delete"
	a.whole
	count(a.only_names) == 0
	not path.moved_inside[i]
}
