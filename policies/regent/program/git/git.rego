package regent.program.git

import data.regent.lib

# METADATA
# title: "`{raw}` changes what git cannot bring back by itself or what others share."
# custom:
#   id: git.asks
#   remedy: "Let a person run it, or look first with git status, log or diff."
findings contains lib.confirm("git.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	not data.regent.settings.commands.git.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "symbolic-ref"
	count(cmd.operands) > 1
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "symbolic-ref"
	lib.option(cmd.index, "-d")
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "rerere"
	not cmd.operands[0].value in {"status", "diff", "remaining"}
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "credential"
	cmd.operands[0].value in {"approve", "reject"}
}

# METADATA
# title: "`{raw}` throws away changes that are not committed."
# custom:
#   id: git.discards
#   remedy: "Commit or stash first: git stash push."
findings contains lib.confirm("git.discards", "commands", i) if some i in discards

discards contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "reset"
	some o in cmd.options
	o.name in {"--hard", "--merge", "--keep"}
}

discards contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	some o in cmd.options
	o.name in {"-f", "--force"}
}

discards contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "switch"
	some o in cmd.options
	o.name in {"-f", "--force", "--discard-changes"}
}

discards contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "clean"
	some o in cmd.options
	o.name in {"-f", "-i"}
	not lib.option(cmd.index, "-n")
}

discards contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "restore"
	not staged_only(cmd.index)
}

discards contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	some o in cmd.options
	o.name in {"--", "--pathspec-from-file", "--ours", "--theirs", "-p"}
}

discards contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	count(cmd.operands) > 1
	not new_branch(cmd.index)
}

discards contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	not new_branch(cmd.index)
	cmd.operands[0].value in {".", "..", "./", ":/", "*", "./*"}
}

discards contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	not new_branch(cmd.index)
	some a in input.accesses
	a.command == cmd.index
	a.source == "operand"
	a.raw != "." # the tree that every checkout writes
	a.exists
}

discards contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	not new_branch(cmd.index)
	data.regent.settings.commands.git.file_endings[regex.replace(cmd.operands[0].value, `^.*\.`, "")]
	contains(cmd.operands[0].value, ".")
}

discards contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	not new_branch(cmd.index)
	regex.match(`[*?\[]`, cmd.operands[0].value)
}

# METADATA
# title: "`{raw}` moves, renames or deletes a branch or tag."
# custom:
#   id: git.resets_branch
#   remedy: "Make a new branch or tag beside it."
findings contains lib.confirm("git.resets_branch", "commands", i) if some i in resets_branch

resets_branch contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "branch"
	some o in cmd.options
	o.name in {"-d", "-D", "-M", "-m", "-C", "-f"}
}

resets_branch contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "tag"
	some o in cmd.options
	o.name in {"-d", "-f"}
}

resets_branch contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "checkout"
	some o in cmd.options
	o.name == "-B"
}

resets_branch contains cmd.index if {
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
findings contains lib.confirm("git.skips_hooks", "commands", i) if some i in skips_hooks

skips_hooks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "commit"
	some o in cmd.options
	o.name in {"-n", "--no-verify"}
}

skips_hooks contains cmd.index if {
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
# title: "`{command}` makes a working tree outside the workspace."
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
findings contains lib.confirm("git.fetches_url", "commands", i) if some i in fetches_url

fetches_url contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] in {"fetch", "pull", "ls-remote"}
	regex.match(`[:/]`, cmd.operands[0].value)
}

fetches_url contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] in {"fetch", "pull", "ls-remote"}
	cmd.operands[0].known != "static"
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
