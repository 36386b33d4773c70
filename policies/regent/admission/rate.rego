package regent.admission.rate

import data.regent.lib

# METADATA
# title: This is call {invocations} within one minute, more than the policy lets through
# description: The window counts every call of this owner, whichever door it came through.
# schemas:
#   - input: {"type": "object", "properties": {"tool": {"type": "string"}, "invocations": {"type": "integer"}, "window_s": {"type": "integer"}}}
# custom:
#   id: INVOCATION_RATE_LIMIT
#   remedy: Wait until the minute is over, then go on more slowly.
findings contains lib.blocked("INVOCATION_RATE_LIMIT", "usage", -1) if {
	limit := data.regent.settings.usage.invocations_minute
	limit > 0
	input.invocations > limit
}
