package regent.program["docker-compose_test"]

import data.regent.fact_test as fact
import data.regent.program["docker-compose"] as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"docker-compose ps": [{"commands": [{"program": "docker-compose", "subcommand": ["ps"]}]}, set()],
	"docker-compose up -d": [{"commands": [{"program": "docker-compose", "subcommand": ["up"], "options": [["-d", ""]]}]}, {"docker_compose.asks"}],
	"docker-compose foo": [{"commands": [{"program": "docker-compose", "operands": ["foo"]}]}, {"docker_compose.asks"}],
	"docker-compose run -v /:/x web ls": [{"commands": [{"program": "docker-compose", "subcommand": ["run"], "options": [["-v", "/:/x"]], "operands": ["web", "ls"]}, {"program": "ls", "container": true}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/", "type": "dir", "classes": ["outside"], "holds": ["agent_settings_home", "credential_store", "device", "device_exempt", "guard_files", "language_cache", "process_internals", "startup", "system_bin", "system_tree", "temporary", "user_cache", "workspace"], "holds_root": true}, {"command": 1, "access": "list", "type": "unknown", "remote": true}]}, {"docker_compose.asks", "docker_compose.mounts"}],
	"docker-compose run -v ~:/x web ls": [{"commands": [{"program": "docker-compose", "subcommand": ["run"], "options": [["-v", "/home/dev:/x"]], "operands": ["web", "ls"]}, {"program": "ls", "container": true}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/home/dev", "type": "dir", "classes": ["outside"], "holds": ["agent_settings_home", "credential_store", "guard_files", "language_cache", "startup", "user_cache"], "segments": ["home", "dev"]}, {"command": 1, "access": "list", "type": "unknown", "remote": true}]}, {"docker_compose.asks", "docker_compose.mounts"}],
	"docker-compose run -v ~/.ssh:/x web ls": [{"commands": [{"program": "docker-compose", "subcommand": ["run"], "options": [["-v", "/home/dev/.ssh:/x"]], "operands": ["web", "ls"]}, {"program": "ls", "container": true}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/home/dev/.ssh", "type": "dir", "classes": ["credential_store", "outside"], "holds": ["startup"], "segments": ["home", "dev", ".ssh"]}, {"command": 1, "access": "list", "type": "unknown", "remote": true}]}, {"docker_compose.asks", "docker_compose.mounts"}],
	"docker-compose run -v /etc/cron.d:/x web ls": [{"commands": [{"program": "docker-compose", "subcommand": ["run"], "options": [["-v", "/etc/cron.d:/x"]], "operands": ["web", "ls"]}, {"program": "ls", "container": true}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/etc/cron.d", "classes": ["system_tree", "outside"], "segments": ["etc", "cron.d"]}, {"command": 1, "access": "list", "type": "unknown", "remote": true}]}, {"docker_compose.asks", "docker_compose.mounts_writable"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
