# METADATA
# title: The same action again and again
# description: |
#   An action that is repeated while nothing is written between is a loop. The
#   count begins anew with a write by another action and with a new window.
package regent.usage.repetition

import data.regent.lib

# METADATA
# title: The same action was repeated {loop.count} times with no write between
# custom:
#   id: usage.loop
#   remedy: Change something before trying again, or ask a person what to do.
findings contains lib.blocked("usage.loop", "usage", -1) if {
	input.usage.loop.count > 0
	input.usage.loop.count >= data.regent.settings.usage.loops[input.tool].hard
}

# METADATA
# title: The same action was repeated {loop.count} times with no write between
# custom:
#   id: usage.loop_soft
#   remedy: Look at the last result before repeating the action, or change something first.
findings contains lib.confirm("usage.loop_soft", "usage", -1) if {
	input.usage.loop.count > 0
	input.usage.loop.count >= data.regent.settings.usage.loops[input.tool].soft
	input.usage.loop.count < data.regent.settings.usage.loops[input.tool].hard
}
