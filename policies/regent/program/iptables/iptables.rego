package regent.program.iptables

import data.regent.lib

# METADATA
# title: "`{raw}` changes the firewall."
# custom:
#   id: iptables.changes
#   remedy: "List the rules; let the machine's owner change them."
findings contains lib.blocked("iptables.changes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "iptables"
	not cmd.help_only
	not lists_rules(cmd.index)
}

# METADATA
# title: The firewall tool only lists
lists_rules(i) if {
	some o in input.commands[i].options
	o.name in {"-L", "-S", "--list", "--list-all", "--list-rules", "--state", "--list-ports", "--list-services", "--get-zones", "--get-default-zone", "--get-active-zones"}
	not changes_rules(i)
}

lists_rules(i) if {
	input.commands[i].operands[0].value in {"list", "status", "show", "version"}
	not changes_rules(i)
}

lists_rules(i) if {
	count(input.commands[i].operands) == 0
	not changes_rules(i)
}

changes_rules(i) if {
	some o in input.commands[i].options
	o.name in {"-A", "-D", "-I", "-F", "-P", "-X", "-N", "-Z", "-f", "-R", "-E"}
}

changes_rules(i) if {
	some o in input.commands[i].options
	regex.match(`^--(add|remove|set|new|delete|change|load|direct|passthrough|panic-o|lockdown-o|reload|complete-reload|permanent|runtime-to-permanent)`, o.name)
}
