package regent.program.dotnet_test

import data.regent.fact_test as fact
import data.regent.program.dotnet as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"dotnet build -c Release": [{"commands": [{"program": "dotnet", "subcommand": ["build"], "options": [["-c", "Release"]]}]}, set()],
	"dotnet test": [{"commands": [{"program": "dotnet", "subcommand": ["test"]}]}, set()],
	"dotnet run": [{"commands": [{"program": "dotnet", "subcommand": ["run"]}]}, {"dotnet.asks"}],
	"dotnet publish": [{"commands": [{"program": "dotnet", "subcommand": ["publish"]}]}, {"dotnet.asks"}],
	"dotnet nuget push x": [{"commands": [{"program": "dotnet", "subcommand": ["nuget"], "operands": ["push", "x"]}]}, {"dotnet.asks"}],
	"dotnet zap": [{"commands": [{"program": "dotnet", "operands": ["zap"]}]}, {"dotnet.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
