#!/usr/bin/env bash
# Installs the system libraries that headshot needs, and fetches the models, if they are missing; only then it needs the
# network and root. MODELS names a wheel or a folder to take the models from.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "setup: $*" >&2; }

if ! command -v swift >/dev/null; then
    say "Swift is not on the PATH. Version 6.2 or later: https://www.swift.org/install/linux/"
    exit 1
fi

# It has no file for pkg-config.
cld2_is_there() { [[ -e /usr/include/cld2/public/compact_lang_det.h || -e /usr/local/include/cld2/public/compact_lang_det.h ]]; }

# pkg-config is asked, so that libraries that are not Debian packages count too.
libraries_are_there() {
    command -v pkg-config >/dev/null \
        && pkg-config --exists 'vips >= 8.14' libcurl sqlite3 libjpeg libturbojpeg \
            'dlib-1 >= 19.20' libseccomp libzip libpq libcrypto \
        && cld2_is_there
}

is_offered() { [[ -n $(apt-cache show --no-all-versions "$1" 2>/dev/null) ]]; }

# Everything works without the models, so builds try to fetch them at most once a day, and continue without them.
fetch_models() {
    local failed=models/.not-fetched
    if [[ -z ${CI:-}${MODELS:-} && -n $(find "$failed" -mmin -1440 2>/dev/null) ]]; then return; fi
    if scripts/setup-models.sh "${MODELS:-}"; then return; fi
    if [[ -n ${CI:-} ]]; then exit 1; fi
    mkdir -p models
    touch "$failed"
    say "going on without the models: no person is cut out of a photo. 'make setup-models' tries again."
}

if libraries_are_there; then
    fetch_models
    exit 0
fi

packages=(pkg-config libvips-dev libcurl4-openssl-dev libssl-dev libsqlite3-dev libjpeg-dev libturbojpeg0-dev
    libdlib-dev libseccomp-dev libzip-dev libpq-dev libcld2-dev)
if ! command -v apt-get >/dev/null; then
    say "missing: pkg-config and the development files of libvips (8.14 or later), libcurl, SQLite, libjpeg-turbo, dlib, libseccomp, libzip, libpq, OpenSSL and CLD2."
    say "This machine has no apt-get; please install them with its own package manager."
    exit 1
fi

# Since libheif 1.16, HEIC's codecs are separate packages; before, they are part of the library.
for codec in libheif-plugin-libde265 libheif-plugin-x265; do
    if is_offered "$codec"; then packages+=("$codec"); fi
done
scripts/install-packages.sh setup "${packages[@]}"

if ! libraries_are_there; then
    say "libvips 8.14 or later is needed; this system offers $(pkg-config --modversion vips)."
    exit 1
fi
fetch_models
