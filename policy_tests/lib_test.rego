package regent.lib_test

import data.regent.fact_test as fact
import data.regent.lib

here := fact.document({})

reaches(text) if lib.code_reaches_out(text) with input as here

test_code_that_names_a_place_outside_reaches_out if {
	reaches(`rmtree("/srv/data")`)
	reaches(`rmtree('~/archive')`)
	reaches(`rmtree("../other/..")`)
	reaches(`rmtree("/code/app/../other")`)
	reaches(`rmtree("/code/app")`)
	reaches(`rmtree(os.path.expanduser(p))`)
}

test_code_that_stays_inside_does_not if {
	not reaches(`rmtree("/code/app/build")`)
	not reaches(`rmtree("/tmp/x")`)
	not reaches(`rmtree("build")`)
	not reaches(`print(1 / 2)`)
}

inside(value) if lib.inside(value) with input as here

test_a_search_path_stays_inside if {
	inside("src")
	inside("src:lib")
	inside("/code/app/src")
	not inside("/code/app/../other")
	not inside("/code/app/src:/tmp/x")
	not inside("/tmp/x")
	not inside("src:/tmp/x")
	not inside("~/x")
	not inside("")
}

commands(list) := fact.document({"commands": list})

test_a_simulated_call_is_told_by_its_options if {
	lib.simulated(0) with input as commands([{"program": "npm", "options": [["--dry-run", ""]]}])
	lib.simulated(0) with input as commands([{"program": "apt", "options": [["-s", ""]]}])
	not lib.simulated(0) with input as commands([{"program": "npm", "options": [["-s", ""]]}])
}

test_a_dry_run_may_be_switched_off_by_its_value if {
	lib.dry_run(0) with input as commands([{"options": [["--dry-run", "client"]]}])
	not lib.dry_run(0) with input as commands([{"options": [["--dry-run", "none"]]}])
	not lib.dry_run(0) with input as commands([{"options": [["--dry-run", "false"]]}])
}

test_output_is_followed_three_steps if {
	chain := [{}, {"fed_by": [0]}, {"fed_by": [1]}, {"fed_by": [2]}, {"fed_by": [3]}]
	lib.feeders(3) == {0, 1, 2} with input as commands(chain)
	lib.feeders(4) == {1, 2, 3} with input as commands(chain)
	lib.feeders(0) == set() with input as commands(chain)
}

test_settings_that_run_programs if {
	lib.config_runs("core.hookspath", "x")
	lib.config_runs("alias.zap", "!rm x")
	not lib.config_runs("alias.st", "status")
	lib.config_runs("credential.helper", "!x")
	not lib.config_runs("credential.helper", "store")
	lib.config_runs("diff.word.textconv", "x")
	not lib.config_runs("user.name", "x")
}

test_a_script_that_the_text_wrote_is_judged_as_its_commands if {
	written := {"commands": [{}], "runs": [{"text_judged": true, "written": true}]}
	lib.judged_run(0) with input as fact.document(written)
	read := {"commands": [{}], "runs": [{"text_judged": true}]}
	not lib.judged_run(0) with input as fact.document(read)
}

test_obligations_carry_a_name_and_a_value if {
	lib.oblige("max_rows", 50) == {"name": "max_rows", "value": 50}
	lib.allow("a.b", "commands", 0) == {"rule": "a.b", "topic": "commands", "index": 0}
}

test_words_and_operands if {
	doc := commands([{"subcommand": ["remote", "add"], "operands": ["Origin", {"value": "", "known": "dynamic"}]}])
	lib.sub(0) == "remote add" with input as doc
	lib.word(0, 0) == "origin" with input as doc
	lib.operand(0, "Origin") with input as doc
	not lib.operand(0, "origin") with input as doc
}

test_signal_zero_only_asks if {
	lib.signal_zero(0) with input as commands([{"program": "kill", "options": [["-0", ""]]}])
	lib.signal_zero(0) with input as commands([{"program": "kill", "options": [["-s", "0"]]}])
	not lib.signal_zero(0) with input as commands([{"program": "kill", "options": [["-s", "9"]]}])
}
