package regent.program.kubectl_test

import data.regent.fact_test as fact
import data.regent.program.kubectl as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"kubectl get pods": [{"commands": [{"program": "kubectl", "subcommand": ["get"], "operands": ["pods"]}]}, set()],
	"kubectl get pods -A -o yaml": [{"commands": [{"program": "kubectl", "subcommand": ["get"], "options": [["-A", ""], ["-o", "yaml"]], "operands": ["pods"]}]}, set()],
	"kubectl describe pod x": [{"commands": [{"program": "kubectl", "subcommand": ["describe"], "operands": ["pod", "x"]}]}, set()],
	"kubectl logs x": [{"commands": [{"program": "kubectl", "subcommand": ["logs"], "operands": ["x"]}]}, set()],
	"kubectl get secrets": [{"commands": [{"program": "kubectl", "subcommand": ["get"], "operands": ["secrets"]}]}, {"kubectl.secrets"}],
	"kubectl get secret x": [{"commands": [{"program": "kubectl", "subcommand": ["get"], "operands": ["secret", "x"]}]}, {"kubectl.secrets"}],
	"kubectl get secret x -o yaml": [{"commands": [{"program": "kubectl", "subcommand": ["get"], "options": [["-o", "yaml"]], "operands": ["secret", "x"]}]}, {"kubectl.secret_values", "kubectl.secrets"}],
	"kubectl get secrets/x -o json": [{"commands": [{"program": "kubectl", "subcommand": ["get"], "options": [["-o", "json"]], "operands": ["secrets/x"]}]}, {"kubectl.secret_values", "kubectl.secrets"}],
	"kubectl get pods,secrets -o yaml": [{"commands": [{"program": "kubectl", "subcommand": ["get"], "options": [["-o", "yaml"]], "operands": ["pods,secrets"]}]}, {"kubectl.secret_values", "kubectl.secrets"}],
	"kubectl describe secret x": [{"commands": [{"program": "kubectl", "subcommand": ["describe"], "operands": ["secret", "x"]}]}, {"kubectl.secrets"}],
	"kubectl config view --raw": [{"commands": [{"program": "kubectl", "subcommand": ["config", "view"], "options": [["--raw", ""]]}]}, {"kubectl.secret_values"}],
	"kubectl config view": [{"commands": [{"program": "kubectl", "subcommand": ["config", "view"]}]}, set()],
	"kubectl create token x": [{"commands": [{"program": "kubectl", "subcommand": ["create", "token"], "operands": ["x"]}]}, {"kubectl.asks", "kubectl.secret_values"}],
	"kubectl create ns x": [{"commands": [{"program": "kubectl", "subcommand": ["create"], "operands": ["ns", "x"]}]}, {"kubectl.asks"}],
	"kubectl apply -f x.yaml": [{"commands": [{"program": "kubectl", "subcommand": ["apply"], "options": [["-f", "x.yaml"]]}]}, {"kubectl.asks"}],
	"kubectl apply -f x.yaml --dry-run=client": [{"commands": [{"program": "kubectl", "subcommand": ["apply"], "options": [["-f", "x.yaml"], ["--dry-run", "client"]]}]}, set()],
	"kubectl delete pod x --dry-run=server": [{"commands": [{"program": "kubectl", "subcommand": ["delete"], "options": [["--dry-run", "server"]], "operands": ["pod", "x"]}]}, set()],
	"kubectl delete pod x": [{"commands": [{"program": "kubectl", "subcommand": ["delete"], "operands": ["pod", "x"]}]}, {"kubectl.asks"}],
	"kubectl delete ns x": [{"commands": [{"program": "kubectl", "subcommand": ["delete"], "operands": ["ns", "x"]}]}, {"kubectl.asks", "kubectl.deletes_namespace"}],
	"kubectl delete namespace/x": [{"commands": [{"program": "kubectl", "subcommand": ["delete"], "operands": ["namespace/x"]}]}, {"kubectl.asks", "kubectl.deletes_namespace"}],
	"kubectl delete pods --all": [{"commands": [{"program": "kubectl", "subcommand": ["delete"], "options": [["--all", ""]], "operands": ["pods"]}]}, {"kubectl.asks", "kubectl.deletes_all"}],
	"kubectl delete all --all": [{"commands": [{"program": "kubectl", "subcommand": ["delete"], "options": [["--all", ""]], "operands": ["all"]}]}, {"kubectl.asks", "kubectl.deletes_all"}],
	"kubectl delete deploy,svc -A": [{"commands": [{"program": "kubectl", "subcommand": ["delete"], "options": [["-A", ""]], "operands": ["deploy,svc"]}]}, {"kubectl.asks", "kubectl.deletes_all"}],
	"kubectl scale deploy x --replicas=0": [{"commands": [{"program": "kubectl", "subcommand": ["scale"], "options": [["--replicas", "0"]], "operands": ["deploy", "x"]}]}, {"kubectl.asks"}],
	"kubectl exec x -- ls": [{"commands": [{"program": "kubectl", "subcommand": ["exec"], "operands": ["x", "ls"]}, {"program": "ls"}]}, {"kubectl.asks"}],
	"kubectl exec x -- rm -rf /data": [{"commands": [{"program": "kubectl", "subcommand": ["exec"], "operands": ["x", "rm", "-rf", "/data"]}, {"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["/data"]}]}, {"kubectl.asks"}],
	"kubectl exec -it x -- bash": [{"commands": [{"program": "kubectl", "subcommand": ["exec"], "options": [["-i", ""], ["-t", ""]], "operands": ["x", "bash"]}, {"program": "bash"}]}, {"kubectl.asks"}],
	"kubectl port-forward x 80": [{"commands": [{"program": "kubectl", "subcommand": ["port-forward"], "operands": ["x", "80"]}]}, {"kubectl.asks"}],
	"kubectl foo": [{"commands": [{"program": "kubectl", "operands": ["foo"]}]}, {"kubectl.asks"}],
	"kubectl rollout status deploy/x": [{"commands": [{"program": "kubectl", "subcommand": ["rollout", "status"], "operands": ["deploy/x"]}]}, set()],
	"kubectl rollout restart deploy/x": [{"commands": [{"program": "kubectl", "subcommand": ["rollout", "restart"], "operands": ["deploy/x"]}]}, {"kubectl.asks"}],
	"kubectl drain n1": [{"commands": [{"program": "kubectl", "subcommand": ["drain"], "operands": ["n1"]}]}, {"kubectl.asks"}],
	"kubectl version": [{"commands": [{"program": "kubectl", "subcommand": ["version"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
