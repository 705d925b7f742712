#!/usr/bin/env bash
# The queue on PostgreSQL beside bare statements: queue-pg.sh <folder of the built programs> <folder to measure on> [jobs] [rounds]
set -euo pipefail
built=$(cd "$1" && pwd)
where=$(cd "$2" && pwd)
jobs=${3:-5000}
rounds=${4:-5}
cd "$(dirname "$0")/.."
. Benchmarks/results.sh
. Benchmarks/postgres.sh

find_postgres || true
for tool in python3 cc pkg-config psql "${pg:-/usr/lib/postgresql}/initdb"; do
    if ! command -v "$tool" >/dev/null; then
        echo "$tool is missing (Debian: apt-get install python3 gcc pkg-config libpq-dev postgresql)" >&2
        exit 1
    fi
done

# QUEUE_BENCH names a driver that is built already.
if [[ -z ${QUEUE_BENCH:-} ]]; then
    QUEUE_BENCH=$(build_program QueueBench)
fi
work=$(mktemp -d "$where/pg-bench.XXXXXX")
stop() {
    stop_postgres "$work/pg"
    rm -rf "$work"
}
trap stop EXIT
# A folder of its own: headshot runs in none that belongs to the server's user.
chmod 755 "$work"
mkdir "$work/pg"
start_postgres "$work/pg"
cc -O2 -o "$work/floor_pg" $(pkg-config --cflags libpq) Benchmarks/queue/floor_pg.c -lpq
cp "$QUEUE_BENCH" "$built/headshot" "$built/headshot-decoder" "$work/"
PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/queue/server_bench.py "$work" "$work/page.md" "$jobs" "$rounds"
publish queue-pg Sources/Ground Sources/Database Sources/JobQueue Sources/HeadshotWorker Benchmarks/queue Benchmarks/Sources/QueueBench Benchmarks/queue-pg.sh Benchmarks/postgres.sh <"$work/page.md"
