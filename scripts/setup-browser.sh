#!/usr/bin/env bash
# Installs the browser that BrowserTests open the pages in, if it is missing; only then it needs the network and root.
set -euo pipefail
cd "$(dirname "$0")"

for browser in chromium chromium-browser google-chrome; do
    if [[ -x /usr/bin/$browser ]]; then exit 0; fi
done
./install-packages.sh setup-browser chromium
