package regent.program.az_test

import data.regent.fact_test as fact
import data.regent.program.az as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"az vm list": [{"commands": [{"program": "az", "operands": ["vm", "list"]}]}, set()],
	"az account show": [{"commands": [{"program": "az", "operands": ["account", "show"]}]}, set()],
	"az account get-access-token": [{"commands": [{"program": "az", "operands": ["account", "get-access-token"]}]}, {"az.asks", "az.credentials"}],
	"az vm create -n x": [{"commands": [{"program": "az", "options": [["-n", "x"]], "operands": ["vm", "create"]}]}, {"az.asks"}],
	"az keyvault secret show -n x": [{"commands": [{"program": "az", "options": [["-n", "x"]], "operands": ["keyvault", "secret", "show"]}]}, {"az.credentials"}],
	"az group delete -n x -y": [{"commands": [{"program": "az", "options": [["-n", "x"], ["-y", ""]], "operands": ["group", "delete"]}]}, {"az.asks", "az.deletes_tree"}],
	"az group delete -n x": [{"commands": [{"program": "az", "options": [["-n", "x"]], "operands": ["group", "delete"]}]}, {"az.asks"}],
	"az storage account delete -n x": [{"commands": [{"program": "az", "options": [["-n", "x"]], "operands": ["storage", "account", "delete"]}]}, {"az.asks", "az.deletes_tree"}],
	"az storage account keys list": [{"commands": [{"program": "az", "operands": ["storage", "account", "keys", "list"]}]}, {"az.credentials"}],
	"az ad sp create-for-rbac": [{"commands": [{"program": "az", "operands": ["ad", "sp", "create-for-rbac"]}]}, {"az.asks", "az.credentials"}],
	"az foo": [{"commands": [{"program": "az", "operands": ["foo"]}]}, {"az.asks"}],
	"az acr login --expose-token": [{"commands": [{"program": "az", "options": [["--expose-token", ""]], "operands": ["acr", "login"]}]}, {"az.asks", "az.credentials"}],
	"az storage blob delete-batch -s x": [{"commands": [{"program": "az", "options": [["-s", ""]], "operands": ["storage", "blob", "delete-batch", "x"]}]}, {"az.asks", "az.deletes_tree"}],
	"az acr credential show -n x": [{"commands": [{"program": "az", "options": [["-n", "x"]], "operands": ["acr", "credential", "show"]}]}, {"az.credentials"}],
	"az repos delete --id x": [{"commands": [{"program": "az", "options": [["--id", ""]], "operands": ["repos", "delete", "x"]}]}, {"az.asks", "az.deletes_tree"}],
	"az storage container delete -n x": [{"commands": [{"program": "az", "options": [["-n", "x"]], "operands": ["storage", "container", "delete"]}]}, {"az.asks", "az.deletes_tree"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
