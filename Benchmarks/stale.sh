#!/usr/bin/env bash
# Lists the pages of results whose sources have changed since they were measured; ends with 1 if there are any.
set -euo pipefail
cd "$(dirname "$0")/.."

stale=0
tell() { echo "$1: $2" && stale=1; }
for page in Benchmarks/results/*.md; do
    name=$(basename "$page" .md)
    line=$(sed -n 's/^Measured at commit \(.*\)\. Depends on \(.*\)\.$/\1|\2/p' "$page" | tail -n 1)
    commit=${line%%|*}
    read -ra sources <<<"${line#*|}"
    if [[ -z $line ]]; then
        tell "$name" "it does not say at which commit it was measured"
    elif [[ ! $commit =~ ^[0-9a-f]{12}$ ]]; then
        tell "$name" "measured at commit $commit"
    elif ! git cat-file -e "$commit^{commit}" 2>/dev/null; then
        tell "$name" "measured at commit $commit, which is not in this clone"
    elif changed=$(git diff --name-only "$commit" -- "${sources[@]}") && [[ -n $changed ]]; then
        tell "$name" "$(wc -l <<<"$changed") files have changed since $commit, the first is $(head -n 1 <<<"$changed")"
    fi
done
[[ $stale == 1 ]] || echo "All results are of these sources."
exit $stale
