#!/usr/bin/env bash
# Makes one headshot, from submit to file: demo.sh <folder of the built programs> <photo>
#
# With GEMINI_API_KEY or GOOGLE_API_KEY set the real service is asked, and paid. Without, the bundled
# emulator answers on a free port of this machine.
set -euo pipefail
built=$(cd "$1" && pwd)
photo=$2
cd "$(dirname "$0")/.."

headshot() { "$built/headshot" "$@"; }

if [[ ! -r $photo ]]; then
    echo "demo: there is no photo at $photo" >&2
    exit 66
fi

HEADSHOT_HOME=$(mktemp -d "${TMPDIR:-/tmp}/headshot-demo-XXXXXX")
export HEADSHOT_HOME
echo "Everything of this demo is in $HEADSHOT_HOME"

if [[ -n ${GEMINI_API_KEY:-}${GOOGLE_API_KEY:-} ]]; then
    echo "A key is set: the real service makes this headshot, and charges for it."
else
    # A coprocess, because its first line says which port it took.
    coproc emulator { exec "$built/gemini-emulator" --port 0; }
    trap 'kill "$emulator_PID" 2>/dev/null || true' EXIT
    read -r line <&"${emulator[0]}"
    export GOOGLE_GEMINI_BASE_URL=${line#listening on }
    export GEMINI_API_KEY=demo
    echo "No key is set: the bundled emulator answers at $GOOGLE_GEMINI_BASE_URL, in place of the real service."
    echo "Its headshot is a stand-in, made from your photo; nothing leaves this machine and nothing is paid."
    emulated=yes
fi

echo
echo "\$ headshot submit $photo"
id=$(headshot submit "$photo" --json | sed -n 's/.*"id" *: *"\([^"]*\)".*/\1/p' | head -n 1)
echo "job $id"
echo
echo "\$ headshot drain"
headshot drain --prompts prompts
echo
echo "Your headshot: $(headshot result "$id")"
echo
echo "\$ headshot usage"
headshot usage
if [[ ${emulated:-no} == yes ]]; then
    echo
    echo "The cost is what the real service would have charged. To have it make the headshot:"
    echo "    GEMINI_API_KEY=… make demo PHOTO=me.jpg"
fi
