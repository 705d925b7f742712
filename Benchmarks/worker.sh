#!/usr/bin/env bash
# Whether a worker keeps its places busy while the service takes its time: worker.sh <folder of the built programs> [jobs]
set -euo pipefail
built=$(cd "$1" && pwd)
jobs=${2:-40}
cd "$(dirname "$0")/.."
. Benchmarks/photos.sh
. Benchmarks/emulator.sh

places=8
seconds=5
work=$(mktemp -d)
trap 'kill "${emulator_PID:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
export HEADSHOT_DAILY_CAP=$jobs
mkdir "$work/large" "$work/small"
echo "making photos" >&2
make_photos "$jobs" "$work/large"
for photo in "$work"/large/*; do
    vips thumbnail "$photo" "$work/small/$(basename "$photo")[Q=90]" 1000
done
# Made once, so that the emulator takes as little of this machine as a service elsewhere would.
make_headshot "$work/headshot.jpg[Q=90]"
cat >"$work/scenario.json" <<JSON
{"rules": [{"answer": "slow", "seconds": $seconds, "picture": "$work/headshot.jpg"}]}
JSON
start_emulator "$built" "$work/scenario.json"

bound=$(((jobs + places - 1) / places * seconds))
# row <photos>: a line of the table.
row() {
    local before after
    export HEADSHOT_HOME=$work/home-$1
    "$built/headshot" submit "$work/$1"/*.jpg --force >/dev/null
    echo "draining $1 photos" >&2
    before=$(date +%s.%N)
    "$built/headshot" drain --concurrency $places --prompts prompts >/dev/null
    after=$(date +%s.%N)
    python3 - "$HEADSHOT_HOME/queue.sqlite" "$1" "$before" "$after" "$bound" "$places" <<'PY'
import sqlite3, sys
queue, name, before, after, bound, places = sys.argv[1:]
before, after, bound, places = float(before), float(after), int(bound), int(places)
rows = sqlite3.connect(queue).execute("SELECT started_at FROM charge ORDER BY started_at").fetchall()
first, filled = (rows[place][0] / 1000 - before for place in (0, places - 1))
time = after - before
print(f"| {name} | {time:.1f} s | {bound} s | {100 * bound / time:.0f} % | {first:.1f} s | {filled:.1f} s "
      f"| {100 * bound / (time - filled):.0f} % |")
PY
}

{
    echo "# A worker and a service that takes $seconds s"
    echo
    echo "A drain of $jobs jobs with \`--concurrency $places\`, from its start to its end, decoders' start and last headshot" \
        "included. The bound is that of requests which follow each other at once."
    echo
    echo "| photos | time | bound | share of the bound (goal: 95 %) | first request after | a request in each place after |" \
        "share of the bound from then on |"
    echo "|---|---:|---:|---:|---:|---:|---:|"
    row small
    row large
    describe_machine
} | publish worker Sources Benchmarks/worker.sh Benchmarks/photos.sh Benchmarks/emulator.sh
