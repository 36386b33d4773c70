package regent.program.cmake_test

import data.regent.fact_test as fact
import data.regent.program.cmake as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"cmake -S . -B build": [{"commands": [{"program": "cmake", "options": [["-S", "."], ["-B", "build"]]}]}, set()],
	"cmake --build build": [{"commands": [{"program": "cmake", "options": [["--build", "build"]]}]}, set()],
	"cmake --install build": [{"commands": [{"program": "cmake", "options": [["--install", "build"]]}]}, {"cmake.script"}],
	"cmake -P x.cmake": [{"commands": [{"program": "cmake", "options": [["-P", "x.cmake"]]}]}, {"cmake.script"}],
	"cmake --build build --target deploy": [{"commands": [{"program": "cmake", "options": [["--build", "build"], ["--target", "deploy"]]}]}, {"cmake.foreign_target"}],
	"cmake --build build --target test": [{"commands": [{"program": "cmake", "options": [["--build", "build"], ["--target", "test"]]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
