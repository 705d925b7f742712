#!/usr/bin/env bash
# How long each route of the server takes, beside the framework with nothing behind it: routes.sh <folder of the built
# programs> [requests a route] [people] [moments of each]. Needs no network and no key.
set -euo pipefail
built=$(cd "$1" && pwd)
rounds=${2:-200} people=${3:-50} moments=${4:-60}
cd "$(dirname "$0")/.."
. Benchmarks/photos.sh
. Benchmarks/server.sh

# A token may be used 100 times a second and a person has limits a day, so each space has several tokens and no small limits.
spaces=''
for preset in headshots glowup great routine; do
    "$built/headshot" space add "$preset" --preset "$preset" --provider local >/dev/null 2>&1
    "$built/headshot" space set "$preset" --new-persons 1000000 \
        --limit uploads=1000000 --limit space-uploads=1000000 --limit frames=1000000 --limit space-frames=1000000 \
        --limit free-jobs=1000000 --limit space-free-jobs=1000000 --limit moments=1000000 \
        --limit orders=1000000 --limit space-orders=1000000 \
        --limit space-moments=1000000 --limit storage-mb=1000000 >/dev/null
    tokens=''
    for _ in {1..12}; do
        token=$("$built/headshot" space token "$preset" --scope submit --scope read --scope operate 2>/dev/null)
        tokens+="\"$token\","
    done
    spaces+="\"$preset\":[${tokens%,}],"
done

start_server
vips thumbnail demo/photo.jpg "$work/photo.jpg[Q=90]" 1024

table=$(timeout 1800 python3 Benchmarks/routes.py "{\"port\": $api, \"admin\": $admin, \"tokens\": {${spaces%,}},
    \"photo\": \"$work/photo.jpg\", \"people\": $people, \"moments\": $moments, \"rounds\": $rounds,
    \"document\": \"Sources/HeadshotServer/Resources/openapi.json\"}")
{
    printf '# The routes\n\n%s people with %s moments each, spaces of four presets, one request at a time. ' "$people" "$moments"
    printf 'The goal is 100 ms at p99.\n\n%s\n\n' "$table"
    describe_machine
} | publish routes Sources Benchmarks/server.sh Benchmarks/routes.sh Benchmarks/routes.py
