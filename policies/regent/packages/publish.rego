package regent.packages.publish

import data.regent.lib

# METADATA
# title: "`{raw}` publishes {package}."
# custom:
#   id: packages.publish
#   remedy: "Let a person publish."
findings contains lib.confirm("packages.publish", "packages", i) if {
	some i, p in input.packages
	p.action == "publish"
}
