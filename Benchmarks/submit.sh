#!/usr/bin/env bash
# Whether handing in many photos of many persons costs more a photo than handing in few: submit.sh <folder of the built
# programs> [photos of the small submit] [photos of the large submit]
set -euo pipefail
built=$(cd "$1" && pwd)
small=${2:-1000}
large=${3:-10000}
cd "$(dirname "$0")/.."
. Benchmarks/photos.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Any key: a submit asks nothing of the service, and says what the jobs cost.
export GEMINI_API_KEY=benchmark

echo "making photos" >&2
vips thumbnail demo/photo.jpg "$work/photo.jpg[Q=80]" 400
# fill <folder> <photos>: as many photos, each of a content and a person of its own; what follows the picture's end is no
# part of it.
fill() {
    mkdir "$work/$1"
    for ((n = 1; n <= $2; n++)); do
        { cat "$work/photo.jpg" && printf '%08d' "$n"; } >"$work/$1/person-$n.jpg"
    done
}
fill small "$small"
fill large "$large"

# milliseconds <home> <folder>: the time of one submit.
milliseconds() {
    local start end
    start=$(date +%s%N)
    HEADSHOT_HOME=$work/$1 "$built/headshot" submit --force --person-from-file-name "$work/$2" >"$work/ids" 2>"$work/forecast"
    end=$(date +%s%N)
    echo $(((end - start) / 1000000))
}

# row <name> <photos> <milliseconds> <photos of the first row> <its milliseconds>
row() {
    awk -v name="$1" -v n="$2" -v ms="$3" -v first_n="$4" -v first_ms="$5" 'BEGIN {
        printf "| %s | %.2f s | %.2f ms | %.2f |\n", name, ms / 1000, ms / n, (ms / n) / (first_ms / first_n)
    }'
}

echo "submitting" >&2
few=$(milliseconds home-small small)
many=$(milliseconds home-large large)
again=$(milliseconds home-large large)

{
    echo "# Handing in many photos"
    echo
    echo "Photos of 400 pixels, each of a person of its own, from a folder."
    echo
    echo "| submit | time | a photo | ratio |"
    echo "|---|---:|---:|---:|"
    row "$small photos" "$small" "$few" "$small" "$few"
    row "$large photos" "$large" "$many" "$small" "$few"
    row "the same $large again" "$large" "$again" "$small" "$few"
    describe_machine
} | publish submit Sources Benchmarks/submit.sh
