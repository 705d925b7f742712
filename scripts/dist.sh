#!/usr/bin/env bash
# Makes what a release consists of: dist.sh <folder of the built programs> <folder for the files>
# The packages, a tarball with all libraries that it needs but libc, an image for containers, a list of what is in them (SPDX), and
# checksums. The same commit on a machine with the same packages gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
built=$(cd "$1" && pwd)
rm -rf "$2"
mkdir -p "$2"
target=$(cd "$2" && pwd)
umask 022

fail() {
    echo "make dist: $*" >&2
    exit 1
}

scripts/deb.sh "$built" "$target"
mkdir "$target/debug"
mv "$target"/*.debug "$target/debug"
package=$(find "$target" -maxdepth 1 -name 'headshot_*.deb')
version=$(dpkg-deb -f "$package" Version)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

work=$(mktemp -d "${TMPDIR:-/var/tmp}/headshot-dist.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
name=headshot-${version%%~*}-linux-x86-64
tree=$work/$name

# What the packages have, at the places below a prefix.
dpkg-deb -x "$package" "$work/package"
dpkg-deb -x "$target"/headshot-emulator_*.deb "$work/package"
mkdir "$tree"
cp -a "$work/package/usr/." "$tree"
rm -rf "$tree/lib" "$tree/share/doc/headshot-emulator"
install -m 0755 packaging/dist/install.sh "$tree/install.sh"
cp CHANGELOG.md "$tree/share/doc/headshot"
install -D -m 0644 "$work/package/etc/headshot/headshot.conf" "$tree/share/doc/headshot/headshot.conf"

# The libraries, by the names by which they are asked for, but those of libc, which belong to the kernel's side.
libraries=$tree/lib/headshot
mkdir -p "$libraries"
libc='ld-linux-x86-64|libc|libm|libpthread|libdl|librt|libresolv|libutil|libanl|libnsl|libmvec'
closure() { ldd "$@" | sed -n 's/^[[:space:]]*\([^ ]*\) => \(\/[^ ]*\) .*/\1 \2/p' | sort -u | grep -vE "^($libc)\.so" || true; }
heif=$(dirname "$(ldconfig -p | sed -n 's/^[[:space:]]*libvips\.so\.42 .* => //p' | head -1)")/vips-modules-$(pkg-config --modversion vips | cut -d. -f1,2)/vips-heif.so
[[ -e $heif ]] || fail "libvips' module for HEIF is missing: $heif"
{
    closure "$built/headshot" "$built/headshot-decoder" "$built/gemini-emulator" "$heif"
    # Since libheif 1.16, HEIC's codec is a plugin, which is opened by its path: such a machine is not for making this.
    if find /usr/lib/*/libheif/plugins -name '*.so' 2>/dev/null | grep -q .; then fail "libheif has plugins here; make it on Debian 12"; fi
} | sort -u >"$work/closure"
while read -r soname path; do install -m 0644 "$(realpath "$path")" "$libraries/$soname"; done <"$work/closure"
install -D -m 0644 "$heif" "$libraries/$(basename "$(dirname "$heif")")/vips-heif.so"

# Found from where they are, also by what they load in turn.
patchelf --force-rpath --set-rpath "\$ORIGIN/../lib/headshot" "$tree/bin/headshot" "$tree/bin/gemini-emulator"
patchelf --force-rpath --set-rpath "\$ORIGIN/../../lib/headshot" "$tree/libexec/headshot/headshot-decoder"
find "$libraries" -name '*.so*' -exec sh -c 'patchelf --print-rpath "$1" | grep -q . && patchelf --remove-rpath "$1" || true' _ {} \;
patchelf --force-rpath --set-rpath "\$ORIGIN/.." "$libraries"/vips-modules-*/vips-heif.so

# Whose they are, and under which terms.
mkdir "$tree/share/doc/headshot/libraries"
owners() { xargs -r dpkg-query -S 2>/dev/null | sed 's/: .*//' | sort -u; }
{ cut -d' ' -f2 "$work/closure"; echo "$heif"; } | xargs realpath | sort -u | while read -r file; do
    dpkg-query -S "$file" 2>/dev/null || dpkg-query -S "${file#/usr}"
done | sed 's/: .*//' | sort -u >"$work/owners"
dpkg-query -W -f '${binary:Package}\t${Version}\t${source:Package}\t${source:Version}\n' $(cat "$work/owners") |
    sed 's/:amd64//' | sort >"$work/packages.tsv"
while IFS=$'\t' read -r owner _; do
    install -m 0644 "/usr/share/doc/$owner/copyright" "$tree/share/doc/headshot/libraries/$owner"
done <"$work/packages.tsv"
{
    echo "lib/headshot has libraries of these packages of Debian, unchanged but for the paths by which they find each other."
    echo "Their terms are in this folder; their sources are those of Debian, by the name and the version of the third and fourth column."
    echo
    cat "$work/packages.tsv"
} >"$tree/share/doc/headshot/libraries/README"
packaging/dist/sbom.py "$version" "$work/packages.tsv" >"$target/headshot.spdx.json"

(cd "$tree" && find . -mindepth 2 -type f -printf '%P\n' | LC_ALL=C sort >"$work/files.txt")
mv "$work/files.txt" "$tree/files.txt"
tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -cf - "$name" |
    gzip -9n >"$target/headshot-linux-x86-64.tar.gz"

scripts/image.sh "$package" "$target/headshot-${version%%~*}-oci.tar"

(cd "$target" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
cat "$target/SHA256SUMS"
