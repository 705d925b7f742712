#!/usr/bin/env bash
# Makes the packages for Debian and its kin: deb.sh <folder of the built programs> <folder for the packages>
# The programs are built without a path to libraries of the machine that built them.
set -euo pipefail
cd "$(dirname "$0")/.."
built=$(cd "$1" && pwd)
mkdir -p "$2"
target=$(cd "$2" && pwd)

fail() {
    echo "make deb: $*" >&2
    exit 1
}
for program in headshot headshot-decoder gemini-emulator; do
    if readelf -d "$built/$program" | grep -qE 'RUNPATH|RPATH'; then fail "$program looks for libraries in a private path"; fi
done
for model in $(awk '{ print $2 }' scripts/models.sha256); do
    [[ -f models/$model ]] || fail "models/$model is missing; run 'make setup-models'"
done

# The version is said in three places, which must say the same.
number=$("$built/headshot" --version | awk '{ print $2 }')
tag=$(git describe --exact-match --tags HEAD 2>/dev/null || true)
if [[ -n $tag ]]; then
    [[ $tag == "v$number" ]] || fail "the tag is $tag, and the program says $number"
    grep -q "^## $number" CHANGELOG.md || fail "CHANGELOG.md has nothing about $number"
    version=$number
else
    # Before the release, and after what was built before.
    version="$number~git$(git log -1 --format=%cd --date=format:%Y%m%d%H%M%S).$(git rev-parse --short=10 HEAD)"
fi
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
architecture=$(dpkg --print-architecture)

work=$(mktemp -d "${TMPDIR:-/var/tmp}/headshot-deb.XXXXXX")
trap 'rm -rf "$work"' EXIT
umask 022

page() { gzip -9n <"$1" | install -D -m 0644 /dev/stdin "$2/$(basename "$1").gz"; }

# The libraries that programs need, as the machine's packages name them.
libraries() {
    mkdir -p "$work/shlibs/debian"
    printf 'Source: headshot\n\nPackage: headshot\nArchitecture: any\n' >"$work/shlibs/debian/control"
    (cd "$work/shlibs" && dpkg-shlibdeps -O "$@" 2>/dev/null) | sed -n 's/^shlibs:Depends=//p'
}

# documents <package> <staging>: copyright and changelog.
documents() {
    local folder=$2/usr/share/doc/$1
    packaging/copyright.sh .build/checkouts | install -D -m 0644 /dev/stdin "$folder/copyright"
    printf 'headshot (%s) unstable; urgency=medium\n\n  * What changed is in CHANGELOG.md of the sources.\n\n -- %s  %s\n' \
        "$version" "The headshot developers <maintainers@users.noreply.github.com>" "$(date -uRd "@$SOURCE_DATE_EPOCH")" |
        gzip -9n | install -D -m 0644 /dev/stdin "$folder/changelog.gz"
    gzip -9n <CHANGELOG.md | install -D -m 0644 /dev/stdin "$folder/NEWS.gz"
}

# pack <package> <control file> <staging> <program>…
pack() {
    local staging=$3
    install -d "$staging/DEBIAN"
    sed -e "s#@VERSION@#$version#; s#@ARCHITECTURE@#$architecture#; s#@DEPENDS@#$(libraries "${@:4}")#" \
        -e "s|@SIZE@|$(du -sk --exclude=DEBIAN "$staging" | cut -f1)|" "$2" >"$staging/DEBIAN/control"
    (cd "$staging" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    find "$staging" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz --build "$staging" "$target/$1_${version}_$architecture.deb" >/dev/null
    echo "$target/$1_${version}_$architecture.deb"
}

# strip_into <program> <staging> <folder>
strip_into() {
    install -D -m 0755 -t "$2/usr/$3" "$built/$1"
    strip --strip-unneeded --remove-section=.comment --remove-section=.note "$2/usr/$3/$1"
}

staging=$work/headshot
strip_into headshot "$staging" bin
strip_into headshot-decoder "$staging" libexec/headshot
for program in headshot headshot-decoder; do objcopy --only-keep-debug "$built/$program" "$target/$program.debug"; done
install -d "$staging/usr/share/headshot"
cp -r prompts "$staging/usr/share/headshot/prompts"
rm "$staging/usr/share/headshot/prompts/README.md"
for model in $(awk '{ print $2 }' scripts/models.sha256); do
    install -D -m 0644 "models/$model" "$staging/usr/share/headshot/models/$model"
done
mkdir "$work/manual"
packaging/manual.py "$built/headshot" "$work/manual" "$(date -ud "@$SOURCE_DATE_EPOCH" '+%B %-d, %Y')"
for name in "$work/manual"/*.1; do page "$name" "$staging/usr/share/man/man1"; done
page "$work/manual/headshot.conf.5" "$staging/usr/share/man/man5"
install -D -m 0644 "$work/manual/headshot.conf" "$staging/etc/headshot/headshot.conf"
for unit in packaging/systemd/headshot-*; do install -D -m 0644 "$unit" "$staging/lib/systemd/system/$(basename "$unit")"; done
install -D -m 0644 packaging/systemd/sysusers.conf "$staging/usr/lib/sysusers.d/headshot.conf"
install -D -m 0644 packaging/systemd/tmpfiles.conf "$staging/usr/lib/tmpfiles.d/headshot.conf"
# A completion is read by a shell, and not run.
completions() { "$built/headshot" --generate-completion-script "$1" | sed '1{/^#!/d}' | install -D -m 0644 /dev/stdin "$staging/usr/share/$2"; }
completions bash bash-completion/completions/headshot
completions zsh zsh/vendor-completions/_headshot
completions fish fish/vendor_completions.d/headshot.fish
documents headshot "$staging"
cp -r README.md docs "$staging/usr/share/doc/headshot"
install -d "$staging/DEBIAN"
echo /etc/headshot/headshot.conf >"$staging/DEBIAN/conffiles"
for script in postinst prerm postrm; do install -m 0755 "packaging/debian/$script" "$staging/DEBIAN/$script"; done
pack headshot packaging/debian/control "$staging" "$staging/usr/bin/headshot" "$staging/usr/libexec/headshot/headshot-decoder"

staging=$work/emulator
strip_into gemini-emulator "$staging" bin
mkdir "$work/emulator-manual"
packaging/manual.py "$built/gemini-emulator" "$work/emulator-manual" "$(date -ud "@$SOURCE_DATE_EPOCH" '+%B %-d, %Y')"
page "$work/emulator-manual/gemini-emulator.1" "$staging/usr/share/man/man1"
documents headshot-emulator "$staging"
pack headshot-emulator packaging/debian/control-emulator "$staging" "$staging/usr/bin/gemini-emulator"
