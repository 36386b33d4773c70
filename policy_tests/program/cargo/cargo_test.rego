package regent.program.cargo_test

import data.regent.fact_test as fact
import data.regent.program.cargo as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"cargo build --release": [{"commands": [{"program": "cargo", "subcommand": ["build"], "options": [["--release", ""]]}]}, set()],
	"cargo test": [{"commands": [{"program": "cargo", "subcommand": ["test"]}]}, set()],
	"cargo run -- --flag": [{"commands": [{"program": "cargo", "subcommand": ["run"], "operands": ["--flag"]}]}, set()],
	"cargo install ripgrep": [{"commands": [{"program": "cargo", "subcommand": ["install"], "operands": ["ripgrep"]}]}, {"cargo.asks"}],
	"cargo add serde": [{"commands": [{"program": "cargo", "subcommand": ["add"], "operands": ["serde"]}]}, {"cargo.asks"}],
	"cargo publish": [{"commands": [{"program": "cargo", "subcommand": ["publish"]}]}, {"cargo.asks"}],
	"cargo update": [{"commands": [{"program": "cargo", "subcommand": ["update"]}]}, {"cargo.asks"}],
	"cargo login": [{"commands": [{"program": "cargo", "subcommand": ["login"]}]}, {"cargo.asks"}],
	"cargo clippy --all-targets -- -D warnings": [{"commands": [{"program": "cargo", "subcommand": ["clippy"], "options": [["--all-targets", ""]], "operands": ["-D", "warnings"]}]}, set()],
	"cargo zap": [{"commands": [{"program": "cargo", "operands": ["zap"]}]}, {"cargo.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
