package regent.program["iptables-restore"]

import data.regent.lib

# METADATA
# title: "`{raw}` replaces the firewall's rules."
# custom:
#   id: iptables_restore.changes
#   remedy: "Let the machine's owner change them."
findings contains lib.blocked("iptables_restore.changes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "iptables-restore"
	not cmd.help_only
	true
}
