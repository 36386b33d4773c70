# METADATA
# title: Where paths may be touched
# description: |
#   A path has classes (data.regent.paths), narrowest first, and each class has
#   a word for an access (settings.access.<class>.<access>). The narrowest class
#   that has a word for the access decides, so what is allowed where is data.
#   Linking and changing permissions count as writing, a move inside the roots
#   counts as a move (settings.access.<class>.move) or else as writing, an
#   unknown access as the strictest of all.
package regent.accesses.path

import data.regent.lib
import data.regent.settings.access as settings

# METADATA
# title: "{path} cannot be resolved."
# description: |
#   Too many links, a directory that may not be searched, a name that is too
#   long or runs through a file: nobody can say what would be touched.
# custom:
#   id: PATH_RESOLUTION_FAILED
#   remedy: Name the file by its real path, without going through that link or directory.
findings contains lib.blocked("PATH_RESOLUTION_FAILED", "accesses", i) if {
	some i, a in input.accesses
	a.error != ""
}

# METADATA
# title: "The policy lets nobody {access} {path} ({class})."
# description: The word for this class of place and this access is BLOCKED.
# custom:
#   id: path.blocked
#   remedy: Work inside the workspace or a temporary directory; what must change elsewhere is for a person to do.
findings contains lib.blocked("path.blocked", "accesses", i) if {
	some i, "BLOCKED" in words
}

# METADATA
# title: "To {access} {path} ({class}), a person should agree first."
# description: The word for this class of place and this access is NEEDS_CONFIRMATION.
# custom:
#   id: path.confirm
#   remedy: Ask the person you work for, or use a path inside the workspace that needs no confirmation.
findings contains lib.confirm("path.confirm", "accesses", i) if {
	some i, "NEEDS_CONFIRMATION" in words
	not run_of_tree[i]
}

# METADATA
# title: "{path} is of no class that the policy has a word for."
# description: The path table or the access settings do not cover the place.
# custom:
#   id: path.unclassified
#   remedy: "Give data.regent.paths a class for it and data.regent.settings.access a word."
findings contains lib.blocked("path.unclassified", "accesses", i) if {
	count(words) < count(input.accesses)
	some i
	input.accesses[i].resolved != ""
	not words[i]
}

# METADATA
# title: "What `{raw}` names is only known when the command runs."
# description: The word for a path of which nothing is known, or only the directory.
# custom:
#   id: path.unknown
#   remedy: Write the path out, or ask the person you work for.
findings contains lib.confirm("path.unknown", "accesses", i) if {
	some i, "NEEDS_CONFIRMATION" in unknown_words
}

# METADATA
# title: "What `{raw}` names is only known when the command runs."
# description: The word for a path of which nothing is known, or only the directory.
# custom:
#   id: path.unknown
#   remedy: Write the path out, or ask the person you work for.
findings contains lib.blocked("path.unknown", "accesses", i) if {
	some i, "BLOCKED" in unknown_words
}

# A command that runs a file of a root or a temporary tree: the rules on runs and
# on build wrappers say what becomes of it. What is closed there stays closed.
run_of_tree contains i if {
	some i, a in input.accesses
	a.source == "run"
	a.access == "execute"
	a.root != ""
}

run_of_tree contains i if {
	some i, a in input.accesses
	a.source == "run"
	a.access == "execute"
	a.below_temp
}

# --- words ------------------------------------------------------------------

# A path of which no place is known has no class, and so no word here.
words[i] := word_for(a.classes, a.access) if some i, a in input.accesses

words[i] := word if {
	some i, a in input.accesses
	a.access == "delete"
	word := [w |
		some c in a.classes
		w := settings[c].delete
	][0]
	not moved_inside[i]
	not only_disposable[i]
}

words[i] := word if {
	some i in moved_inside
	word := [w |
		some c in input.accesses[i].classes
		w := move_word(c)
	][0]
}

words[i] := "SAFE" if some i in only_disposable

words[i] := word if {
	some i
	input.accesses[i].access == "unknown"
	word := [w |
		some w in ["BLOCKED", "NEEDS_CONFIRMATION", "SAFE"]
		some kind in ["list", "read", "write", "delete", "execute"]
		first_word(i, kind) == w
	][0]
}

# Asked once for all accesses of one kind to places of the same classes.
word_for(classes, access) := [w |
	kind := kept_as[access]
	some c in classes
	w := settings[c][kind]
][0]

first_word(i, kind) := [w |
	some c in input.accesses[i].classes
	w := settings[c][kind]
][0]

move_word(c) := settings[c].move

move_word(c) := settings[c].write if not settings[c].move

unknown_words[i] := settings.unknown_path[judged_as[a.access]] if {
	some i, a in input.accesses
	a.resolved == ""
	a.error == ""
	not words[i]
}

unknown_words[i] := settings.unknown_path.delete if {
	some i, a in input.accesses
	a.access == "unknown"
	a.resolved == ""
	not words[i]
}

unknown_words[i] := settings.unknown_below[judged_as[a.access]] if {
	some i, a in input.accesses
	a.known == "prefix"
	not a.names
	words[i]
}

# --- what an access is judged as ----------------------------------------------

judged_as := object.union(kept_as, {"delete": "delete"})

# Where the thing stays, so that moves and selections by name play no part.
kept_as := {
	"list": "list",
	"read": "read",
	"write": "write",
	"execute": "execute",
	"link": "write",
	"permission": "write",
}

moved_inside contains i if {
	some i, a in input.accesses
	a.moves_to != ""
	a.access == "delete"
	inside(a.moves_to)
}

inside(path) if path in input.workspace.roots

inside(path) if strings.any_prefix_match(path, {concat("", [root, "/"]) | some root in input.workspace.roots})

# A pattern or a find that selects only trees which a build makes again.
only_disposable contains i if {
	some i, a in input.accesses
	a.access == "delete"
	a.root != ""
	count(a.only_names) > 0
	not may_leave(i)
	every name in a.only_names {
		some part in split(name, "/")
		data.regent.paths.disposable.names[part]
	}
}

# A part of the path is not known and may lead anywhere.
may_leave(i) if {
	input.accesses[i].known == "prefix"
	not input.accesses[i].names
}
