package regent.program.gradle_test

import data.regent.fact_test as fact
import data.regent.program.gradle as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"./gradlew :app:assembleDebug": [{"commands": [{"program": "gradle", "operands": [":app:assembleDebug"]}]}, set()],
	"gradle build": [{"commands": [{"program": "gradle", "operands": ["build"]}]}, set()],
	"gradle publish": [{"commands": [{"program": "gradle", "operands": ["publish"]}]}, {"gradle.task"}],
	"./gradlew :app:test --info": [{"commands": [{"program": "gradle", "options": [["-i", ""]], "operands": [":app:test"]}]}, set()],
	"gradle -I init.gradle test": [{"commands": [{"program": "gradle", "options": [["-I", "init.gradle"]], "operands": ["test"]}]}, {"gradle.init_script"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
