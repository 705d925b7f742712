#!/usr/bin/env bash
# Whether a worker's memory grows over 1,000 mixed photos, and what its decoders take: memory.sh <folder of the
# built programs> [how often each photo is submitted in each of the six styles]
set -euo pipefail
built=$(cd "$1" && pwd)
times_each=${2:-16}
cd "$(dirname "$0")/.."
. Benchmarks/photos.sh
. Benchmarks/emulator.sh

work=$(mktemp -d)
trap 'kill "${emulator_PID:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/jpeg" "$work/mixed"

# save <result> <scale>: the first photo at another size, in another form.
save() { vips resize "$work/jpeg/usual.jpg" "$1" "$2"; }

echo "making photos" >&2
make_photos 1 "$work"
mv "$work/photo-1.jpg" "$work/jpeg/usual.jpg"
save "$work/jpeg/largest.jpg[Q=80]" 1.054
save "$work/jpeg/progressive.jpg[Q=85,interlace]" 1
save "$work/jpeg/full-colour.jpg[Q=80,subsample_mode=off]" 1
save "$work/jpeg/display-p3.jpg[Q=85,profile=p3]" 1
save "$work/jpeg/small.jpg[Q=85]" 0.5
# An orientation tag of 6: it lies on its side.
{
    head -c 2 "$work/jpeg/usual.jpg"
    printf '\xff\xe1\x00\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0'
    tail -c +3 "$work/jpeg/usual.jpg"
} >"$work/jpeg/on-its-side.jpg"
save "$work/mixed/photo.png" 0.4
save "$work/mixed/photo.webp[Q=85]" 0.7
save "$work/mixed/photo.heic[Q=70]" 0.5 2>/dev/null || echo "left out: HEIC, for want of an encoder" >&2
head -c "$(($(wc -c <"$work/jpeg/usual.jpg") / 2))" "$work/jpeg/usual.jpg" >"$work/mixed/damaged.jpg"

make_headshot "$work/headshot.png"
echo "{\"rules\":[{\"answer\":\"instant\",\"picture\":\"$work/headshot.png\"}]}" >"$work/scenario.json"
start_emulator "$built" "$work/scenario.json"
export HEADSHOT_DAILY_CAP=100000

# drain <name> <times> <first> <last> <photo>…: submits photos in all styles so many times, and drains.
drain() {
    local name=$1 times=$2 first=$3 last=$4
    shift 4
    export HEADSHOT_HOME=$work/$name
    for ((n = 1; n <= times; n++)); do
        # It ends with 65 for the damaged photo where its header tells.
        "$built/headshot" submit --all-styles --force --again "$@" >/dev/null
    done
    python3 Benchmarks/memory.py "$HEADSHOT_HOME/results" "$first" "$last" \
        "$built/headshot" drain --concurrency 4 --prompts prompts >"$work/$name.figures"
}

# value <drain> <name>
value() { sed -n "s/^$2=//p" "$work/$1.figures"; }

photos=("$work"/jpeg/* "$work"/mixed/*)
jobs=$((${#photos[@]} * times_each * 6))
# The damaged photo makes no headshots.
ends=$((jobs - times_each * 6))
echo "draining JPEGs" >&2
drain jpegs 1 10 30 "$work"/jpeg/*
echo "draining $jobs mixed jobs" >&2
drain mixed "$times_each" $((ends / 10)) $((ends - 10)) "${photos[@]}"

{
    echo "# The memory of a worker over $jobs mixed photos, four at a time"
    echo
    echo "| | resident memory | ratio |"
    echo "|---|---:|---:|"
    echo "| worker, after a tenth of the jobs | $(value mixed worker_first) MB | 1.00 |"
    echo "| worker, at the end | $(value mixed worker_last) MB |" \
        "$(awk -v a="$(value mixed worker_last)" -v b="$(value mixed worker_first)" 'BEGIN { printf "%.2f", a / b }') |"
    echo "| worker, at its peak | $(value mixed worker_most) MB | |"
    echo "| largest decoder, of JPEGs alone | $(value jpegs decoder_most) MB | |"
    echo "| largest decoder, of all formats | $(value mixed decoder_most) MB | |"
    describe_machine
} | publish memory Sources Benchmarks/memory.sh Benchmarks/photos.sh Benchmarks/memory.py
