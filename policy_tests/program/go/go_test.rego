package regent.program.go_test

import data.regent.fact_test as fact
import data.regent.program.go as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"go build ./...": [{"commands": [{"program": "go", "subcommand": ["build"], "operands": ["./..."]}]}, set()],
	"go test ./...": [{"commands": [{"program": "go", "subcommand": ["test"], "operands": ["./..."]}]}, set()],
	"go vet ./...": [{"commands": [{"program": "go", "subcommand": ["vet"], "operands": ["./..."]}]}, set()],
	"go run .": [{"commands": [{"program": "go", "subcommand": ["run"], "operands": ["."]}]}, set()],
	"go run ./cmd/x": [{"commands": [{"program": "go", "subcommand": ["run"], "operands": ["./cmd/x"]}]}, set()],
	"go run example.com/x@latest": [{"commands": [{"program": "go", "subcommand": ["run"], "operands": ["example.com/x@latest"]}]}, {"go.runs_foreign"}],
	"go run ../x": [{"commands": [{"program": "go", "subcommand": ["run"], "operands": ["../x"]}]}, {"go.runs_foreign"}],
	"go install ./...": [{"commands": [{"program": "go", "subcommand": ["install"], "operands": ["./..."]}]}, {"go.asks"}],
	"go get x": [{"commands": [{"program": "go", "subcommand": ["get"], "operands": ["x"]}]}, {"go.asks"}],
	"go generate": [{"commands": [{"program": "go", "subcommand": ["generate"]}]}, {"go.asks"}],
	"go mod tidy": [{"commands": [{"program": "go", "subcommand": ["mod", "tidy"]}]}, set()],
	"go env GOPATH": [{"commands": [{"program": "go", "subcommand": ["env"], "operands": ["GOPATH"]}]}, set()],
	"go env -w GOFLAGS=-mod=mod": [{"commands": [{"program": "go", "subcommand": ["env"], "options": [["-w", ""]], "operands": ["GOFLAGS=-mod=mod"]}]}, {"go.env_writes"}],
	"go tool cover -func=c.out": [{"commands": [{"program": "go", "subcommand": ["tool"], "operands": ["cover", "-func=c.out"]}]}, set()],
	"go tool x": [{"commands": [{"program": "go", "subcommand": ["tool"], "operands": ["x"]}]}, {"go.tool"}],
	"go clean -modcache": [{"commands": [{"program": "go", "subcommand": ["clean"], "options": [["-modcache", ""]]}]}, {"go.clears_cache"}],
	"go clean": [{"commands": [{"program": "go", "subcommand": ["clean"]}]}, set()],
	"go fmt ./...": [{"commands": [{"program": "go", "subcommand": ["fmt"], "operands": ["./..."]}]}, set()],
	"go build -toolexec=./x ./...": [{"commands": [{"program": "go", "subcommand": ["build"], "options": [["-toolexec", "./x"]], "operands": ["./..."]}, {"program": "x"}]}, {"go.runs_tool"}],
	"go test -exec ./x ./...": [{"commands": [{"program": "go", "subcommand": ["test"], "options": [["-exec", "./x"]], "operands": ["./..."]}, {"program": "x"}]}, {"go.runs_tool"}],
	"go build -o /usr/local/bin/x .": [{"commands": [{"program": "go", "subcommand": ["build"], "options": [["-o", "/usr/local/bin/x"]], "operands": ["."]}]}, set()],
	"go version": [{"commands": [{"program": "go", "subcommand": ["version"]}]}, set()],
	"go zap": [{"commands": [{"program": "go", "operands": ["zap"]}]}, {"go.asks"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
