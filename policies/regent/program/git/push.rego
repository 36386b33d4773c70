package regent.program.git

import data.regent.lib

# METADATA
# title: "`{raw}` changes a shared repository."
# custom:
#   id: git.pushes
#   remedy: "Let a person push."
findings contains lib.confirm("git.pushes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "push"
	not lib.option(cmd.index, "-n")
}

# METADATA
# title: "`{raw}` would rewrite or delete a protected branch that others share."
# custom:
#   id: git.forces_protected
#   remedy: "Push a new branch and open a merge request."
findings contains lib.blocked("git.forces_protected", "commands", i) if some i in forces_protected

forces_protected contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "push"
	not lib.option(cmd.index, "-n")
	some n, w in cmd.operands
	refspec_place(cmd.index, n)
	rewrites(cmd.index, w.value)
	protected(destination(w.value, cmd.head_branch))
}

forces_protected contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "push"
	not lib.option(cmd.index, "-n")
	forced(cmd.index)
	no_refspec(cmd.index)
	protected(cmd.head_branch)
}

forces_protected contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "push"
	not lib.option(cmd.index, "-n")
	forced(cmd.index)
	some o in cmd.options
	o.name == "--all"
}

forces_protected contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "push"
	not lib.option(cmd.index, "-n")
	some o in cmd.options
	o.name == "--mirror"
}

# METADATA
# title: git push with one of the options that overwrite the other side
forced(i) if {
	some o in input.commands[i].options
	o.name in {"-f", "--force", "--force-with-lease"}
}

# METADATA
# title: Operand n of git push i is a refspec, not the remote
refspec_place(i, n) if {
	n > 0
	not lib.option(i, "--repo")
}

refspec_place(i, _) if lib.option(i, "--repo")

# METADATA
# title: git push i names no refspec
no_refspec(i) if {
	not lib.option(i, "--repo")
	count(input.commands[i].operands) < 2
}

no_refspec(i) if {
	lib.option(i, "--repo")
	count(input.commands[i].operands) == 0
}

# METADATA
# title: The push of this refspec overwrites or deletes
rewrites(i, _) if forced(i)

rewrites(i, _) if lib.option(i, "-d")

rewrites(_, spec) if startswith(spec, "+")

rewrites(_, spec) if startswith(spec, ":")

# METADATA
# title: The branch that a refspec writes on the other side
# description: head is the branch that HEAD stands for.
destination(spec, head) := head if named(spec) in {"HEAD", "@"}

destination(spec, head) := named(spec) if {
	not named(spec) in {"HEAD", "@"}
	is_string(head)
}

named(spec) := trim_prefix(trim_prefix(regex.replace(spec, `^.*:|^\+`, ""), "refs/heads/"), "heads/")

# METADATA
# title: The branch is protected, or the pattern may stand for one that is
protected(name) if data.regent.settings.commands.git.protected[lower(name)]

protected(name) if strings.any_prefix_match(lower(name), {p | some p, on in data.regent.settings.commands.git.protected_prefixes; on})

protected(name) if contains(name, "*")
