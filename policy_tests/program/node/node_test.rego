package regent.program.node_test

import data.regent.fact_test as fact
import data.regent.program.node as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"node --version": [{"commands": [{"program": "node", "options": [["--version", ""]], "help_only": true}]}, set()],
	"node x.js": [{"commands": [{"program": "node", "operands": ["x.js"]}]}, set()],
	"node -e '1'": [{"commands": [{"program": "node", "options": [["-e", "1"]], "code": [{"language": "javascript", "text": "1", "known": "static"}]}]}, set()],
	"node --run test": [{"commands": [{"program": "node", "options": [["--run", "test"]]}]}, set()],
	"node --run deploy": [{"commands": [{"program": "node", "options": [["--run", "deploy"]]}]}, {"node.script"}],
	"node -r ./x.js y.js": [{"commands": [{"program": "node", "options": [["-r", "./x.js"]], "operands": ["y.js"]}]}, {"node.loads"}],
	"node -e 'require(\"fs\").rmSync(\"/home/dev/x\",{recursive:true})'": [{"commands": [{"program": "node", "options": [["-e", "require(\"fs\").rmSync(\"/home/dev/x\",{recursive:true})"]], "code": [{"language": "javascript", "text": "require(\"fs\").rmSync(\"/home/dev/x\",{recursive:true})", "known": "static"}]}]}, set()],
	"node -e 'require(\"fs\").rmSync(\"build/x\",{recursive:true})'": [{"commands": [{"program": "node", "options": [["-e", "require(\"fs\").rmSync(\"build/x\",{recursive:true})"]], "code": [{"language": "javascript", "text": "require(\"fs\").rmSync(\"build/x\",{recursive:true})", "known": "static"}]}]}, set()],
	"node": [{"commands": [{"program": "node"}]}, set()],
	"node --test": [{"commands": [{"program": "node", "options": [["--test", ""]]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
