package regent.program.docker_test

import data.regent.fact_test as fact
import data.regent.program.docker as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"docker ps": [{"commands": [{"program": "docker", "subcommand": ["ps"]}]}, set()],
	"docker logs web": [{"commands": [{"program": "docker", "subcommand": ["logs"], "operands": ["web"]}]}, set()],
	"docker inspect web": [{"commands": [{"program": "docker", "subcommand": ["inspect"], "operands": ["web"]}]}, set()],
	"docker run alpine": [{"commands": [{"program": "docker", "subcommand": ["run"], "operands": ["alpine"]}]}, {"docker.asks"}],
	"docker build .": [{"commands": [{"program": "docker", "subcommand": ["build"], "operands": ["."]}]}, {"docker.asks"}],
	"docker exec web ls": [{"commands": [{"program": "docker", "subcommand": ["exec"], "operands": ["web", "ls"]}, {"program": "ls", "container": true}], "accesses": [{"command": 1, "access": "list", "type": "unknown", "remote": true}]}, {"docker.asks"}],
	"docker exec web rm -rf /var/lib": [{"commands": [{"program": "docker", "subcommand": ["exec"], "operands": ["web", "rm", "-rf", "/var/lib"]}, {"program": "rm", "options": [["-r", ""], ["-f", ""]], "operands": ["/var/lib"], "container": true}], "accesses": [{"command": 1, "access": "delete", "recursive": true, "type": "unknown", "classes": ["outside"], "holds": ["credential_store"], "remote": true}]}, {"docker.asks"}],
	"docker stop web": [{"commands": [{"program": "docker", "subcommand": ["stop"], "operands": ["web"]}]}, {"docker.asks"}],
	"docker rm web": [{"commands": [{"program": "docker", "subcommand": ["rm"], "operands": ["web"]}]}, {"docker.asks"}],
	"docker pull x": [{"commands": [{"program": "docker", "subcommand": ["pull"], "operands": ["x"]}]}, {"docker.asks"}],
	"docker push x": [{"commands": [{"program": "docker", "subcommand": ["push"], "operands": ["x"]}]}, {"docker.asks"}],
	"docker run --privileged x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["--privileged", ""]], "operands": ["x"]}]}, {"docker.asks", "docker.privileged"}],
	"docker run --cap-add=SYS_ADMIN x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["--cap-add", "SYS_ADMIN"]], "operands": ["x"]}]}, {"docker.asks", "docker.privileged"}],
	"docker run --device=/dev/sda x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["--device", "/dev/sda"]], "operands": ["x"]}]}, {"docker.asks", "docker.privileged"}],
	"docker run -v /:/h x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["-v", "/:/h"]], "operands": ["x"]}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/", "type": "dir", "classes": ["outside"], "holds": ["agent_settings_home", "credential_store", "device", "device_exempt", "guard_files", "language_cache", "process_internals", "startup", "system_bin", "system_tree", "temporary", "user_cache", "workspace"], "holds_root": true}]}, {"docker.asks", "docker.mounts"}],
	"docker run -v /etc:/h x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["-v", "/etc:/h"]], "operands": ["x"]}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/etc", "type": "dir", "classes": ["system_tree", "outside"], "holds": ["credential_store", "guard_files"], "segments": ["etc"]}]}, {"docker.asks", "docker.mounts"}],
	"docker run -v ~:/h x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["-v", "/home/dev:/h"]], "operands": ["x"]}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/home/dev", "type": "dir", "classes": ["outside"], "holds": ["agent_settings_home", "credential_store", "guard_files", "language_cache", "startup", "user_cache"], "segments": ["home", "dev"]}]}, {"docker.asks", "docker.mounts"}],
	"docker run -v $HOME/.ssh:/h x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["-v", "/home/dev/.ssh:/h"]], "operands": ["x"]}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/home/dev/.ssh", "type": "dir", "classes": ["credential_store", "outside"], "holds": ["startup"], "segments": ["home", "dev", ".ssh"]}]}, {"docker.asks", "docker.mounts"}],
	"docker run -v /var/run/docker.sock:/var/run/docker.sock x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["-v", "/var/run/docker.sock:/var/run/docker.sock"]], "operands": ["x"]}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/var/run/docker.sock", "classes": ["credential_store", "outside"], "segments": ["var", "run", "docker.sock"]}]}, {"docker.asks", "docker.mounts", "docker.mounts_writable"}],
	"docker run --mount type=bind,source=/,target=/h x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["--mount", "type=bind,source=/,target=/h"]], "operands": ["x"]}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/", "type": "dir", "classes": ["outside"], "holds": ["agent_settings_home", "credential_store", "device", "device_exempt", "guard_files", "language_cache", "process_internals", "startup", "system_bin", "system_tree", "temporary", "user_cache", "workspace"], "holds_root": true}]}, {"docker.asks", "docker.mounts"}],
	"docker run -v $PWD:/src x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["-v", "/code/app:/src"]], "operands": ["x"]}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/code/app", "type": "dir", "classes": ["workspace", "outside"], "root": "/code/app", "segments": ["code", "app"]}]}, {"docker.asks"}],
	"docker run -v data:/data x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["-v", "data:/data"]], "operands": ["x"]}]}, {"docker.asks"}],
	"docker run -v ./src:/src x npm test": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["-v", "./src:/src"]], "operands": ["x", "npm", "test"]}, {"program": "npm", "subcommand": ["test"], "container": true}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/code/app/src", "type": "dir", "classes": ["workspace", "outside"], "root": "/code/app", "segments": ["code", "app", "src"]}]}, {"docker.asks"}],
	"docker system prune --volumes -f": [{"commands": [{"program": "docker", "subcommand": ["system", "prune"], "options": [["-v", ""], ["-f", ""]]}]}, {"docker.asks", "docker.prunes_volumes"}],
	"docker system prune --volumes": [{"commands": [{"program": "docker", "subcommand": ["system", "prune"], "options": [["-v", ""]]}]}, {"docker.asks"}],
	"docker system prune -f": [{"commands": [{"program": "docker", "subcommand": ["system", "prune"], "options": [["-f", ""]]}]}, {"docker.asks"}],
	"docker volume prune -f": [{"commands": [{"program": "docker", "subcommand": ["volume", "prune"], "options": [["-f", ""]]}]}, {"docker.asks", "docker.prunes_volumes"}],
	"docker volume prune": [{"commands": [{"program": "docker", "subcommand": ["volume", "prune"]}]}, {"docker.asks"}],
	"docker volume ls": [{"commands": [{"program": "docker", "subcommand": ["volume", "ls"]}]}, set()],
	"docker compose ps": [{"commands": [{"program": "docker", "subcommand": ["compose", "ps"]}]}, set()],
	"docker compose up": [{"commands": [{"program": "docker", "subcommand": ["compose", "up"]}]}, {"docker.asks"}],
	"docker compose down": [{"commands": [{"program": "docker", "subcommand": ["compose", "down"]}]}, {"docker.asks"}],
	"docker foo": [{"commands": [{"program": "docker", "operands": ["foo"]}]}, {"docker.asks"}],
	"docker --version": [{"commands": [{"program": "docker", "options": [["--version", ""]], "help_only": true}]}, set()],
	"docker image ls": [{"commands": [{"program": "docker", "subcommand": ["image", "ls"]}]}, set()],
	"podman run x": [{"commands": [{"program": "docker", "subcommand": ["run"], "operands": ["x"]}]}, {"docker.asks"}],
	"docker run --pid=host -v /:/h x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["--pid", "host"], ["-v", "/:/h"]], "operands": ["x"]}], "accesses": [{"source": "option", "access": "list", "recursive": true, "resolved": "/", "type": "dir", "classes": ["outside"], "holds": ["agent_settings_home", "credential_store", "device", "device_exempt", "guard_files", "language_cache", "process_internals", "startup", "system_bin", "system_tree", "temporary", "user_cache", "workspace"], "holds_root": true}]}, {"docker.asks", "docker.mounts"}],
	"docker compose exec web ls": [{"commands": [{"program": "docker", "subcommand": ["compose", "exec"], "operands": ["web", "ls"]}, {"program": "ls", "container": true}], "accesses": [{"command": 1, "access": "list", "type": "unknown", "remote": true}]}, {"docker.asks"}],
	"docker run --use-api-socket x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["--use-api-socket", ""]], "operands": ["x"]}]}, {"docker.asks", "docker.privileged"}],
	"docker run --device=/dev/null x": [{"commands": [{"program": "docker", "subcommand": ["run"], "options": [["--device", "/dev/null"]], "operands": ["x"]}]}, {"docker.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
