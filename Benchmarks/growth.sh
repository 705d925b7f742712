#!/usr/bin/env bash
# What commands cost as the queue grows older: growth.sh <folder of the built programs> <folder to measure on> [number of jobs]…
set -euo pipefail
built=$(cd "$1" && pwd)
where=$(cd "$2" && pwd)
sizes=("${@:3}")
((${#sizes[@]})) || sizes=(1000 100000 1000000)
cd "$(dirname "$0")/.."
. Benchmarks/results.sh
. Benchmarks/photos.sh
. Benchmarks/emulator.sh
. Benchmarks/postgres.sh

for tool in python3 vips; do
    if ! command -v "$tool" >/dev/null; then
        echo "$tool is missing (Debian: apt-get install python3 libvips-tools)" >&2
        exit 1
    fi
done
work=$(mktemp -d "$where/growth.XXXXXX")
stop() {
    kill "${emulator_PID:-}" 2>/dev/null || true
    [[ -d $work/pg/data ]] && stop_postgres "$work/pg"
    rm -rf "$work"
}
trap stop EXIT

make_headshot "$work/headshot.png"
echo "{\"rules\":[{\"answer\":\"instant\",\"picture\":\"$work/headshot.png\"}]}" >"$work/scenario.json"
start_emulator "$built" "$work/scenario.json"
engines=(sqlite)
if find_postgres && command -v psql >/dev/null; then
    mkdir "$work/pg"
    chmod 755 "$work"
    start_postgres "$work/pg"
    engines+=(postgres)
else
    echo "PostgreSQL is not here, so only a queue in a file is measured" >&2
fi
for engine in "${engines[@]}"; do
    PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/growth.py "$engine" "$built/headshot" "$work" demo/photo.jpg "${sizes[@]}"
done >"$work/page.md"
publish growth Sources/Database Sources/JobQueue Sources/Companion Sources/HeadshotCLI Benchmarks/growth.sh Benchmarks/growth.py <"$work/page.md"
