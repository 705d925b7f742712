#!/usr/bin/env bash
# What it costs that photos are decoded in a process of their own, beside doing it in the worker: isolation.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. Benchmarks/photos.sh

program=$(build_program DecodePhotos)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp demo/photo.jpg "$work/small.jpg"
vips copy demo/photo.jpg "$work/small.png"
make_photos 1 "$work"
mv "$work/photo-1.jpg" "$work/large.jpg"
vips copy "$work/large.jpg" "$work/large.webp[Q=85]"
vips copy "$work/large.jpg" "$work/large.heic[Q=60]" 2>/dev/null || rm -f "$work/large.heic"

{
    echo "# A photo judged, looked at and prepared: in the worker, and in a fenced process"
    echo
    echo "CPU, means of 15 rounds in turn; all processes are counted. The last column is what the clock shows more."
    echo
    echo "| photo | in the worker | in a process of its own | ratio | more | elapsed |"
    echo "|---|---:|---:|---:|---:|---:|"
    "$program" "$work"/*
    describe_machine
} | publish isolation Sources/Ground Sources/HeadshotWorker/Decoding Sources/Decoding Sources/Decoder Sources/FaceMeasuring Sources/Isolation Sources/CIsolation Sources/Imaging Sources/Validation \
    Benchmarks/Sources/DecodePhotos Benchmarks/isolation.sh Benchmarks/photos.sh
