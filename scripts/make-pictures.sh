#!/usr/bin/env bash
# Makes the pictures of the documentation anew: make-pictures.sh <folder of the built programs>
# The photo beside what is made of it, the page of 'headshot analyze --report' as a phone shows it, and the pages of the site and of the desk. Needs
# what 'make setup-browser' installs.
set -euo pipefail
cd "$(dirname "$0")/.."
built=$(cd "$1" && pwd)
command -v vipsthumbnail >/dev/null || scripts/install-packages.sh make-pictures libvips-tools
work=$(mktemp -d "${TMPDIR:-/tmp}/headshot-pictures.XXXXXX")
server=''
finish() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    wait
    rm -rf "$work"
}
trap finish EXIT
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

headshot space add acme --provider local >/dev/null
printf 'id,name\nada,Ada\n' >"$work/team.csv"
link=$(headshot invite add "$work/team.csv" --space acme --csv | grep -o '/i/[0-9a-z]*')
token=$(headshot space token 2>/dev/null)
: >"$work/log"
"$built/headshot" serve --site --work --listen 127.0.0.1:0 2>"$work/log" &
server=$!
until grep -q '^Apps' "$work/log"; do kill -0 "$server"; sleep 0.05; done
site=$(sed -n 's/^Apps: *//p' "$work/log")
photograph() {
    .build/browser/bin/python -B "Tests/Browser/$1.py" pictures "{\"site\": \"$site\", \"links\": [\"$link\"], \"token\": \"$token\",
        \"photos\": {\"good\": \"$PWD/demo/photo.jpg\"}, \"folder\": \"$work\"}" >/dev/null
}
# join <name> <page>…: one picture of several pages.
join() {
    vips arrayjoin "$(printf "$work/%s.png " "${@:2}")" "docs/pictures/$1.png[palette,strip]" --across 3 --shim 24 --background "200 200 200"
}
photograph person
join site start photo preview style result mine
photograph desk
join desk today new jobs job team people money spaces machine
