# METADATA
# title: The decision
# description: |
#   Gathers the findings of every room that the input concerns, applies waivers
#   and exceptions, and answers with the strongest word. It knows no program,
#   path or host. A finding with an unknown word or of another shape leaves
#   `decision` undefined, which the engine reads as BLOCKED.
package regent

import data.regent.lib

rank := {"SAFE": 0, "NEEDS_CONFIRMATION": 1, "BLOCKED": 2}

words := ["SAFE", "NEEDS_CONFIRMATION", "BLOCKED"]

limits := {"max_rows", "max_bytes", "timeout_ms"}

# METADATA
# title: What the engine asks for a judgement
# entrypoint: true
decision := {
	"decision": "SAFE",
	"rule": "",
	"findings": [],
	"exceptions": [],
	"obligations": {},
} if {
	# Most calls: where nothing is found there is nothing to lower or to order.
	found == set()
	owed == set()
} else := {
	"decision": "SAFE",
	"rule": "",
	"findings": [],
	"exceptions": [],
	"obligations": obligations,
} if {
	found == set()
} else := {
	"decision": words[strength],
	"rule": rule,
	"findings": findings,
	"exceptions": applied,
	"obligations": obligations,
} if {
	count(malformed) == 0
}

# METADATA
# title: What the engine asks before it takes a call in
# description: Its input is tiny (tool, invocations, window_s); see admission/rate.rego.
# entrypoint: true
admit := {
	"decision": "SAFE",
	"rule": "",
	"findings": [],
	"exceptions": [],
	"obligations": {},
} if {
	count(refused) == 0
} else := {
	"decision": words[max({0} | {rank[f.decision] | some f in refused})],
	"rule": concat(" ", {f.rule | some f in refused}),
	"findings": [shown(f.rule, f.decision, f.topic, f.index) | some f in refused],
	"exceptions": [],
	"obligations": {},
}

refused contains f if some f in data.regent.admission[_].findings

# --- dispatch -------------------------------------------------------------

found contains f if {
	some p in input.text.programs
	some f in data.regent.program[p].findings
}

found contains f if {
	input.text
	some f in data.regent.text[_].findings
}

found contains f if {
	input.commands
	some f in data.regent.commands[_].findings
}

found contains f if {
	input.accesses
	some f in data.regent.accesses[_].findings
}

found contains f if {
	input.endpoints
	some f in data.regent.endpoints[_].findings
}

found contains f if {
	input.queries
	some f in data.regent.queries[_].findings
}

found contains f if {
	input.packages
	some f in data.regent.packages[_].findings
}

found contains f if {
	input.targets
	some f in data.regent.targets[_].findings
}

found contains f if {
	input.runs
	some f in data.regent.runs[_].findings
}

found contains f if {
	input.calls
	some f in data.regent.calls[_].findings
}

found contains f if {
	input.secrets
	some f in data.regent.secrets[_].findings
}

found contains f if {
	input.usage
	some f in data.regent.usage[_].findings
}

# Layers: the same rooms, below data.layers.<name>.rules.
found contains f if {
	some p in input.text.programs
	some f in data.layers[_].rules.program[p].findings
}

found contains f if {
	input.text
	some f in data.layers[_].rules.text[_].findings
}

found contains f if {
	input.commands
	some f in data.layers[_].rules.commands[_].findings
}

found contains f if {
	input.accesses
	some f in data.layers[_].rules.accesses[_].findings
}

found contains f if {
	input.endpoints
	some f in data.layers[_].rules.endpoints[_].findings
}

found contains f if {
	input.queries
	some f in data.layers[_].rules.queries[_].findings
}

found contains f if {
	input.packages
	some f in data.layers[_].rules.packages[_].findings
}

found contains f if {
	input.targets
	some f in data.layers[_].rules.targets[_].findings
}

found contains f if {
	input.runs
	some f in data.layers[_].rules.runs[_].findings
}

found contains f if {
	input.calls
	some f in data.layers[_].rules.calls[_].findings
}

found contains f if {
	input.secrets
	some f in data.layers[_].rules.secrets[_].findings
}

found contains f if {
	input.usage
	some f in data.layers[_].rules.usage[_].findings
}

present contains "text" if input.text

present contains "commands" if input.commands

present contains "accesses" if input.accesses

present contains "endpoints" if input.endpoints

present contains "queries" if input.queries

present contains "packages" if input.packages

present contains "targets" if input.targets

present contains "runs" if input.runs

present contains "calls" if input.calls

present contains "secrets" if input.secrets

present contains "usage" if input.usage

# --- shape ----------------------------------------------------------------

malformed contains f if {
	some f in found
	not shaped(f)
}

shaped(f) if {
	is_object(f)
	object.keys(f) == {"rule", "decision", "topic", "index"}
	is_string(f.rule)
	is_string(f.topic)
	is_number(f.index)
	rank[f.decision] > 0
}

# --- waivers and exceptions -------------------------------------------------

allowed contains a if {
	some p in input.text.programs
	some a in data.layers[_].rules.program[p].allows
}

allowed contains a if {
	data.layers
	some t in present
	some a in data.layers[_].rules[t][_].allows
}

reliefs contains {"finding": f, "id": "allow", "until": "", "to": "SAFE"} if {
	some a in allowed
	some f in found
	f == lib.confirm(a.rule, a.topic, a.index)
	not data.regent.settings.floor[f.rule]
}

reliefs contains {"finding": f, "id": id, "until": e.until, "to": to} if {
	some id, e in data.regent.exceptions
	some f in found
	e.rules[f.rule]
	not data.regent.settings.floor[f.rule]
	time.parse_rfc3339_ns(e.until) > input.now_ns
	count(scopes(e)) > 0
	every key in scopes(e) {
		within(key, e[key], f.topic, f.index)
	}
	to := object.get(e, "to", words[rank[f.decision] - 1])
	rank[to] < rank[f.decision]
}

scopes(e) := object.keys(e) & {"command", "path", "host", "caller_group", "repository"}

within("caller_group", want, _, _) if want in input.caller.groups

within("repository", want, _, _) if want == input.workspace.repository

within("path", want, "accesses", i) if input.accesses[i].resolved == want

within("path", want, "accesses", i) if want in input.accesses[i].ancestors

within("host", want, "endpoints", i) if input.endpoints[i].host == want

within("command", want, "commands", i) if names(want, i)

within("command", want, topic, i) if names(want, command_of(topic, i))

# Which command an element came out of. Spelled out: input[topic] would ask for
# any member, and the engine could narrow none down.
command_of("accesses", i) := input.accesses[i].command

command_of("endpoints", i) := input.endpoints[i].command

command_of("queries", i) := input.queries[i].command

command_of("packages", i) := input.packages[i].command

command_of("targets", i) := input.targets[i].command

command_of("runs", i) := input.runs[i].command

command_of("secrets", i) := input.secrets[i].command

# "git", or "git push": the program and the first of its subcommands.
names(want, i) if {
	cmd := input.commands[i]
	words_wanted := split(want, " ")
	words_wanted == array.slice(array.concat([cmd.program], cmd.subcommand), 0, count(words_wanted))
}

lowest[f] := min({rank[r.to] | some r in reliefs; r.finding == f}) if {
	some relief in reliefs
	f := relief.finding
}

judged contains f if {
	some f in found
	not lowest[f]
}

judged contains object.union(f, {"decision": words[n]}) if {
	some f, n in lowest
	n > 0
}

# --- answer -----------------------------------------------------------------

ordered := sort([[2 - rank[f.decision], f.rule, f.topic, f.index] | some f in judged])

strength := max({0} | {rank[f.decision] | some f in judged})

default rule := ""

rule := ordered[0][1]

findings := [shown(f[1], words[2 - f[0]], f[2], f[3]) | some f in ordered]

shown(id, word, topic, index) := {
	"rule": id,
	"decision": word,
	"subject": {"topic": topic, "index": index},
}

applied := sort([x |
	some r in reliefs
	x := {
		"rule": r.finding.rule,
		"id": r.id,
		"until": r.until,
		"from": r.finding.decision,
		"to": r.to,
	}
])

owed contains o if {
	input.queries
	some o in data.regent.queries[_].obligations
}

owed contains o if {
	input.tool == "sandbox_fs_read"
	some o in data.regent.accesses[_].obligations
}

owed contains o if {
	data.layers
	some t in present
	some o in data.layers[_].rules[t][_].obligations
}

obligations[name] := min({o.value | some o in owed; o.name == name}) if {
	some owes in owed
	name := owes.name
	name in limits
}
