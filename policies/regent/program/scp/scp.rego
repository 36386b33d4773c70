package regent.program.scp

import data.regent.lib

# METADATA
# title: "`{raw}` sets an ssh option that runs a program on this machine."
# custom:
#   id: scp.runs_locally
#   remedy: "Leave ssh options that run programs out; use -J for a jump host."
findings contains lib.blocked("scp.runs_locally", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "scp"
	not cmd.help_only
	some o in cmd.options
	o.name == "-o"
	regex.match(`(?i)^[ \t]*(proxycommand|localcommand|permitlocalcommand|knownhostscommand|include|match|pkcs11provider|securitykeyprovider|xauthlocation)[ \t=]`, o.value)
}

# METADATA
# title: "`{raw}` reaches another machine."
# custom:
#   id: scp.reaches
#   remedy: "Let a person run it."
findings contains lib.confirm("scp.reaches", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "scp"
	not cmd.help_only
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` uses another program as its transport."
# custom:
#   id: scp.program
#   remedy: "Leave the option out."
findings contains lib.confirm("scp.program", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "scp"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-S", "-D"}
}
