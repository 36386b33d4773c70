package regent.packages.install

import data.regent.lib

# METADATA
# title: "`{raw}` installs or updates software ({package})."
# custom:
#   id: packages.install
#   remedy: "Ask a person before adding or updating packages."
findings contains lib.confirm("packages.install", "packages", i) if {
	some i, p in input.packages
	p.action == "install"
	not lib.simulated(p.command)
}
