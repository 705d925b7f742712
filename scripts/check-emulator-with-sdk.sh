#!/usr/bin/env bash
# Points the official Python SDKs of both services at the emulator: an optional check for developers, needs the network
# once.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=${SDK_VENV:-.build/sdk-venv}
if [[ ! -x $venv/bin/python ]]; then
    python3 -m venv "$venv"
fi
"$venv/bin/pip" install --quiet google-genai openai pillow
swift build --product gemini-emulator

listening=$(mktemp)
.build/debug/gemini-emulator --port 0 >"$listening" &
emulator=$!
trap 'kill "$emulator"; rm -f "$listening"' EXIT
until grep -q listening "$listening"; do
    kill -0 "$emulator"
    sleep 0.1
done
for check in scripts/check-emulator-with-sdk.py scripts/check-emulator-with-openai-sdk.py; do
    curl -s -X PUT -d '{"rules":[]}' "$(sed 's/listening on //' "$listening")/control/scenario"
    env -u http_proxy -u HTTP_PROXY "$venv/bin/python" $check "$(sed 's/listening on //' "$listening")"
done
