package regent.program.ssh

import data.regent.lib

# METADATA
# title: "`{raw}` sets an ssh option that runs a program on this machine."
# custom:
#   id: ssh.runs_locally
#   remedy: "Leave ssh options that run programs out; use -J for a jump host."
findings contains lib.blocked("ssh.runs_locally", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "ssh"
	not cmd.help_only
	some o in cmd.options
	o.name == "-o"
	regex.match(`(?i)^[ \t]*(proxycommand|localcommand|permitlocalcommand|knownhostscommand|include|match|pkcs11provider|securitykeyprovider|xauthlocation)[ \t=]`, o.value)
}

# METADATA
# title: "`{raw}` reaches another machine."
# custom:
#   id: ssh.reaches
#   remedy: "Let a person run it."
findings contains lib.confirm("ssh.reaches", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "ssh"
	not cmd.help_only
	count(cmd.operands) > 0
}
