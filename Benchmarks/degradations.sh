#!/usr/bin/env bash
# How measures and rules answer to photos that are made worse step by step: degradations.sh [<folder of photos>]
# Only the drawn photos, which come with the project, make a page of results.
set -euo pipefail
folder=${1:+$(cd "$1" && pwd)}
cd "$(dirname "$0")/.."
. Benchmarks/results.sh

models=${MODELS:-models}
if [[ $models != none && ! -d $models ]]; then
    echo "the models are missing: run 'make setup-models', or set MODELS=none" >&2
    exit 1
fi
swift build -c release --product EvalDegradations >&2
program=$(swift build -c release --show-bin-path)/EvalDegradations
if [[ -n $folder ]]; then
    exec "$program" "$models" "$folder"
fi
{
    echo "# What is said of photos that are made worse"
    echo
    echo "The demo's person in 20 variations, each made worse in every way and in five steps, after the manner of the test" \
        "generator of ISO/IEC 29794-5."
    echo
    "$program" "$models"
    echo
    echo "$(date -u +%F)."
} | publish degradations Sources/Ground Sources/FaceFacts Sources/FaceMeasuring Sources/CFaceAnalysis Sources/CNets Sources/Nets Tests/EvalDegradations Tests/TestSupport/DrawnFace.swift Tests/TestSupport/DrawnFaceVersions.swift
