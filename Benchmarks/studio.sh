#!/usr/bin/env bash
# The figures of cutting people out: studio.sh time | studio.sh judge <folder of photos> [<folder for headshots>]
set -euo pipefail
command=$1
if [[ $command == judge ]]; then
    folder=$(cd "${2:?a folder of photos is needed: make eval-studio DIR=photos}" && pwd)
    out=${3:+$(mkdir -p "$3" && cd "$3" && pwd)}
fi
cd "$(dirname "$0")/.."
. Benchmarks/photos.sh

if [[ ! -d models ]]; then
    echo "the models are missing: run 'make setup-models'" >&2
    exit 1
fi
program=$(build_program StudioFigures)
case $command in
judge)
    "$program" judge models "$folder" ${out:+"$out"}
    ;;
time)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    make_photos 1 "$work"
    {
        echo "# What a headshot from the studio costs"
        echo
        echo "The CPU of each step from a photo of 12 megapixels to a headshot: medians of 9 rounds."
        echo
        "$program" time models "$work/photo-1.jpg"
        describe_machine
    } | publish studio Sources/Ground Sources/Studio Sources/Nets Sources/CNets Sources/Imaging/Making \
        Benchmarks/Sources/StudioFigures Benchmarks/studio.sh Benchmarks/photos.sh
    ;;
esac
