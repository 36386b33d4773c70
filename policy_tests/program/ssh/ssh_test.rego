package regent.program.ssh_test

import data.regent.fact_test as fact
import data.regent.program.ssh as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"ssh host.example.com ls": [{"commands": [{"program": "ssh", "operands": ["host.example.com", "ls"]}, {"program": "ls"}]}, {"ssh.reaches"}],
	"ssh -o ProxyCommand=x host.example.com": [{"commands": [{"program": "ssh", "options": [["-o", "ProxyCommand=x"]], "operands": ["host.example.com"]}]}, {"ssh.reaches", "ssh.runs_locally"}],
	"ssh -oLocalCommand=x host.example.com": [{"commands": [{"program": "ssh", "options": [["-o", "LocalCommand=x"]], "operands": ["host.example.com"]}]}, {"ssh.reaches", "ssh.runs_locally"}],
	"ssh -V": [{"commands": [{"program": "ssh", "options": [["-V", ""]], "help_only": true}]}, set()],
	"ssh -J jump.example.com host.example.com": [{"commands": [{"program": "ssh", "options": [["-J", "jump.example.com"]], "operands": ["host.example.com"]}]}, {"ssh.reaches"}],
	"ssh host.example.com": [{"commands": [{"program": "ssh", "operands": ["host.example.com"]}]}, {"ssh.reaches"}],
	"ssh -L 8080:localhost:80 host.example.com": [{"commands": [{"program": "ssh", "options": [["-L", "8080:localhost:80"]], "operands": ["host.example.com"]}]}, {"ssh.reaches"}],
	"ssh host.example.com 'sudo rm -rf /var'": [{"commands": [{"program": "ssh", "operands": ["host.example.com", "sudo rm -rf /var"]}, {"program": "sudo", "operands": ["rm", "-rf", "/var"]}, {"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["/var"]}]}, {"ssh.reaches"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
