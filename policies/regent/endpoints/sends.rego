package regent.endpoints.sends

import data.regent.lib

# METADATA
# title: "`{command}` would send a file of credentials to {host}."
# custom:
#   id: endpoints.sends_credentials
#   remedy: "Never send credential files; send only what the task names."
findings contains lib.blocked("endpoints.sends_credentials", "endpoints", i) if {
	some i, e in input.endpoints
	not e.loopback
	some f in e.sends
	f.topic == "accesses"
	some class in input.accesses[f.index].classes
	data.regent.settings.commands.never_sent[class]
}

# METADATA
# title: "`{command}` would send a credential to {host}."
# custom:
#   id: endpoints.sends_secret
#   remedy: "Take the credential out; let the program read it from where it is kept."
findings contains lib.blocked("endpoints.sends_secret", "endpoints", i) if {
	some i, e in input.endpoints
	not e.loopback
	some f in e.sends
	f.topic == "secrets"
}

# METADATA
# title: "`{command}` would send the environment, which may hold credentials, to {host}."
# custom:
#   id: endpoints.sends_environment
#   remedy: "Send the one value that is needed, by name."
findings contains lib.blocked("endpoints.sends_environment", "endpoints", i) if some i in sends_environment

sends_environment contains i if {
	some i, e in input.endpoints
	not e.loopback
	some c in lib.feeders(e.command)
	c in input.text.tags.prints_environment
}

sends_environment contains i if {
	some i, e in input.endpoints
	not e.loopback
	some c in lib.feeders(e.command)
	input.commands[c].program == "printenv"
}

sends_environment contains i if {
	some i, e in input.endpoints
	not e.loopback
	some c in lib.feeders(e.command)
	lib.code_takes_environment(c)
}
