package regent.text.code_credentials_test

import data.regent.fact_test as fact
import data.regent.text.code_credentials as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"python -c \"open('/home/dev/.ssh/id_rsa').read()\"": [{"commands": [{"program": "python", "options": [["-c", "open('/home/dev/.ssh/id_rsa').read()"]], "code": [{"language": "python", "text": "open('/home/dev/.ssh/id_rsa').read()", "known": "static"}]}], "accesses": [{"source": "code", "classes": ["private_key", "credential_store", "outside"]}], "tags": {"inline_code": [0]}}, {"text.code_reads_credentials"}],
	"nothing of the kind": [{"commands": [{"program": "true"}]}, set()],
	"ls $FLAGS": [{"commands": [{"program": "ls", "operands": [{"value": "", "known": "dynamic"}]}], "accesses": [{"access": "list"}]}, set()],
	"ls \"$DIR\"": [{"commands": [{"program": "ls", "operands": [{"value": "", "known": "dynamic"}]}], "accesses": [{"access": "list"}]}, set()],
	"cat \"$X\"": [{"commands": [{"program": "cat", "operands": [{"value": "", "known": "dynamic"}]}], "accesses": [{}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
