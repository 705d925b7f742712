#!/usr/bin/env bash
# What a drain costs the machine: drain.sh <folder of the built programs> [number of photos]
set -euo pipefail
built=$(cd "$1" && pwd)
jobs=${2:-100}
cd "$(dirname "$0")/.."
. Benchmarks/photos.sh
. Benchmarks/emulator.sh

work=$(mktemp -d)
trap 'kill "${emulator_PID:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
export HEADSHOT_HOME=$work/home HEADSHOT_DAILY_CAP=$jobs

echo "making $jobs photos" >&2
make_photos "$jobs" "$work"
make_headshot "$work/headshot.png"
echo "{\"rules\":[{\"answer\":\"instant\",\"picture\":\"$work/headshot.png\"}]}" >"$work/scenario.json"
start_emulator "$built" "$work/scenario.json"

echo "submitting $jobs jobs" >&2
"$built/headshot" submit --force "$work"/photo-*.jpg >/dev/null

# floor <first photo> <last photo>: the seconds of CPU that vips takes for some of the photos.
floor() {
    echo "decoding and encoding with vips" >&2
    python3 Benchmarks/weigh.py "$work/none" "$jobs" bash -c \
        'for ((n = $2; n <= $3; n++)); do vips copy "$1/photo-$n.jpg" "$1/copy.jpg[Q=85,strip]"; done' \
        _ "$work" "$1" "$2" | sed -n 's/^cpu=//p'
}

# Half of it before the drain and half after it: what else the machine does changes from minute to minute.
before=$(floor 1 $((jobs / 2)))
echo "draining" >&2
python3 Benchmarks/weigh.py "$HEADSHOT_HOME/results" "$jobs" \
    "$built/headshot" drain --concurrency 4 --prompts prompts >"$work/drain"

after=$(floor $((jobs / 2 + 1)) "$jobs")
floor=$(awk -v a="$before" -v b="$after" 'BEGIN { print a + b }')

# Small black headshots, which cost next to nothing to look at: what is left of the decoders' work is that on the photos.
vips black "$work/black.png" 256 320 --bands 3
echo "{\"rules\":[{\"answer\":\"instant\",\"picture\":\"$work/black.png\"}]}" >"$work/black.json"
curl --silent --fail --request PUT --data "@$work/black.json" "$GOOGLE_GEMINI_BASE_URL/control/scenario"
# styles <name> <option>…: drains the first twenty photos in some styles.
styles() {
    export HEADSHOT_HOME=$work/$1 HEADSHOT_DAILY_CAP=1000
    echo "draining in $1" >&2
    find "$work" -maxdepth 1 -name 'photo-*.jpg' | sort | sed -n '1,20p' |
        xargs "$built/headshot" submit --force "${@:2}" >/dev/null
    python3 Benchmarks/weigh.py "$HEADSHOT_HOME/results" 20 \
        "$built/headshot" drain --concurrency 4 --prompts prompts >"$work/$1.figures"
}
styles one-style
styles six-styles --all-styles

# value <file> <name>
value() { sed -n "s/^$2=//p" "$work/$1"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
memory_row() { echo "| $1 | $(value drain "pss_$2") MB | $(value drain "rss_$2") MB |"; }

{
    echo "# A drain of $jobs jobs, four at a time"
    echo
    echo "Different photos of 12 megapixels and 5 MB; the CPU and the memory of the worker and its decoders together."
    echo
    echo "| | drain | \`vips copy\` | ratio | goal |"
    echo "|---|---:|---:|---:|---:|"
    echo "| CPU, user and system | $(value drain cpu) s | $floor s | $(ratio "$(value drain cpu)" "$floor") | 2.0 |"
    echo
    echo "| memory of worker and decoders | a page that they share counts once | it counts for each |"
    echo "|---|---:|---:|"
    memory_row "after a fifth of the jobs" first
    memory_row "after all jobs" last
    memory_row "at its peak (goal: 300 MB)" peak
    echo
    echo "| twenty photos | in one style | in six | ratio | goal |"
    echo "|---|---:|---:|---:|---:|"
    echo "| CPU of the decoders | $(value one-style.figures cpu_children) s |" \
        "$(value six-styles.figures cpu_children) s |" \
        "$(ratio "$(value six-styles.figures cpu_children)" "$(value one-style.figures cpu_children)") | 1.3 |"
    describe_machine
} | publish drain Sources Benchmarks/drain.sh Benchmarks/photos.sh Benchmarks/weigh.py
