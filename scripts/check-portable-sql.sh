#!/usr/bin/env bash
# Checks that PostgreSQL accepts the queue's statements too: starts a server in a temporary folder, creates the same
# tables, and prepares every statement that JobQueueTests run. HEADSHOT_STATEMENTS names a file that a run of the tests has
# written; without it, they run here.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "check-portable-sql: $*" >&2; }

bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -1)
for program in "$bin/initdb" "$bin/pg_ctl" /usr/bin/psql "$(command -v python3 || echo python3)"; do
    if [[ ! -x $program ]]; then
        say "$program is missing; please run: make setup-postgres"
        exit 1
    fi
done

work=$(mktemp -d /tmp/headshot-sql.XXXXXX)
as_server=()
if [[ $(id -u) -eq 0 ]]; then
    # PostgreSQL refuses to run as root.
    chown postgres "$work"
    as_server=(runuser -u postgres --)
fi
stop() {
    (cd / && "${as_server[@]}" "$bin/pg_ctl" --pgdata "$work/data" --mode immediate stop) >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap stop EXIT

(
    cd /
    "${as_server[@]}" "$bin/initdb" --pgdata "$work/data" --username postgres --auth trust --no-sync
    "${as_server[@]}" "$bin/pg_ctl" --pgdata "$work/data" --log "$work/log" --wait \
        --options "-k $work -c listen_addresses='' -c fsync=off" start
) >"$work.out" 2>&1 || { cat "$work.out" >&2; rm -f "$work.out"; exit 1; }
rm -f "$work.out"

if [[ -z ${HEADSHOT_STATEMENTS:-} ]]; then
    export HEADSHOT_STATEMENTS=$work.statements
    : >"$HEADSHOT_STATEMENTS"
    trap 'stop; rm -f "$work.statements" "$work.log"' EXIT
    "${SWIFT:-swift}" test "$@" --filter '^JobQueueTests' >"$work.log" 2>&1 || { tail -50 "$work.log" >&2; exit 1; }
fi
python3 scripts/check-portable-sql.py "$work" "$HEADSHOT_STATEMENTS"
