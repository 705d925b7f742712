#!/usr/bin/env bash
# Has the package standardwebhooks check the deliveries of a server: an optional check, needs the network once.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=.build/webhooks-venv
if [[ ! -x $venv/bin/python ]]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet standardwebhooks==1.1.0
fi
env -u http_proxy -u HTTP_PROXY "$venv/bin/python" scripts/check-webhooks.py .build/debug/headshot demo/photo.jpg
