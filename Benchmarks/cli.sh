#!/usr/bin/env bash
# How long a person waits for the command line: cli.sh <folder of the built programs> [runs]
set -euo pipefail
built=$(cd "$1" && pwd)
runs=${2:-20}
cd "$(dirname "$0")/.."
. Benchmarks/photos.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HEADSHOT_HOME=$work/home

make_photos 1 "$work"
mv "$work/photo-1.jpg" "$work/photo.jpg"
# Each run hands in bytes that are new to the photo store; what follows the picture's end is no part of it.
for ((n = 1; n <= runs; n++)); do
    { cat "$work/photo.jpg" && printf '%08d' "$n"; } >"$work/photo-$n.jpg"
done
"$built/headshot" submit --force "$work/photo.jpg" >/dev/null

{
    echo "# The command line"
    echo
    python3 Benchmarks/compare.py "$runs" \
        "\`vipsheader\`=vipsheader $work/photo-{n}.jpg" \
        "\`headshot --help\`=$built/headshot --help" \
        "\`headshot submit --force\`=$built/headshot submit --force $work/photo-{n}.jpg" \
        "\`headshot analyze\`, the demo's person=$built/headshot analyze demo/photo.jpg"
    describe_machine
} | publish cli Sources demo/photo.jpg Benchmarks/cli.sh Benchmarks/photos.sh Benchmarks/compare.py
