#!/usr/bin/env bash
# Checks what a release build must not contain: check-release.sh <folder of the built programs>
# No crash points; in headshot, which has the keys, no library for strangers' pictures; in headshot-decoder, which gets those,
# none for the network or the queue. The linker is asked, so that no import can be overlooked.
set -euo pipefail
cd "$(dirname "$0")/.."
built=$1
failed=0

fail() {
    echo "$*" >&2
    failed=1
}

points=$(sed -n 's/^ *case //p' Sources/CrashPoints/CrashPoint.swift | tr -d ' ' | paste -sd, | tr ',' '|')
for program in headshot headshot-decoder; do
    if grep -qaE "HEADSHOT_CRASH_POINT|$points" "$built/$program"; then
        fail "$program can be made to kill itself at a crash point; it is not a release."
    fi
done

# needed <file>: the libraries that it names itself.
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }
# closure <file>: those, and all that they need in turn, by name and path.
closure() { ldd "$1" | sed -n 's/^[[:space:]]*\([^ ]*\) => \([^ ]*\) .*/\1 \2/p'; }

# refuse <program> <pattern of names> <names>
refuse() {
    local found
    found=$(grep -E "^($2)\.so" <<<"$3" | sort -u | paste -sd ' ' || true)
    [[ -z $found ]] || fail "$1 is linked with $found."
}

pictures='libvips[^.]*|libjpeg|libturbojpeg|libpng[0-9]*|libwebp.*|libheif|libde265|libtiff|librsvg.*|libdlib|libblas|liblapack|libopenblas.*|libg(lib|object|module|io)-2\.0'
# libcrypto computes the hashes of the nets; libssl is what opens connections.
network='libcurl.*|libsqlite3|libpq|libzip|libssl|libgnutls|libnettle'

libraries=$(closure "$built/headshot" | cut -d' ' -f1)
refuse headshot "$pictures" "$(needed "$built/headshot")"
refuse headshot "$pictures" "$libraries"

# libvips names libraries of other formats, which name curl and OpenSSL on some systems: what it brings along is not ours.
refuse headshot-decoder "$network" "$(needed "$built/headshot-decoder")"
libvips=$(closure "$built/headshot-decoder" | sed -n 's/^libvips\.so[^ ]* //p')
own=$(comm -23 <(closure "$built/headshot-decoder" | cut -d' ' -f1 | sort -u) <(closure "$libvips" | cut -d' ' -f1 | sort -u))
refuse headshot-decoder "$network" "$own"

exit "$failed"
