#!/usr/bin/env bash
# What preparing a photo costs, beside other ways to do it: prepare.sh [folder of more photos]
set -euo pipefail
cd "$(dirname "$0")/.."
. Benchmarks/results.sh
more=${1:+$(cd "$1" && pwd)}

for tool in vips jpegoptim; do
    if ! command -v "$tool" >/dev/null; then
        echo "$tool is missing (Debian: apt-get install libvips-tools imagemagick jpegoptim)" >&2
        exit 1
    fi
done
tools=Benchmarks/.build/tools
if [[ ! -x $tools/bin/python ]]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet pyvips pillow numpy
fi

page=$(mktemp)
trap 'rm -f "$page"' EXIT
# One thread for each way: what is compared is work, not how it is spread.
PYTHONDONTWRITEBYTECODE=1 VIPS_CONCURRENCY=1 MALLOC_ARENA_MAX=2 "$tools/bin/python" Benchmarks/prepare/run.py \
    "$(build_program PreparePhotos)" \
    "$page" ${more:+"$more"}
publish prepare Sources/Ground Sources/Imaging Sources/Validation Sources/CJPEGTurbo Sources/CVips Benchmarks/prepare Benchmarks/Sources/PreparePhotos Benchmarks/prepare.sh <"$page"
