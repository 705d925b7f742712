#!/usr/bin/env bash
# How long the pages take, and what many people at once and a long history cost: site.sh <folder of the built programs> [people
# with advice] [open pages] [jobs of a long history]. Needs no network and no key.
set -euo pipefail
built=$(cd "$1" && pwd)
people=${2:-20} open=${3:-1000} history=${4:-600000}
cd "$(dirname "$0")/.."
. Benchmarks/photos.sh
. Benchmarks/server.sh

"$built/headshot" space add acme --provider local >/dev/null 2>&1
"$built/headshot" space set acme --limit frames=1000000 --limit space-frames=1000000 --limit free-jobs=1000000 \
    --limit space-free-jobs=1000000 >/dev/null
{
    echo id,name
    for n in $(seq "$((1 + people + 20))"); do echo "p$n,Person $n"; done
} >"$work/team.csv"
"$built/headshot" invite add "$work/team.csv" --space acme --csv >"$work/links.csv"
operator=$("$built/headshot" space token 2>/dev/null)

start_server --site
vips thumbnail demo/photo.jpg "$work/frame.jpg[Q=85]" 512

table=$(timeout 1800 python3 Benchmarks/site.py "{\"port\": $api, \"admin\": $admin, \"server\": $server, \"built\": \"$built\",
    \"links\": \"$work/links.csv\", \"photo\": \"demo/photo.jpg\", \"frame\": \"$work/frame.jpg\",
    \"people\": $people, \"open\": $open, \"history\": $history, \"operator\": \"$operator\",
    \"queue\": \"$HEADSHOT_HOME/queue.sqlite\"}")
{
    printf '# The site\n\nThe goals: the first byte of a page 50 ms after that of /healthz, 60 kB a page without pictures; advice for %s people at p95 in ' "$people"
    printf '1.5 s, while jobs go on; %s open progress pages; 150 kB a page of the desk, the list of jobs in 50 ms at %s jobs.\n\n%s\n\n' "$open" "$history" "$table"
    describe_machine
} | publish site Sources Benchmarks/server.sh Benchmarks/site.sh Benchmarks/site.py Benchmarks/history.py
