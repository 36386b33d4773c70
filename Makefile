# Two commands matter on a fresh machine with Go: `make run` and `make test`.
# Each installs what it misses (a C compiler; PostgreSQL for the tests).

SHELL := /bin/bash
.DEFAULT_GOAL := build

OPA := $(shell go env GOPATH)/bin/opa
# The SQL parser is C, so the binary links it statically: one file, no libc to match.
BUILD_FLAGS := -trimpath -tags netgo,osusergo -ldflags '-s -w -linkmode external -extldflags "-static"'

.PHONY: run build test proof interop bench lint fmt policy-test tools compiler postgres clean

run: build ## build, then hold a real MCP session and print what was decided
	@bin/regent demo

build: compiler ## bin/regent, one static binary
	@mkdir -p bin
	CGO_ENABLED=1 go build $(BUILD_FLAGS) -o bin/regent ./cmd/regent

test: compiler postgres ## everything, on real bash, PostgreSQL and file systems
	scripts/test

proof: compiler postgres ## seeded campaigns against oracles
	scripts/proof

interop: build ## real MCP clients and the conformance suite
	scripts/interop

bench: compiler postgres ## the table of benchmarks; claims are ratios within one run
	scripts/bench

lint: compiler tools ## gofumpt, vet, golangci-lint, opa fmt, opa check, our own policy lint
	scripts/lint

fmt: tools ## format Go and Rego
	gofumpt -w $$(git ls-files '*.go')
	$(OPA) fmt -w policies policy_tests

policy-test: tools ## the policies under the stock opa CLI
	$(OPA) test --timeout 60s policies policy_tests

tools: ## the pinned linters and the opa CLI of the same version as in go.mod
	@scripts/install-tools

compiler:
	@scripts/install-compiler

postgres:
	@scripts/install-postgres

clean:
	rm -rf bin dist
