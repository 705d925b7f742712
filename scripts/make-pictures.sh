#!/usr/bin/env bash
# Makes the pictures of the documentation anew: make-pictures.sh <folder of the built programs>
# The photo beside what is made of it, and the page of 'headshot analyze --report' as a phone shows it.
set -euo pipefail
cd "$(dirname "$0")/.."
built=$(cd "$1" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/headshot-pictures.XXXXXX")
trap 'rm -rf "$work"' EXIT
export HEADSHOT_HOME=$work/home
mkdir -p docs/pictures
headshot() { "$built/headshot" "$@"; }

professional=$(headshot make demo/photo.jpg 2>/dev/null)
casual=$(headshot make demo/photo.jpg --background casual 2>/dev/null)
number=0
for picture in demo/photo.jpg "$professional" "$casual"; do
    number=$((number + 1))
    vipsthumbnail "$picture" --size x480 -o "$work/$number.png"
done
vips arrayjoin "$work/1.png $work/2.png $work/3.png" "docs/pictures/before-after.jpg[Q=88,strip]" \
    --across 3 --shim 20 --background "255 255 255"

headshot analyze demo/photo.jpg --report "$work/report.html" >/dev/null || true
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1.5 --window-size=414,900 \
    --screenshot="$work/report.png" "file://$work/report.html" >/dev/null 2>&1
vips copy "$work/report.png" "docs/pictures/report.png[palette,strip]"
ls -l docs/pictures
