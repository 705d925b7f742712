#!/usr/bin/env bash
# How much the server does, beside nginx and beside the framework with nothing behind it: serve.sh <folder of the built
# programs> [uploads] [rounds of orders] [seconds] [jobs of a long history]. Needs wrk, nginx, curl.
set -euo pipefail
built=$(cd "$1" && pwd)
uploads=${2:-512} rounds=${3:-5} seconds=${4:-10} history=${5:-600000}
cd "$(dirname "$0")/.."
. Benchmarks/photos.sh
for tool in wrk nginx curl; do
    command -v "$tool" >/dev/null || { echo "$tool is missing (Debian: apt-get install wrk nginx-light curl)" >&2; exit 1; }
done

work=$(mktemp -d)
server='' nginx=''
finish() {
    for pid in $server $nginx; do kill "$pid" 2>/dev/null || true; done
    wait
    rm -rf "$work"
}
trap finish EXIT
export HEADSHOT_HOME=$work/home

# A token may be used 100 times a second, and 20 times for persons whom the space has not met, so there are many.
echo "making spaces" >&2
tokens=()
for ((n = 0; n < uploads; n++)); do
    tokens+=("$("$built/headshot" space add "space-$n" --provider local 2>/dev/null)")
done
list=$(printf '"%s",' "${tokens[@]}")
list="[${list%,}]"

"$built/headshot" serve --listen 127.0.0.1:0 --isolation best 2>"$work/log" &
server=$!
# port <words>: the port of the line with these words.
port() {
    until grep -q "$1" "$work/log"; do kill -0 "$server"; sleep 0.05; done
    sed -n "s/.*$1.*:\([0-9]*\)$/\1/p" "$work/log"
}
api=$(port "Apps") admin=$(port "Health and metrics")
step() { python3 Benchmarks/serve.py "$1" "$2"; }

echo "handing photos in" >&2
vips thumbnail demo/photo.jpg "$work/photo.jpg[Q=95]" 1600
# What follows a picture's end is no part of it.
truncate -s 1000000 "$work/photo.jpg"
mkdir -p "$work/put"
cat >"$work/nginx.conf" <<END
daemon off;
worker_processes 1;
pid $work/nginx.pid;
error_log $work/nginx.log;
events {}
http {
    access_log off;
    client_max_body_size 8m;
    client_body_temp_path $work/put/temp;
    server {
        listen 127.0.0.1:$((api + 1));
        root $work/root;
        location /put/ { alias $work/put/; dav_methods PUT; }
    }
}
END
chmod -R o+rwX "$work"
mkdir -p "$work/root"
nginx -c "$work/nginx.conf" 2>/dev/null &
nginx=$!
until curl -s "http://127.0.0.1:$((api + 1))/" >/dev/null; do kill -0 "$nginx"; sleep 0.05; done

made=$(step photos "{\"port\": $api, \"tokens\": $list, \"photo\": \"$work/photo.jpg\", \"count\": $uploads}")
put=$(step puts "{\"port\": $((api + 1)), \"photo\": \"$work/photo.jpg\", \"count\": $uploads}")

echo "ordering" >&2
ids=$(python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)[1]))' <<<"$made")
ordered=$(step orders "{\"port\": $api, \"tokens\": $list, \"made\": $ids, \"rounds\": $rounds}")

echo "polling" >&2
first=${tokens[0]}
job=$(curl -s -H "authorization: Bearer $first" "http://127.0.0.1:$api/v1/jobs?limit=1" | sed 's/.*"id":"\([^"]*\)".*/\1/')
curl -s -H "authorization: Bearer $first" "http://127.0.0.1:$api/v1/jobs/$job" >"$work/root/job.json"
ln -s job.json "$work/root/jobs"
chmod -R o+rX "$work"
# Each space asks for a job of its own.
for token in "${tokens[@]}"; do
    name=$(curl -s -H "authorization: Bearer $token" "http://127.0.0.1:$api/v1/jobs?limit=1" | sed -n 's/.*"id":"\([^"]*\)".*/\1/p')
    [[ -z $name ]] || echo "$token $name"
done >"$work/asks"
cat >"$work/poll.lua" <<END
local asks = {}
for line in io.lines("$work/asks") do
    local token, job = line:match("(%S+) (%S+)")
    asks[#asks + 1] = wrk.format("GET", "/v1/jobs/" .. job, {host = "localhost", authorization = "Bearer " .. token})
end
local turn = 0
request = function()
    turn = turn % #asks + 1
    return asks[turn]
end
END
# rate <port> <path> [script]: answers a second that were 2xx.
rate() {
    wrk -t 1 -c 32 -d "$seconds" ${3:+-s "$3"} "http://127.0.0.1:$1$2" >"$work/wrk"
    awk '/requests in/ { all = $1; time = $4 } /Non-2xx/ { bad = $NF } END { sub(/s.*/, "", time); print (all - bad) / time }' "$work/wrk"
}
polls=$(rate "$api" / "$work/poll.lua")
bare=$(rate "$admin" /healthz)
file=$(rate "$((api + 1))" /job.json)
resident=$(awk '/VmRSS/ { print $2 / 1024 }' "/proc/$server/status")

echo "slow lines" >&2
slow=$(step slow "{\"port\": $api, \"admin\": $admin, \"pid\": $server, \"tokens\": $list, \"seconds\": $seconds}")

echo "a long history" >&2
photo=$(python3 -c 'import json, sys; print(json.load(sys.stdin)[0][1])' <<<"$ids")
one=$(curl -s -H "authorization: Bearer $first" "http://127.0.0.1:$api/v1/jobs?limit=1&state=waiting" | sed 's/.*"id":"\([^"]*\)".*/\1/')
curl -s -o /dev/null -H "authorization: Bearer $first" -X POST "http://127.0.0.1:$api/v1/jobs/$one/cancel"
python3 - "$HEADSHOT_HOME/queue.sqlite" <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    db.execute("UPDATE job SET state = 'failed', reason = 'noImage' WHERE state = 'cancelled'")
END
step fill "{\"queue\": \"$HEADSHOT_HOME/queue.sqlite\", \"state\": \"failed\", \"count\": $history}" >/dev/null
lists=$(step lists "{\"port\": $api, \"token\": \"$first\", \"person\": \"p0\"}")
curl -s "http://127.0.0.1:$admin/metrics" >/dev/null
scrape=$(curl -s -o /dev/null -w '%{time_total}' "http://127.0.0.1:$admin/metrics")

echo "stopping" >&2
stopped=$(step stop "{\"port\": $api, \"pid\": $server, \"tokens\": $list, \"job\": \"$job\"}")
server=''

python3 - "$made" "$put" "$ordered" "$polls" "$bare" "$file" "$resident" "$slow" "$lists" "$scrape" "$stopped" "$history" <<'END' |
import json, sys
made, put, ordered, polls, bare, file, resident, slow, lists, scrape, stopped, history = [json.loads(text) for text in sys.argv[1:]]
times = sorted(ordered[1])
print(f"""# The server

Spaces of their own for the limit of 20 requests a second; wrk with 32 connections, uploads with 8 clients, orders with 100.

| | a second | beside it | ratio |
|---|---:|---|---:|
| polls of a job | {polls:.0f} | nginx with the same bytes as a file: {file:.0f} | {polls / file:.2f} |
| | | Hummingbird with nothing behind it (`/healthz`): {bare:.0f} | {polls / bare:.2f} |
| uploads of 1 MB, each looked at | {made[0]:.1f} | nginx writing the same bytes to a file: {put:.1f} | {made[0] / put:.3f} |

| | figure | goal |
|---|---:|---:|
| an order, with 100 clients: median | {times[len(times) // 2]:.1f} ms | |
| the same: 99 of 100 | {times[int(len(times) * 0.99)]:.1f} ms | |
| orders a second | {ordered[0]:.0f} | |
| memory after all of this | {resident:.0f} MB | |
| memory with 64 uploads at 10 KB a second | {slow[0]:.0f} MB | 150 MB |
| the slowest `/readyz` meanwhile | {slow[1]:.1f} ms | 100 ms |
| a list at {history:,} jobs: all of a space | {lists["all"]:.1f} ms | 50 ms |
| the same: one state | {lists["one state"]:.1f} ms | 50 ms |
| the same: one person | {lists["one person"]:.1f} ms | 50 ms |
| `/metrics` at {history:,} jobs, from memory | {scrape * 1000:.1f} ms | 20 ms |
| a stop with 64 streams open | {stopped:.2f} s | 2 s |
""".rstrip())
END
    { cat; describe_machine; } | publish serve Sources Benchmarks/serve.sh Benchmarks/serve.py Benchmarks/history.py
