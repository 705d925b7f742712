#!/usr/bin/env bash
# Points the official Python SDKs of both services at the emulator: an optional check for developers, needs the network
# once.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=${SDK_VENV:-.build/sdk-venv}
if ! "$venv/bin/python" -c 'import google.genai, openai, PIL' 2>/dev/null; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet google-genai openai pillow
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
url=$(sed 's/listening on //' "$listening")
for check in check-emulator-with-sdk.py check-emulator-with-openai-sdk.py; do
    curl -s --noproxy '*' -X PUT -d '{"rules":[]}' "$url/control/scenario"
    env -u http_proxy -u HTTP_PROXY PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" "scripts/$check" "$url"
done
