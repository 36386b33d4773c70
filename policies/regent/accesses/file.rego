# METADATA
# title: What kind of file it is
# description: |
#   Facts of the file itself that matter beside its place: a device node that
#   lies outside /dev, a file with several names, a file on another device than
#   its root. The last two are quiet unless settings.access gives them a word.
package regent.accesses.file

import data.regent.accesses.path
import data.regent.lib
import data.regent.settings.access as settings

# METADATA
# title: "{path} is a device, not a file."
# description: A device node outside /dev reaches the same hardware as one inside.
# custom:
#   id: path.device_node
#   remedy: Use a regular file.
findings contains lib.blocked("path.device_node", "accesses", i) if {
	some i, a in input.accesses
	a.type == "device"
	not "device" in a.classes
	settings.device_node[path.judged_as[input.accesses[i].access]] == "BLOCKED"
}

# METADATA
# title: "{path} has {nlink} names; the other may lie anywhere."
# description: A hard link shares its content with a name that the facts cannot find.
# custom:
#   id: path.hard_link
#   remedy: Use a copy of the file.
findings contains lib.blocked("path.hard_link", "accesses", i) if {
	some i in hard_linked
	settings.hard_link[path.judged_as[input.accesses[i].access]] == "BLOCKED"
}

# METADATA
# title: "{path} has {nlink} names; the other may lie anywhere."
# description: A hard link shares its content with a name that the facts cannot find.
# custom:
#   id: path.hard_link
#   remedy: Use a copy of the file.
findings contains lib.confirm("path.hard_link", "accesses", i) if {
	some i in hard_linked
	settings.hard_link[path.judged_as[input.accesses[i].access]] == "NEEDS_CONFIRMATION"
}

# METADATA
# title: "{path} lies on another device than its root."
# description: A mount inside the root shows files that are not the root's own.
# custom:
#   id: path.foreign_device
#   remedy: Copy what you need into the root.
findings contains lib.blocked("path.foreign_device", "accesses", i) if {
	some i, a in input.accesses
	a.foreign_device
	settings.foreign_device[path.judged_as[input.accesses[i].access]] == "BLOCKED"
}

# METADATA
# title: "{path} lies on another device than its root."
# description: A mount inside the root shows files that are not the root's own.
# custom:
#   id: path.foreign_device
#   remedy: Copy what you need into the root.
findings contains lib.confirm("path.foreign_device", "accesses", i) if {
	some i, a in input.accesses
	a.foreign_device
	settings.foreign_device[path.judged_as[input.accesses[i].access]] == "NEEDS_CONFIRMATION"
}

hard_linked contains i if {
	some i, a in input.accesses
	a.type == "file"
	a.nlink > 1
}
