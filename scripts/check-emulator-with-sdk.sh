#!/usr/bin/env bash
# Points the provider's official Python SDK at the emulator: an optional check for developers, needs the network once.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=${SDK_VENV:-.build/sdk-venv}
if [[ ! -x $venv/bin/python ]]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet google-genai pillow
fi
swift build --product gemini-emulator

listening=$(mktemp)
.build/debug/gemini-emulator --port 0 >"$listening" &
emulator=$!
trap 'kill "$emulator"; rm -f "$listening"' EXIT
until grep -q listening "$listening"; do
    kill -0 "$emulator"
    sleep 0.1
done
env -u http_proxy -u HTTP_PROXY "$venv/bin/python" scripts/check-emulator-with-sdk.py "$(sed 's/listening on //' "$listening")"
