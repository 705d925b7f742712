#!/usr/bin/env bash
# Makes one headshot, from submit to file: demo.sh <folder of the built programs> <photo>
#
# If GEMINI_API_KEY or GOOGLE_API_KEY is set, the real service makes the headshot and charges for it. Otherwise this
# machine makes it, for free.
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

echo
echo "\$ headshot analyze $photo"
headshot analyze "$photo" || true
echo
# The service charges for each picture, so it makes one; this machine makes them for free, so both looks are shown.
backgrounds=(professional casual)
if [[ -n ${GEMINI_API_KEY:-}${GOOGLE_API_KEY:-} ]]; then backgrounds=(professional); fi
ids=()
for background in "${backgrounds[@]}"; do
    echo "\$ headshot submit $photo --background $background"
    id=$(headshot submit "$photo" --background "$background" --json | sed -n 's/.*"id" *: *"\([^"]*\)".*/\1/p' | head -n 1)
    echo "job $id"
    ids+=("$id")
done
echo
echo "\$ headshot drain"
headshot drain --prompts prompts || { headshot show "${ids[0]}"; exit 1; }
echo
for index in "${!ids[@]}"; do
    echo "Your headshot, ${backgrounds[index]}: $(headshot result "${ids[index]}")"
    headshot show "${ids[index]}" | awk '/^headshot /{on=1; next} on && /^ /{sub(/^ +/, "    "); print; next} {on=0}'
done
if [[ -z ${GEMINI_API_KEY:-}${GOOGLE_API_KEY:-} ]]; then
    echo
    echo "To have a model make it, for about \$0.04:"
    echo "    GEMINI_API_KEY=… make demo PHOTO=me.jpg"
fi
