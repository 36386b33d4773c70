# METADATA
# title: The guard's own files
# description: |
#   Regent's configuration, policies and audit record. These rules are part of
#   the floor: no exception and no layer below lifts them.
package regent.accesses.guard

import data.regent.lib

# METADATA
# title: "{path} belongs to the guard: an agent may not change it."
# description: Whoever edits the guard's policy or record has switched it off.
# custom:
#   id: path.guard_changed
#   floor: true
#   remedy: Ask the person who runs the guard to make the change.
findings contains lib.blocked("path.guard_changed", "accesses", i) if {
	some i, a in input.accesses
	"guard_files" in a.classes
	not harmless[a.access]
}

# METADATA
# title: "{path} holds files of the guard: an agent may not delete or change it as a whole."
# description: Whoever takes the directory away takes the guard's policy or record with it.
# custom:
#   id: path.guard_holder_changed
#   floor: true
#   remedy: Name the files that you mean, without the guard's.
findings contains lib.blocked("path.guard_holder_changed", "accesses", i) if {
	some i, a in input.accesses
	"guard_files" in a.holds
	reaches_below(i, a.access)
}

# METADATA
# title: The file cannot be read
# description: The guard's own files are never read for an agent, whatever they hold.
# custom:
#   id: path.guard_read
#   floor: true
#   remedy: Ask the person who runs the guard.
findings contains lib.blocked("path.guard_read", "accesses", i) if {
	input.tool == "sandbox_fs_read"
	some i, a in input.accesses
	"guard_files" in a.classes
}

harmless := {"list", "read"}

reaches_below(i, "delete") if not input.accesses[i].names

reaches_below(i, access) if {
	not harmless[access]
	input.accesses[i].recursive
}
