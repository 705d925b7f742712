#!/bin/sh
# Installs headshot from this folder: install.sh [PREFIX]; --remove [PREFIX] removes it again.
# Without a prefix: /usr/local for root, ~/.local for everybody else.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

removes=
if [ "${1:-}" = --remove ]; then
    removes=yes
    shift
fi
if [ "$(id -u)" = 0 ]; then prefix=${1:-/usr/local}; else prefix=${1:-$HOME/.local}; fi

if [ "$(uname -sm)" != "Linux x86_64" ]; then
    echo "headshot: this is for Linux on x86-64; here it is $(uname -sm). Build it from its sources." >&2
    exit 1
fi
if ! "$here/bin/headshot" --version >/dev/null 2>&1; then
    "$here/bin/headshot" --version || true
    echo "headshot: the program does not start here. It needs glibc 2.36 or later, as Debian 12 and Ubuntu 24.04 have it." >&2
    exit 1
fi

if [ -n "$removes" ]; then
    while IFS= read -r file; do rm -f "$prefix/$file"; done <"$here/files.txt"
    for folder in libexec/headshot lib/headshot share/headshot/prompts share/headshot/models share/doc/headshot; do
        [ ! -d "$prefix/$folder" ] || find "$prefix/$folder" -depth -type d -exec rmdir --ignore-fail-on-non-empty {} \;
    done
    echo "Removed headshot from $prefix."
    home=${HEADSHOT_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/headshot}
    if [ -d "$home" ]; then
        echo "Your queue, photos and headshots stay in $home ($(du -sh "$home" | cut -f1)). If you do not need them: rm -r '$home'"
    fi
    exit 0
fi

mkdir -p "$prefix"
# An older program keeps its files open; the new one has new ones.
while IFS= read -r file; do
    mkdir -p "$prefix/$(dirname "$file")"
    rm -f "$prefix/$file"
    cp -p "$here/$file" "$prefix/$file"
done <"$here/files.txt"

echo "Installed $("$prefix/bin/headshot" --version) in $prefix."
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "Add it to your PATH: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
echo "Next: headshot make PHOTO"
