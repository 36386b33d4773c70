package regent.program.terraform_test

import data.regent.fact_test as fact
import data.regent.program.terraform as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"yes yes | terraform destroy": [{"commands": [{"program": "yes", "operands": ["yes"]}, {"program": "terraform", "subcommand": ["destroy"], "stdin": "pipe"}]}, {"terraform.asks", "terraform.destroys"}],
	"TF_CLI_ARGS_destroy=-auto-approve terraform destroy": [{"commands": [{"program": "terraform", "subcommand": ["destroy"], "assignments": [["TF_CLI_ARGS_destroy", "-auto-approve"]]}]}, {"terraform.asks", "terraform.destroys"}],
	"terraform plan": [{"commands": [{"program": "terraform", "subcommand": ["plan"]}]}, set()],
	"terraform apply": [{"commands": [{"program": "terraform", "subcommand": ["apply"]}]}, {"terraform.asks"}],
	"terraform apply -auto-approve": [{"commands": [{"program": "terraform", "subcommand": ["apply"], "options": [["-auto-approve", ""]]}]}, {"terraform.asks"}],
	"terraform destroy -auto-approve": [{"commands": [{"program": "terraform", "subcommand": ["destroy"], "options": [["-auto-approve", ""]]}]}, {"terraform.asks", "terraform.destroys"}],
	"terraform apply -destroy -auto-approve": [{"commands": [{"program": "terraform", "subcommand": ["apply"], "options": [["-destroy", ""], ["-auto-approve", ""]]}]}, {"terraform.asks", "terraform.destroys"}],
	"terraform destroy": [{"commands": [{"program": "terraform", "subcommand": ["destroy"]}]}, {"terraform.asks"}],
	"terraform fmt": [{"commands": [{"program": "terraform", "subcommand": ["fmt"]}]}, set()],
	"terraform output": [{"commands": [{"program": "terraform", "subcommand": ["output"]}]}, set()],
	"terraform output -json": [{"commands": [{"program": "terraform", "subcommand": ["output"], "options": [["-json", ""]]}]}, {"terraform.prints_values"}],
	"terraform init": [{"commands": [{"program": "terraform", "subcommand": ["init"]}]}, {"terraform.asks"}],
	"terraform state list": [{"commands": [{"program": "terraform", "subcommand": ["state", "list"]}]}, set()],
	"terraform state rm x": [{"commands": [{"program": "terraform", "subcommand": ["state", "rm"], "operands": ["x"]}]}, {"terraform.asks"}],
	"terraform foo": [{"commands": [{"program": "terraform", "operands": ["foo"]}]}, {"terraform.asks"}],
	"terraform -chdir=src plan": [{"commands": [{"program": "terraform", "subcommand": ["plan"], "options": [["-chdir", "src"]]}]}, set()],
	"terragrunt run-all destroy": [{"commands": [{"program": "terraform", "subcommand": ["run-all"], "operands": ["destroy"]}]}, {"terraform.asks", "terraform.destroys"}],
	"tofu validate": [{"commands": [{"program": "terraform", "subcommand": ["validate"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
