package regent.program.aws_test

import data.regent.fact_test as fact
import data.regent.program.aws as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"aws s3 ls": [{"commands": [{"program": "aws", "subcommand": ["s3", "ls"]}]}, set()],
	"aws ec2 describe-instances": [{"commands": [{"program": "aws", "operands": ["ec2", "describe-instances"]}]}, set()],
	"aws sts get-caller-identity": [{"commands": [{"program": "aws", "operands": ["sts", "get-caller-identity"]}]}, set()],
	"aws ec2 run-instances": [{"commands": [{"program": "aws", "operands": ["ec2", "run-instances"]}]}, {"aws.asks"}],
	"aws s3 cp README.md s3://x/": [{"commands": [{"program": "aws", "subcommand": ["s3", "cp"], "operands": ["README.md", "s3://x/"]}]}, {"aws.asks"}],
	"aws s3 cp .env s3://x/": [{"commands": [{"program": "aws", "subcommand": ["s3", "cp"], "operands": [".env", "s3://x/"]}]}, {"aws.asks"}],
	"aws s3 rm s3://x --recursive": [{"commands": [{"program": "aws", "subcommand": ["s3", "rm"], "options": [["--recursive", ""]], "operands": ["s3://x"]}]}, {"aws.asks", "aws.deletes_tree"}],
	"aws s3 rm s3://x/y": [{"commands": [{"program": "aws", "subcommand": ["s3", "rm"], "operands": ["s3://x/y"]}]}, {"aws.asks"}],
	"aws s3 rb s3://x": [{"commands": [{"program": "aws", "subcommand": ["s3", "rb"], "operands": ["s3://x"]}]}, {"aws.asks", "aws.deletes_tree"}],
	"aws s3 sync build s3://x --dryrun": [{"commands": [{"program": "aws", "subcommand": ["s3", "sync"], "options": [["--dryrun", ""]], "operands": ["build", "s3://x"]}]}, set()],
	"aws secretsmanager get-secret-value --secret-id x": [{"commands": [{"program": "aws", "options": [["--secret-id", ""]], "operands": ["secretsmanager", "get-secret-value", "x"]}]}, {"aws.credentials"}],
	"aws ssm get-parameter --name x --with-decryption": [{"commands": [{"program": "aws", "options": [["--name", ""], ["--with-decryption", ""]], "operands": ["ssm", "get-parameter", "x"]}]}, {"aws.credentials"}],
	"aws configure get aws_secret_access_key": [{"commands": [{"program": "aws", "operands": ["configure", "get", "aws_secret_access_key"]}]}, {"aws.asks", "aws.credentials"}],
	"aws configure list": [{"commands": [{"program": "aws", "operands": ["configure", "list"]}]}, set()],
	"aws ec2": [{"commands": [{"program": "aws", "operands": ["ec2"]}]}, {"aws.asks"}],
	"aws ec2 \"$OP\"": [{"commands": [{"program": "aws", "operands": ["ec2", {"value": "", "known": "dynamic"}]}]}, {"aws.asks"}],
	"aws s3api delete-bucket --bucket x": [{"commands": [{"program": "aws", "options": [["--bucket", ""]], "operands": ["s3api", "delete-bucket", "x"]}]}, {"aws.asks", "aws.deletes_tree"}],
	"aws ecr get-login-password": [{"commands": [{"program": "aws", "operands": ["ecr", "get-login-password"]}]}, {"aws.credentials"}],
	"aws ec2 terminate-instances --dry-run2": [{"commands": [{"program": "aws", "options": [["--dry-run2", ""]], "operands": ["ec2", "terminate-instances"]}]}, {"aws.asks"}],
	"aws --profile p --region r ec2 describe-vpcs": [{"commands": [{"program": "aws", "options": [["--profile", "p"], ["--region", "r"]], "operands": ["ec2", "describe-vpcs"]}]}, set()],
	"aws cloudformation delete-stack --stack-name x": [{"commands": [{"program": "aws", "options": [["--stack-name", ""]], "operands": ["cloudformation", "delete-stack", "x"]}]}, {"aws.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
