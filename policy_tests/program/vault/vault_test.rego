package regent.program.vault_test

import data.regent.fact_test as fact
import data.regent.program.vault as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"vault status": [{"commands": [{"program": "vault", "subcommand": ["status"]}]}, set()],
	"vault read secret/x": [{"commands": [{"program": "vault", "operands": ["read", "secret/x"]}]}, {"vault.asks", "vault.reads"}],
	"vault kv get secret/x": [{"commands": [{"program": "vault", "operands": ["kv", "get", "secret/x"]}]}, {"vault.asks", "vault.reads"}],
	"vault write x y=z": [{"commands": [{"program": "vault", "subcommand": ["write"], "operands": ["x", "y=z"]}]}, {"vault.asks"}],
	"pass show x": [{"commands": [{"program": "vault", "operands": ["show", "x"]}]}, {"vault.asks", "vault.reads"}],
	"op read op://x/y": [{"commands": [{"program": "vault", "operands": ["read", "op://x/y"]}]}, {"vault.asks", "vault.reads"}],
	"security find-generic-password -w x": [{"commands": [{"program": "vault", "options": [["-w", ""]], "operands": ["find-generic-password", "x"]}]}, {"vault.asks", "vault.reads"}],
	"vault policy write x y.hcl": [{"commands": [{"program": "vault", "subcommand": ["policy"], "operands": ["write", "x", "y.hcl"]}]}, {"vault.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
