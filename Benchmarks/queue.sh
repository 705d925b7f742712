#!/usr/bin/env bash
# The queue beside others: queue.sh <folder of the built programs> <folder to measure on>
set -euo pipefail
built=$(cd "$1" && pwd)
where=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
. Benchmarks/results.sh

for tool in python3 cc strace; do
    if ! command -v "$tool" >/dev/null; then
        echo "$tool is missing (Debian: apt-get install python3-venv gcc libsqlite3-dev strace)" >&2
        exit 1
    fi
done
python=Benchmarks/.build/peers/bin/python
if [[ ! -x $python ]]; then
    python3 -m venv Benchmarks/.build/peers
    # The versions that the last results are of. litequeue needs Python 3.12 since 0.11.
    "$python" -m pip install --quiet huey==3.5.4 persist-queue==1.1.0 \
        'litequeue==0.14; python_version >= "3.12"' 'litequeue==0.9; python_version < "3.12"'
fi

work=$(mktemp -d "$where/queue-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
programs=$work/programs
mkdir "$programs"
cp "$(build_program QueueBench)" \
    "$built/headshot" "$built/headshot-decoder" "$programs/"
cc -O2 -o "$programs/floor" Benchmarks/queue/floor.c -lsqlite3
cc -O2 -shared -fPIC -o "$programs/syncs.so" Benchmarks/queue/syncs.c -ldl
PYTHONDONTWRITEBYTECODE=1 "$python" Benchmarks/queue/bench.py "$programs" "$work/queues" "$work/page.md"
publish queue Sources/Ground Sources/Database Sources/JobQueue Sources/HeadshotWorker Sources/HeadshotCLI Benchmarks/queue Benchmarks/Sources/QueueBench Benchmarks/queue.sh \
    <"$work/page.md"
