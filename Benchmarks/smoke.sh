#!/usr/bin/env bash
# Whether the benchmarks still run: smoke.sh <folder of the programs, built for release>
# Those of the command line do what they always do, with the fewest and with small photos, and their pages are
# thrown away. The programs of this folder's package, which takes minutes to build, are checked without building it.
set -euo pipefail
built=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
command -v vips >/dev/null || scripts/install-packages.sh bench-smoke libvips-tools

RESULTS=$(mktemp -d)
# Photos of less than a megapixel.
export RESULTS SCALE=0.7 PYTHONPYCACHEPREFIX=$RESULTS/python
trap 'rm -rf "$RESULTS"' EXIT
fail() { echo "smoke: $*" >&2 && exit 1; }

for script in Benchmarks/*.sh; do bash -n "$script"; done
python3 -m py_compile Benchmarks/*.py Benchmarks/*/*.py
python3 -B Benchmarks/dependencies.py
# Flags of one library a word.
# shellcheck disable=SC2046
clang -fsyntax-only $(pkg-config --cflags libpq) Benchmarks/*/*.c

# Each program is checked against the modules that were built for the release.
flags=(-swift-version 6 -I "$built/Modules" -package-name
    "$(sed -n 's/.*"-module-name","Validation",.*"-package-name","\([^"]*\)".*/\1/p' .build/release.yaml | head -n 1)")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault; do
    flags+=(-enable-upcoming-feature "$feature")
done
for flag in $(pkg-config --cflags vips libcurl libzip libpq); do flags+=(-Xcc "$flag"); done
for map in Sources/*/module.modulemap .build/checkouts/*/Sources/GRDBSQLite/module.modulemap "$built"/C*.build/module.modulemap; do
    flags+=(-Xcc "-fmodule-map-file=$map")
done
for program in Benchmarks/Sources/*/; do
    if [[ -L ${program%/} ]]; then continue; fi
    echo "checking $program" >&2
    swiftc -typecheck -warnings-as-errors -parse-as-library -module-name "$(basename "$program")" "${flags[@]}" "$program"*.swift
done

# run <name> <argument>…: a benchmark; each figure of its page has to be there.
run() {
    echo "running $1" >&2
    "Benchmarks/$1.sh" "$built" "${@:2}" >"$RESULTS/log" 2>&1 || { cat "$RESULTS/log" >&2 && fail "$1 failed"; }
    if grep -E '\|  (MB|s)|\|  \|' "$RESULTS/$1.md" >&2; then fail "$1 lacks figures"; fi
}
run cli 1
run submit 2 4
run drain 4
run worker 8
# A photo that is handed in again is what the page is of.
run memory 2
run routes 3 3 3
