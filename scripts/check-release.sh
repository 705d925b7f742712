#!/usr/bin/env bash
# Checks that a release build contains no crash points: check-release.sh <program>
set -euo pipefail
cd "$(dirname "$0")/.."

points=$(sed -n 's/^ *case //p' Sources/CrashPoints/CrashPoint.swift | tr -d ' ' | paste -sd, | tr ',' '|')
if grep -qaE "HEADSHOT_CRASH_POINT|$points" "$1"; then
    echo "$1 can be made to kill itself at a crash point; it is not a release." >&2
    exit 1
fi
