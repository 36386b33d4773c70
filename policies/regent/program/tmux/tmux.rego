package regent.program.tmux

import data.regent.lib

# METADATA
# title: "`{raw}` starts, drives or stops terminals that outlive the command."
# custom:
#   id: tmux.asks
#   remedy: "Run the command itself."
findings contains lib.confirm("tmux.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "tmux"
	not cmd.help_only
	not data.regent.settings.commands.tmux.listed[lib.sub(cmd.index)]
}
