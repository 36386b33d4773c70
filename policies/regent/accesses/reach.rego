# METADATA
# title: What a wide access reaches
# description: |
#   An access to a directory as a whole, or to names in it that a pattern
#   selects, is judged by what the path table knows to lie there as well as by
#   the directory itself.
package regent.accesses.reach

import data.regent.accesses.path
import data.regent.lib
import data.regent.settings.access as settings

# METADATA
# title: "To {access} all of {path} reaches {holds} below it."
# description: |
#   A whole directory of which the path table knows closed places: a home
#   directory with its keys, a workspace with a directory that a team closed.
# custom:
#   id: path.reaches
#   remedy: Name the files that you need.
findings contains lib.blocked("path.reaches", "accesses", i) if {
	some i in reaching
	not i in of_the_machine
}

# METADATA
# title: "To {access} all of {path} reaches {holds} below it."
# description: |
#   A tree of the machine that anybody may read, but for the places in it that
#   the machine itself keeps closed.
# custom:
#   id: path.reaches
#   remedy: Name the files that you need.
findings contains lib.confirm("path.reaches", "accesses", i) if {
	some i in reaching
	i in of_the_machine
}

# What is copied into a directory does not touch what is there already; for
# deleting in a root there are rules of their own.
reaching contains i if {
	some i, a in input.accesses
	a.recursive
	a.access != "write"
	not deletes_inside(a.access, a.root)
	not a.is_temp
	count(a.only_names) == 0
	path.words[i] != "BLOCKED"
	some class in a.holds
	settings[class][path.judged_as[input.accesses[i].access]] == "BLOCKED"
}

deletes_inside(access, root) if {
	access != "read"
	root != ""
}

of_the_machine contains i if {
	some i in reaching
	input.accesses[i].root == ""
	path.words[i] == "SAFE"
}

# METADATA
# title: "Among the names in {path} that `{command}` touches may be a {holds}."
# description: A glob or a selection by name that fits entries of a closed class.
# custom:
#   id: path.names_reach
#   remedy: Name the files that you need, or use a narrower pattern.
findings contains lib.blocked("path.names_reach", "accesses", i) if {
	some [i, class] in selected
	settings[class][path.judged_as[input.accesses[i].access]] == "BLOCKED"
}

# METADATA
# title: "Among the names in {path} that `{command}` touches may be a {holds}."
# description: A glob or a selection by name that fits entries of a class that asks.
# custom:
#   id: path.names_reach
#   remedy: Name the files that you need, or use a narrower pattern.
findings contains lib.confirm("path.names_reach", "accesses", i) if {
	some [i, class] in selected
	settings[class][path.judged_as[input.accesses[i].access]] == "NEEDS_CONFIRMATION"
}

selected contains [i, class] if {
	some i, a in input.accesses
	count(a.only_names) > 0
	some class in a.holds
}

selected contains [i, class] if {
	some i, a in input.accesses
	a.whole
	not a.recursive
	some class in a.holds
}
