#!/usr/bin/env bash
# The figures of the look at a photo's face: analyze.sh time|judge <folder of photos>. MODELS=none leaves the nets out.
set -euo pipefail
command=$1
folder=$(cd "${2:?a folder of photos is needed: make … DIR=photos}" && pwd)
cd "$(dirname "$0")/.."
. Benchmarks/results.sh

page=$(mktemp)
trap 'rm -f "$page"' EXIT
"$(build_program AnalyzeFigures)" \
    "$command" "$folder" "${MODELS:-models}" >"$page"
# Each photo by its name is for whoever has the photos; the page has what is known of all of them.
sed '/^$/q' "$page" >&2
case $command in
time) title="What a look at a photo's face costs" ;;
judge) title="What is seen in photos with marks" ;;
esac
{
    echo "# $title"
    echo
    echo "The photos are not part of the project: $(grep -c . <(sed '/^$/q' "$page")) lines on single photos are left out."
    echo
    echo '```text'
    sed '1,/^$/d' "$page"
    echo '```'
    echo
    echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, load" \
        "$(cut -d' ' -f1 /proc/loadavg); $(date -u +%F)."
} | publish "analyze-$command" Sources/Ground Sources/FaceFacts Sources/FaceMeasuring Sources/CFaceAnalysis Sources/CNets Sources/Nets Sources/Imaging Benchmarks/Sources/AnalyzeFigures
