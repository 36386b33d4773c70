package regent.program.git

import data.regent.lib

# METADATA
# title: "`{raw}` changes what git cannot bring back by itself or what others share."
# custom:
#   id: git.asks
#   remedy: "Let a person run it, or look first with git status, log or diff."
findings contains lib.confirm("git.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	not data.regent.settings.commands.git.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

# METADATA
# title: "`{raw}` changes what git cannot bring back by itself or what others share."
# custom:
#   id: git.asks
#   remedy: "Let a person run it, or look first with git status, log or diff."
findings contains lib.confirm("git.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` throws away changes that are not committed."
# custom:
#   id: git.discards
#   remedy: "Commit or stash first: git stash push."
findings contains lib.confirm("git.discards", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "reset"
	some o in cmd.options
	o.name in {"--hard", "--merge", "--keep"}
}

# METADATA
# title: "`{raw}` throws away changes that are not committed."
# custom:
#   id: git.discards
#   remedy: "Commit or stash first: git stash push."
findings contains lib.confirm("git.discards", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	some o in cmd.options
	o.name in {"-f", "--force"}
}

# METADATA
# title: "`{raw}` throws away changes that are not committed."
# custom:
#   id: git.discards
#   remedy: "Commit or stash first: git stash push."
findings contains lib.confirm("git.discards", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "switch"
	some o in cmd.options
	o.name in {"-f", "--force", "--discard-changes"}
}

# METADATA
# title: "`{raw}` throws away changes that are not committed."
# custom:
#   id: git.discards
#   remedy: "Commit or stash first: git stash push."
findings contains lib.confirm("git.discards", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "clean"
	some o in cmd.options
	o.name in {"-f", "-i"}
	not lib.option(cmd.index, "-n")
}

# METADATA
# title: "`{raw}` throws away changes that are not committed."
# custom:
#   id: git.discards
#   remedy: "Commit or stash first: git stash push."
findings contains lib.confirm("git.discards", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "restore"
	not staged_only(cmd.index)
}

# METADATA
# title: "`{raw}` throws away changes that are not committed."
# custom:
#   id: git.discards
#   remedy: "Commit or stash first: git stash push."
findings contains lib.confirm("git.discards", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	some o in cmd.options
	o.name in {"--", "--pathspec-from-file", "--ours", "--theirs", "-p"}
}

# METADATA
# title: "`{raw}` throws away changes that are not committed."
# custom:
#   id: git.discards
#   remedy: "Commit or stash first: git stash push."
findings contains lib.confirm("git.discards", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	count(cmd.operands) > 1
	not new_branch(cmd.index)
}

# METADATA
# title: "`{raw}` throws away changes that are not committed."
# custom:
#   id: git.discards
#   remedy: "Commit or stash first: git stash push."
findings contains lib.confirm("git.discards", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	not new_branch(cmd.index)
	cmd.operands[0].value in {".", "..", "./", ":/", "*", "./*"}
}

# METADATA
# title: "`{raw}` throws away changes that are not committed."
# custom:
#   id: git.discards
#   remedy: "Commit or stash first: git stash push."
findings contains lib.confirm("git.discards", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	not new_branch(cmd.index)
	some a in input.accesses
	a.command == cmd.index
	a.source == "operand"
	a.exists
}

# METADATA
# title: "`{raw}` moves, renames or deletes a branch or tag."
# custom:
#   id: git.resets_branch
#   remedy: "Make a new branch or tag beside it."
findings contains lib.confirm("git.resets_branch", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "branch"
	some o in cmd.options
	o.name in {"-d", "-D", "-M", "-m", "-C", "-f"}
}

# METADATA
# title: "`{raw}` moves, renames or deletes a branch or tag."
# custom:
#   id: git.resets_branch
#   remedy: "Make a new branch or tag beside it."
findings contains lib.confirm("git.resets_branch", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "tag"
	some o in cmd.options
	o.name in {"-d", "-f"}
}

# METADATA
# title: "`{raw}` moves, renames or deletes a branch or tag."
# custom:
#   id: git.resets_branch
#   remedy: "Make a new branch or tag beside it."
findings contains lib.confirm("git.resets_branch", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	some o in cmd.options
	o.name == "-B"
}

# METADATA
# title: "`{raw}` moves, renames or deletes a branch or tag."
# custom:
#   id: git.resets_branch
#   remedy: "Make a new branch or tag beside it."
findings contains lib.confirm("git.resets_branch", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "switch"
	some o in cmd.options
	o.name == "-C"
}

# METADATA
# title: "`{raw}` gives up work in progress."
# custom:
#   id: git.aborts
#   remedy: "Show the conflict to a person first."
findings contains lib.confirm("git.aborts", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] in {"merge", "rebase", "cherry-pick", "revert", "am"}
	some o in cmd.options
	o.name == "--abort"
}

# METADATA
# title: "`{raw}` skips the checks that the repository asks for."
# custom:
#   id: git.skips_hooks
#   remedy: "Let the hooks run and mend what they find."
findings contains lib.confirm("git.skips_hooks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "commit"
	some o in cmd.options
	o.name in {"-n", "--no-verify"}
}

# METADATA
# title: "`{raw}` skips the checks that the repository asks for."
# custom:
#   id: git.skips_hooks
#   remedy: "Let the hooks run and mend what they find."
findings contains lib.confirm("git.skips_hooks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] in {"merge", "rebase", "pull", "am", "push"}
	some o in cmd.options
	o.name == "--no-verify"
}

# METADATA
# title: "`{raw}` removes what git keeps for recovery."
# custom:
#   id: git.prunes
#   remedy: "Run git gc without --prune."
findings contains lib.confirm("git.prunes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "gc"
	some o in cmd.options
	o.name == "--prune"
	o.value != "never"
}

# METADATA
# title: "`{raw}` makes a working tree outside the workspace."
# custom:
#   id: git.outside_worktree
#   remedy: "Put it below the workspace."
findings contains lib.confirm("git.outside_worktree", "accesses", i) if {
	some i, a in input.accesses
	input.commands[a.command].program == "git"
	input.commands[a.command].subcommand == ["worktree", "add"]
	a.source == "operand"
	a.root == ""
}

# METADATA
# title: "`{raw}` fetches another repository."
# custom:
#   id: git.clones
#   remedy: "Use what is in the workspace, or let a person clone it."
findings contains lib.confirm("git.clones", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "clone"
}

# METADATA
# title: "`{raw}` takes hooks from a template."
# custom:
#   id: git.template
#   remedy: "Leave the template out."
findings contains lib.confirm("git.template", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] in {"init", "clone"}
	some o in cmd.options
	o.name == "--template"
}

# METADATA
# title: "`{raw}` reaches an address that is not a configured remote."
# custom:
#   id: git.fetches_url
#   remedy: "Use a configured remote such as origin."
findings contains lib.confirm("git.fetches_url", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] in {"fetch", "pull", "ls-remote"}
	regex.match(`[:/]`, cmd.operands[0].value)
}

# METADATA
# title: "`{raw}` reaches an address that is not a configured remote."
# custom:
#   id: git.fetches_url
#   remedy: "Use a configured remote such as origin."
findings contains lib.confirm("git.fetches_url", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] in {"fetch", "pull", "ls-remote"}
	cmd.operands[0].known != "static"
}

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
findings contains lib.blocked("git.forces_protected", "commands", cmd.index) if {
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

# METADATA
# title: "`{raw}` would rewrite or delete a protected branch that others share."
# custom:
#   id: git.forces_protected
#   remedy: "Push a new branch and open a merge request."
findings contains lib.blocked("git.forces_protected", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "push"
	not lib.option(cmd.index, "-n")
	forced(cmd.index)
	no_refspec(cmd.index)
	protected(cmd.head_branch)
}

# METADATA
# title: "`{raw}` would rewrite or delete a protected branch that others share."
# custom:
#   id: git.forces_protected
#   remedy: "Push a new branch and open a merge request."
findings contains lib.blocked("git.forces_protected", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "push"
	not lib.option(cmd.index, "-n")
	forced(cmd.index)
	some o in cmd.options
	o.name == "--all"
}

# METADATA
# title: "`{raw}` would rewrite or delete a protected branch that others share."
# custom:
#   id: git.forces_protected
#   remedy: "Push a new branch and open a merge request."
findings contains lib.blocked("git.forces_protected", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "push"
	not lib.option(cmd.index, "-n")
	some o in cmd.options
	o.name == "--mirror"
}

# METADATA
# title: "`{raw}` names a program that git would run to reach the remote."
# custom:
#   id: git.transport
#   remedy: "Use an https or ssh address and no program of your own."
findings contains lib.blocked("git.transport", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some o in cmd.options
	o.name in {"--upload-pack", "--receive-pack", "--exec"}
	cmd.subcommand[0] in {"fetch", "pull", "ls-remote", "push", "clone", "archive"}
}

# METADATA
# title: "`{raw}` names a program that git would run to reach the remote."
# custom:
#   id: git.transport
#   remedy: "Use an https or ssh address and no program of your own."
findings contains lib.blocked("git.transport", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some w in cmd.operands
	cmd.subcommand[0] in {"fetch", "pull", "ls-remote", "push", "clone", "remote", "submodule"}
	regex.match(`^(ext|fd)::`, w.value)
}

# METADATA
# title: "`{raw}` sets a git setting that makes git run a program."
# custom:
#   id: git.config_runs
#   remedy: "Leave hooks, helpers, aliases and ssh commands as they are."
findings contains lib.blocked("git.config_runs", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some o in cmd.options
	o.name == "-c"
	lib.config_runs(lower(split(o.value, "=")[0]), trim_prefix(o.value, concat("", [split(o.value, "=")[0], "="])))
}

# METADATA
# title: "`{raw}` sets a git setting that makes git run a program."
# custom:
#   id: git.config_runs
#   remedy: "Leave hooks, helpers, aliases and ssh commands as they are."
findings contains lib.blocked("git.config_runs", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "config"
	config_writes(cmd.index)
	lib.config_runs(lower(cmd.operands[0].value), cmd.operands[1].value)
}

# METADATA
# title: "`{raw}` sets a git setting that makes git run a program."
# custom:
#   id: git.config_runs
#   remedy: "Leave hooks, helpers, aliases and ssh commands as they are."
findings contains lib.blocked("git.config_runs", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "config"
	config_writes(cmd.index)
	data.regent.settings.commands.git.runs[lower(cmd.operands[0].value)]
}

# METADATA
# title: "`{raw}` sets a git setting that makes git run a program."
# custom:
#   id: git.config_runs
#   remedy: "Leave hooks, helpers, aliases and ssh commands as they are."
findings contains lib.blocked("git.config_runs", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some o in cmd.options
	o.name == "--config-env"
	lib.config_runs(lower(split(o.value, "=")[0]), "!")
}

# METADATA
# title: "`{raw}` changes where or how git connects for this command."
# custom:
#   id: git.config_reaches
#   remedy: "Leave the setting out."
findings contains lib.confirm("git.config_reaches", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-c", "--config-env"}
	strings.any_prefix_match(lower(o.value), {p | some p, on in data.regent.settings.commands.git.reaches; on})
}

# METADATA
# title: "`{raw}` writes git settings."
# custom:
#   id: git.config_writes
#   remedy: "Pass it for one command with -c, or let a person set it."
findings contains lib.confirm("git.config_writes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "config"
	config_writes(cmd.index)
}

# METADATA
# title: "`{raw}` takes git's own programs from another place."
# custom:
#   id: git.exec_path
#   remedy: "Leave the option out."
findings contains lib.confirm("git.exec_path", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some o in cmd.options
	o.name == "--exec-path"
	o.value != ""
}

# METADATA
# title: "`{raw}` prints credentials that git keeps."
# custom:
#   id: git.credential
#   remedy: "Let git use them by itself."
findings contains lib.blocked("git.credential", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] in {"credential", "credential-store", "credential-cache"}
	lib.operand(cmd.index, ["fill", "get"][_])
}

# METADATA
# title: "`{raw}` deletes files of the workspace."
# custom:
#   id: git.deletes_tracked
#   remedy: "Let a person confirm what is deleted."
findings contains lib.confirm("git.deletes_tracked", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "rm"
	not lib.option(cmd.index, "-n")
}

# METADATA
# title: "`{raw}` opens the found files in a program."
# custom:
#   id: git.runs_pager
#   remedy: "Leave -O out."
findings contains lib.confirm("git.runs_pager", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "grep"
	some o in cmd.options
	o.name == "-O"
}

# METADATA
# title: "`{raw}` starts a configured tool for each file."
# custom:
#   id: git.external_tool
#   remedy: "Use git diff."
findings contains lib.confirm("git.external_tool", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] in {"difftool", "mergetool"}
}

# METADATA
# title: git restore that only unstages
staged_only(i) if {
	lib.option(i, "-S")
	not lib.option(i, "-W")
}

# METADATA
# title: git checkout that makes a branch
new_branch(i) if {
	some o in input.commands[i].options
	o.name in {"-b", "-B", "--orphan", "-t", "-d"}
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

# METADATA
# title: git config i writes
config_writes(i) if {
	some o in input.commands[i].options
	o.name in {"--add", "--replace-all", "--unset", "--unset-all", "--rename-section", "--remove-section", "-e"}
}

config_writes(i) if {
	input.commands[i].subcommand[1] in {"set", "unset", "rename-section", "remove-section", "edit"}
}

config_writes(i) if {
	count(input.commands[i].subcommand) == 1
	count(input.commands[i].operands) > 1
	not config_reads(i)
}

config_reads(i) if {
	some o in input.commands[i].options
	o.name in {"--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool", "-l"}
}
