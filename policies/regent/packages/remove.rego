package regent.packages.remove

import data.regent.lib

# METADATA
# title: "`{raw}` removes {package}."
# custom:
#   id: packages.remove
#   remedy: "Ask a person before removing packages."
findings contains lib.confirm("packages.remove", "packages", i) if {
	some i, p in input.packages
	p.action == "remove"
	not lib.simulated(p.command)
	not data.regent.settings.commands.system_ecosystems[p.ecosystem]
}

# METADATA
# title: "`{raw}` removes the system package {package}."
# custom:
#   id: packages.remove_system
#   remedy: "Removing system packages is for the machine's owner."
findings contains lib.blocked("packages.remove_system", "packages", i) if {
	some i, p in input.packages
	p.action == "remove"
	not lib.simulated(p.command)
	data.regent.settings.commands.system_ecosystems[p.ecosystem]
}
