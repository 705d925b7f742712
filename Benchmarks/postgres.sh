# Starts a PostgreSQL server. Sourced by the benchmarks, which stop it in the end with stop_postgres.

# Before the programs, where this user may not run them.
as=()

# find_postgres: names the folder of its programs, if they are there.
find_postgres() {
    pg=$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
    [[ -x ${pg:-/usr/lib/postgresql}/initdb ]]
}

# start_postgres <folder>: a server whose data and socket are in a folder, as it comes, with the syncs of commits, but for
# checkpoints: one in the midst of a run would be one contender's alone.
start_postgres() {
    chmod 755 "$1"
    # PostgreSQL refuses to run as root.
    as=()
    if ((EUID == 0)); then
        chown postgres "$1"
        as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
    fi
    "${as[@]}" "$pg/initdb" -D "$1/data" -U postgres --auth=trust --no-sync --locale=C -E UTF8 >/dev/null
    "${as[@]}" "$pg/pg_ctl" -D "$1/data" -l "$1/log" -w start -o "-c listen_addresses= \
        -c unix_socket_directories=$1 -c max_connections=60 -c checkpoint_timeout=1h -c max_wal_size=20GB \
        -c shared_preload_libraries=pg_stat_statements -c pg_stat_statements.track=none" >/dev/null </dev/null
}

# stop_postgres <folder>: at once.
stop_postgres() { "${as[@]}" "$pg/pg_ctl" -D "$1/data" -m immediate stop >/dev/null 2>&1 || true; }
