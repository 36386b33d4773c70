package regent.program.gcloud_test

import data.regent.fact_test as fact
import data.regent.program.gcloud as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"gcloud projects list": [{"commands": [{"program": "gcloud", "operands": ["projects", "list"]}]}, set()],
	"gcloud compute instances describe x": [{"commands": [{"program": "gcloud", "operands": ["compute", "instances", "describe", "x"]}]}, set()],
	"gcloud compute instances create x": [{"commands": [{"program": "gcloud", "operands": ["compute", "instances", "create", "x"]}]}, {"gcloud.asks"}],
	"gcloud compute instances delete x": [{"commands": [{"program": "gcloud", "operands": ["compute", "instances", "delete", "x"]}]}, {"gcloud.asks"}],
	"gcloud projects delete x": [{"commands": [{"program": "gcloud", "operands": ["projects", "delete", "x"]}]}, {"gcloud.asks", "gcloud.deletes_tree"}],
	"gcloud auth print-access-token": [{"commands": [{"program": "gcloud", "operands": ["auth", "print-access-token"]}]}, {"gcloud.asks", "gcloud.credentials"}],
	"gcloud secrets versions access latest --secret=x": [{"commands": [{"program": "gcloud", "options": [["--secret", "x"]], "operands": ["secrets", "versions", "access", "latest"]}]}, {"gcloud.asks", "gcloud.credentials"}],
	"gcloud storage rm -r gs://x": [{"commands": [{"program": "gcloud", "options": [["-r", ""]], "operands": ["storage", "rm", "gs://x"]}]}, {"gcloud.asks", "gcloud.deletes_tree"}],
	"gsutil rm -r gs://x": [{"commands": [{"program": "gcloud", "options": [["-r", ""]], "operands": ["rm", "gs://x"]}]}, {"gcloud.asks", "gcloud.deletes_tree"}],
	"gsutil rb gs://x": [{"commands": [{"program": "gcloud", "operands": ["rb", "gs://x"]}]}, {"gcloud.asks", "gcloud.deletes_tree"}],
	"gsutil ls gs://x": [{"commands": [{"program": "gcloud", "operands": ["ls", "gs://x"]}]}, set()],
	"gcloud foo": [{"commands": [{"program": "gcloud", "operands": ["foo"]}]}, {"gcloud.asks"}],
	"gcloud config list": [{"commands": [{"program": "gcloud", "operands": ["config", "list"]}]}, set()],
	"gcloud compute ssh x": [{"commands": [{"program": "gcloud", "operands": ["compute", "ssh", "x"]}]}, {"gcloud.asks"}],
	"gcloud iam service-accounts keys create k.json": [{"commands": [{"program": "gcloud", "operands": ["iam", "service-accounts", "keys", "create", "k.json"]}]}, {"gcloud.asks", "gcloud.credentials"}],
	"gcloud storage buckets delete gs://x": [{"commands": [{"program": "gcloud", "operands": ["storage", "buckets", "delete", "gs://x"]}]}, {"gcloud.asks", "gcloud.deletes_tree"}],
	"gcloud iam service-accounts delete x": [{"commands": [{"program": "gcloud", "operands": ["iam", "service-accounts", "delete", "x"]}]}, {"gcloud.asks", "gcloud.deletes_tree"}],
	"gcloud source repos delete x": [{"commands": [{"program": "gcloud", "operands": ["source", "repos", "delete", "x"]}]}, {"gcloud.asks", "gcloud.deletes_tree"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
