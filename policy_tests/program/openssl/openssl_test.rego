package regent.program.openssl_test

import data.regent.fact_test as fact
import data.regent.program.openssl as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"openssl version": [{"commands": [{"program": "openssl", "subcommand": ["version"]}]}, set()],
	"openssl rand -hex 16": [{"commands": [{"program": "openssl", "subcommand": ["rand"], "options": [["-hex", ""]], "operands": ["16"]}]}, set()],
	"openssl s_client -connect h.example.com:443": [{"commands": [{"program": "openssl", "subcommand": ["s_client"], "options": [["-connect", "h.example.com:443"]]}]}, set()],
	"openssl s_server -accept 4433": [{"commands": [{"program": "openssl", "subcommand": ["s_server"], "options": [["-accept", "4433"]]}]}, {"openssl.asks"}],
	"openssl rsa -in ~/.ssh/id_rsa": [{"commands": [{"program": "openssl", "subcommand": ["rsa"], "options": [["-in", "/home/dev/.ssh/id_rsa"]]}]}, set()],
	"openssl zap": [{"commands": [{"program": "openssl", "operands": ["zap"]}]}, {"openssl.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
