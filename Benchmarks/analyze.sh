#!/usr/bin/env bash
# The figures of the look at a photo's face: analyze.sh time|judge <folder of photos>
set -euo pipefail
command=$1
folder=$(cd "${2:?a folder of photos is needed: make … DIR=photos}" && pwd)
cd "$(dirname "$0")/.."

swift build --package-path Benchmarks/analyze --configuration release >&2
"$(swift build --package-path Benchmarks/analyze --configuration release --show-bin-path)/AnalyzeFigures" \
    "$command" "$folder"
