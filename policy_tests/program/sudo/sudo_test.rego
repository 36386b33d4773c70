package regent.program.sudo_test

import data.regent.fact_test as fact
import data.regent.program.sudo as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"sudo -i": [{"commands": [{"program": "sudo", "options": [["-i", ""]]}]}, {"sudo.privilege", "sudo.shell"}],
	"sudo -s": [{"commands": [{"program": "sudo", "options": [["-s", ""]]}]}, {"sudo.privilege", "sudo.shell"}],
	"sudo": [{"commands": [{"program": "sudo"}]}, {"sudo.privilege", "sudo.shell"}],
	"sudo -l": [{"commands": [{"program": "sudo", "options": [["-l", ""]]}]}, {"sudo.privilege"}],
	"sudo ls": [{"commands": [{"program": "sudo", "operands": ["ls"]}, {"program": "ls", "via": ["sudo"], "privilege": true}]}, {"sudo.privilege"}],
	"sudo bash": [{"commands": [{"program": "sudo", "operands": ["bash"]}, {"program": "bash", "via": ["sudo"], "privilege": true}]}, {"sudo.privilege"}],
	"sudo su": [{"commands": [{"program": "sudo", "operands": ["su"]}, {"program": "su", "via": ["sudo"], "privilege": true}]}, {"sudo.privilege"}],
	"sudo apt-get install x": [{"commands": [{"program": "sudo", "operands": ["apt-get", "install", "x"]}, {"program": "apt", "subcommand": ["install"], "operands": ["x"], "via": ["sudo"], "privilege": true}]}, {"sudo.privilege"}],
	"sudo rm -rf /srv/x": [{"commands": [{"program": "sudo", "operands": ["rm", "-rf", "/srv/x"]}, {"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["/srv/x"], "via": ["sudo"], "privilege": true}]}, {"sudo.privilege"}],
	"sudo visudo": [{"commands": [{"program": "sudo", "operands": ["visudo"]}, {"program": "visudo", "via": ["sudo"], "privilege": true}]}, {"sudo.privilege"}],
	"sudo -u postgres ls": [{"commands": [{"program": "sudo", "options": [["-u", "postgres"]], "operands": ["ls"]}, {"program": "ls", "via": ["sudo"], "privilege": true}]}, {"sudo.privilege"}],
	"sudo tee /etc/sudoers.d/x": [{"commands": [{"program": "sudo", "operands": ["tee", "/etc/sudoers.d/x"]}, {"program": "tee", "operands": ["/etc/sudoers.d/x"], "via": ["sudo"], "privilege": true}]}, {"sudo.privilege"}],
	"sudo bash -c 'ls'": [{"commands": [{"program": "sudo", "operands": ["bash", "-c", "ls"]}, {"program": "bash", "options": [["-c", ""]], "operands": ["ls"], "via": ["sudo"], "privilege": true}, {"program": "ls", "via": ["sudo", "bash"], "privilege": true}]}, {"sudo.privilege"}],
	"sudo --help": [{"commands": [{"program": "sudo", "options": [["--help", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
