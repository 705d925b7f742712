#!/usr/bin/env bash
# What a drain of 100 jobs costs the machine: drain.sh <folder of the built programs>
set -euo pipefail
built=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
. Benchmarks/photos.sh

distinct=10
times_each=10
jobs=$((distinct * times_each))
work=$(mktemp -d)
trap 'kill "${emulator_PID:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
export HEADSHOT_HOME=$work/home HEADSHOT_DAILY_CAP=$jobs

echo "making $distinct photos" >&2
for ((n = 1; n <= distinct; n++)); do make_photo "$work/photo-$n.jpg" "$n"; done

echo '{"rules":[{"answer":"instant"}]}' >"$work/scenario.json"
coproc emulator { exec "$built/gemini-emulator" --port 0 --scenario "$work/scenario.json"; }
read -r line <&"${emulator[0]}"
export GOOGLE_GEMINI_BASE_URL=${line#listening on } GEMINI_API_KEY=benchmark

echo "submitting $jobs jobs" >&2
for ((n = 1; n <= times_each; n++)); do
    "$built/headshot" submit "$work"/photo-*.jpg >/dev/null
done

echo "draining" >&2
python3 Benchmarks/weigh.py "$HEADSHOT_HOME/results" \
    "$built/headshot" drain --concurrency 4 --prompts prompts >"$work/drain"

echo "decoding and encoding with vips" >&2
decode_and_encode='for ((n = 0; n < $1; n++)); do
    for photo in "$2"/photo-*.jpg; do vips copy "$photo" "$2/copy.jpg[Q=85,strip]"; done
done'
python3 Benchmarks/weigh.py "$work/none" \
    bash -c "$decode_and_encode" _ "$times_each" "$work" >"$work/vips"

# value <file> <name>
value() { sed -n "s/^$2=//p" "$work/$1"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
memory_row() {
    echo "| $1 | $(value drain "$2") MB | $(ratio "$(value drain "$2")" "$(value drain rss_20)") |"
}

mkdir -p Benchmarks/results
{
    echo "# A drain of $jobs jobs, four at a time"
    echo
    echo "| | drain | \`vips copy\` | ratio |"
    echo "|---|---:|---:|---:|"
    echo "| CPU, user and system | $(value drain cpu) s | $(value vips cpu) s | $(ratio "$(value drain cpu)" "$(value vips cpu)") |"
    echo
    echo "| resident memory | of the drain | beside the 20th job |"
    echo "|---|---:|---:|"
    memory_row "at the 20th job" rss_20
    memory_row "at the 100th job" rss_100
    memory_row "at its peak" rss_peak
    describe_machine
} | tee "$work/table.md"
cp "$work/table.md" Benchmarks/results/drain.md
