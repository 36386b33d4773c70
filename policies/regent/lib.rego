# METADATA
# title: What rules return
# description: |
#   Every rule is one member of a package's `findings` set, built by one of the
#   two functions here; a layer waives a named rule through `allow`. The words
#   and the shape stand here once, so that a rule cannot misspell them.
#   `topic` and `index` name the fact that the rule is about: the element of
#   input[topic] at index, or -1 for the text as a whole.
package regent.lib

# METADATA
# title: A finding that stops the call
blocked(id, topic, index) := {
	"rule": id,
	"decision": "BLOCKED",
	"topic": topic,
	"index": index,
}

# METADATA
# title: A finding that a person should see first
confirm(id, topic, index) := {
	"rule": id,
	"decision": "NEEDS_CONFIRMATION",
	"topic": topic,
	"index": index,
}

# METADATA
# title: A reviewed, permanent waiver of one NEEDS_CONFIRMATION finding
# description: Rules named in settings.floor take no waiver.
allow(id, topic, index) := {
	"rule": id,
	"topic": topic,
	"index": index,
}

# METADATA
# title: A limit that the executing tool must keep
# description: name is max_rows, max_bytes or timeout_ms; the smallest value counts.
oblige(name, value) := {
	"name": name,
	"value": value,
}

# METADATA
# title: What a finding about command i is about
# description: Tags use -1 for the text as a whole.
subject(i) := "commands" if i >= 0

subject(i) := "text" if i < 0

# METADATA
# title: Command i was given the option, by its name in the programs table
option(i, name) if {
	some o in input.commands[i].options
	o.name == name
}

# METADATA
# title: The subcommand of command i as one string ("remote add")
sub(i) := concat(" ", input.commands[i].subcommand)

# METADATA
# title: One of the operands of command i is the word
operand(i, word) if {
	some w in input.commands[i].operands
	w.value == word
}

# METADATA
# title: The operand of command i at n, folded to lower case
word(i, n) := lower(input.commands[i].operands[n].value)

# METADATA
# title: The text holds one of the entries of the set
code_holds(text, entries) if {
	some entry, on in entries
	on
	contains(text, entry)
}

# METADATA
# title: The code of command i prints or passes on the whole environment
code_takes_environment(i) if {
	some c in input.commands[i].code
	c.language == "jq"
	regex.match(`\$ENV\s*($|[^.\[\s\w?])|(^|[^.$\w"])env\s*($|[^\w.:\["\s-])`, c.text)
}

code_takes_environment(i) if {
	some c in input.commands[i].code
	c.language == "awk"
	regex.match(`ENVIRON\s*($|[^\[\s\w])|in\s+ENVIRON|ENVIRON\s*\[\s*[^"\s]`, c.text)
}

code_takes_environment(i) if {
	some c in input.commands[i].code
	c.language == "python"
	regex.match(`os\.environ\s*($|[^.\[\w\s])|os\.environ\.(items|values|copy)|dict\(os\.environ|os\.environb`, c.text)
}

code_takes_environment(i) if {
	some c in input.commands[i].code
	c.language == "javascript"
	regex.match(`process\.env\s*($|[^.\[\w\s?])`, c.text)
}

code_takes_environment(i) if {
	some c in input.commands[i].code
	c.language == "ruby"
	regex.match(`(^|[^A-Za-z_.:"\'])ENV\s*($|[^.\[\w\s"\']|\.(to_h|each|inspect|map|values|sort|to_a|to_hash))`, c.text)
}

code_takes_environment(i) if {
	some c in input.commands[i].code
	c.language == "perl"
	regex.match(`%ENV|each\s+%ENV|keys\s+%ENV`, c.text)
}

code_takes_environment(i) if {
	some c in input.commands[i].code
	c.language == "php"
	regex.match(`getenv\(\s*\)|\$_(ENV|SERVER)\s*($|[^\[\s\w])|print_r\(\s*\$_(ENV|SERVER)`, c.text)
}

# METADATA
# title: Code names a place outside the roots and the temporary trees
# description: |
#   Strings that begin like a path count, and words for the home directory. Code
#   is not interpreted: a path that it puts together from parts is not seen.
code_reaches_out(text) if {
	some piece in regex.split("[\"'`]", text)
	regex.match(`^(/|~)[^\n]*$`, piece)
	not strings.any_prefix_match(piece, code_places)
}

code_reaches_out(text) if {
	some piece in regex.split("[\"'`]", text)
	regex.match(`^[/~.].*\.\.(/|$)`, piece)
}

code_reaches_out(text) if regex.match(`expanduser|Path\.home|homedir\(|Dir\.home|getenv\(.HOME|environ.{0,6}HOME|ENV.{1,2}HOME|env\.HOME`, text)

# METADATA
# title: The roots and the temporary trees, as beginnings of what lies in them
code_places contains concat("", [root, "/"]) if some root in input.workspace.roots

code_places contains concat("", [temp, "/"]) if some temp in input.workspace.temp

# METADATA
# title: A value of a search path that stays inside the workspace
inside(value) if {
	not startswith(value, "/")
	not startswith(value, "~")
	not contains(value, "..")
	not contains(value, ":/")
	not contains(value, "$")
	value != ""
}

inside(value) if {
	strings.any_prefix_match(value, input.workspace.roots)
	not contains(value, "..")
	not contains(value, ":")
}

# METADATA
# title: Command i is git's, whose own rules judge where it reaches
git(i) if input.commands[i].program == "git"

# METADATA
# title: Command i is a project's build wrapper
wrapper(i) if input.commands[i].program_file.wrapper

# METADATA
# title: The call only says what it would do
simulated(i) if option(i, "--dry-run")

simulated(i) if {
	input.commands[i].program == "apt"
	option(i, "-s")
}

# METADATA
# title: The commands whose output may reach command i, up to three steps away
feeders(i) := ({j |
	some j in input.commands[i].fed_by
} | {k |
	some j in input.commands[i].fed_by
	some k in input.commands[j].fed_by
}) | {l |
	some j in input.commands[i].fed_by
	some k in input.commands[j].fed_by
	some l in input.commands[k].fed_by
}

# METADATA
# title: The text wrote the file of run i itself, so it was judged as commands
written_here(i) if {
	input.runs[i].text_judged
	input.runs[i].written
}

# METADATA
# title: What command i runs was written by the same text and judged
judged_run(i) if {
	some n, r in input.runs
	r.command == i
	written_here(n)
}

# METADATA
# title: A git setting whose value git runs as a program
# description: key is lower case. Aliases and helpers only run with a leading "!".
config_runs(key, _) if data.regent.settings.commands.git.runs[key]

config_runs(key, value) if {
	regex.match(`^(alias\..*|credential\..*helper)$`, key)
	startswith(value, "!")
}

config_runs(key, _) if strings.any_suffix_match(key, {s | some s, on in data.regent.settings.commands.git.runs_suffix; on})

# METADATA
# title: A path of command i is only known at run time, so the rules on paths judge it
unknown_path(i) if {
	some a in input.accesses
	a.command == i
	a.known == "dynamic"
}

# METADATA
# title: Command i is a shell whose text is known to the letter
read_whole(i) if {
	data.regent.settings.commands.shells[input.commands[i].program]
	not shell_text_unknown(i)
}

shell_text_unknown(i) if i in input.text.tags.dynamic_text

# METADATA
# title: Command i carries an inner command, which is judged by itself
runs_inner(i) if {
	some other in input.commands
	other.index != i
	input.commands[i].program in other.via
}

# METADATA
# title: The call only says what it would do
dry_run(i) if {
	some o in input.commands[i].options
	o.name == "--dry-run"
	o.value != "none"
	o.value != "false"
}

# METADATA
# title: The first verb among the operands of command i only reads
# description: table names the program in settings.commands with its reads and writes.
reads_cloud(i, table) if {
	verbs := [w.value |
		some w in input.commands[i].operands
		data.regent.settings.commands[table].verbs[w.value]
	]
	data.regent.settings.commands[table].verbs[verbs[0]] == "reads"
}

# METADATA
# title: Signal 0 only asks whether a process lives
signal_zero(i) if option(i, "-0")

signal_zero(i) if {
	some o in input.commands[i].options
	o.name in {"-s", "-n", "--signal"}
	o.value == "0"
}
