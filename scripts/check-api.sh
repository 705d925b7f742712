#!/usr/bin/env bash
# Checks that `headshot serve` answers as its document says: starts the built server with a worker against the emulator
# in a temporary folder, and has schemathesis try all routes. Another client reads the metrics and a stream of events.
# EXAMPLES says how many requests each route gets; the rate limit of a token makes more of them take longer.
set -euo pipefail
cd "$(dirname "$0")/.."

examples=${EXAMPLES:-25}
built=$(cd "${1:-.build/debug}" && pwd)
venv=.build/check-api
if [[ ! -x $venv/bin/schemathesis ]]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet 'schemathesis>=4,<5' openapi-spec-validator prometheus_client httpx httpx-sse
fi
unset http_proxy HTTP_PROXY

work=$(mktemp -d "${TMPDIR:-/tmp}/headshot-api.XXXXXX")
pids=()
stop() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait
    rm -rf "$work"
}
trap stop EXIT

# waits <process> <file> <words>: prints the last word of the line that has these words.
waits() {
    until grep -q "$3" "$2"; do
        kill -0 "$1" || { cat "$2" >&2; return 1; }
        sleep 0.1
    done
    sed -n "/$3/s/.* //p" "$2" | head -n 1
}

"$built/gemini-emulator" --port 0 >"$work/emulator" 2>&1 &
pids+=($!)
emulator=$(waits $! "$work/emulator" listening)

export HEADSHOT_HOME=$work/home GEMINI_API_KEY=check-api GOOGLE_GEMINI_BASE_URL=$emulator
features=(headshots scans quiz profile tips celebrity coach live moments routine reminders)
token=$("$built/headshot" space add check --provider local --budget 5 --new-persons 100000 \
    --limit uploads=100000 --limit free-jobs=100000 --limit orders=100000 --limit moments=100000 \
    --scope submit --scope read --scope operate "${features[@]/#/--feature=}")
export CHECK_API_TOKEN=$token
"$built/headshot" serve --work --listen 127.0.0.1:0 --isolation best --prompts prompts 2>"$work/log" &
server=$!
pids+=("$server")
admin=$(waits "$server" "$work/log" "Health and metrics:")
url=$(waits "$server" "$work/log" "Apps:")

"$venv/bin/python" -m openapi_spec_validator Sources/HeadshotServer/Resources/openapi.json
"$venv/bin/python" scripts/check-api.py "$url" "$admin" "$token" demo/photo.jpg

run() {
    "$venv/bin/schemathesis" --config-file scripts/check-api.toml run Sources/HeadshotServer/Resources/openapi.json \
        --max-examples "$examples" --no-color "$@"
}
run --url "$url" --include-path-regex '^/v1/' --rate-limit 18/s
run --url "$admin" --exclude-path-regex '^/v1/' --phases examples,coverage,fuzzing

if grep -E ' error ' "$work/log" >&2; then exit 1; fi
kill -0 "$server"
echo "check-api: all answers are as described."
