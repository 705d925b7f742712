#!/usr/bin/env bash
# The queue on PostgreSQL beside bare statements: queue-pg.sh <folder of the built programs> <folder to measure on> [jobs] [rounds]
set -euo pipefail
built=$(cd "$1" && pwd)
where=$(cd "$2" && pwd)
jobs=${3:-5000}
rounds=${4:-5}
cd "$(dirname "$0")/.."
. Benchmarks/results.sh

pg=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
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
chmod 755 "$work"
# PostgreSQL refuses to run as root.
as=()
if ((EUID == 0)); then
    chown postgres "$work"
    as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi
stop() {
    "${as[@]}" "$pg/pg_ctl" -D "$work/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap stop EXIT
"${as[@]}" "$pg/initdb" -D "$work/data" -U postgres --auth=trust --no-sync --locale=C -E UTF8 >/dev/null
# As it comes, with the syncs of commits, but for checkpoints: one in the midst of a run would be one contender's alone.
"${as[@]}" "$pg/pg_ctl" -D "$work/data" -l "$work/log" -w start -o "-c listen_addresses= \
    -c unix_socket_directories=$work -c max_connections=60 -c checkpoint_timeout=1h -c max_wal_size=20GB" >/dev/null </dev/null
cc -O2 -o "$work/floor_pg" $(pkg-config --cflags libpq) Benchmarks/queue/floor_pg.c -lpq
cp "$QUEUE_BENCH" "$built/headshot" "$built/headshot-decoder" "$work/"
PYTHONDONTWRITEBYTECODE=1 python3 Benchmarks/queue/server_bench.py "$work" "$work/page.md" "$jobs" "$rounds"
publish queue-pg Sources/Ground Sources/Database Sources/JobQueue Sources/HeadshotWorker Benchmarks/queue Benchmarks/Sources/QueueBench Benchmarks/queue-pg.sh <"$work/page.md"
