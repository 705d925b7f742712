#!/usr/bin/env bash
# Installs the browser that BrowserTests open the pages in, unless there is one. Needs the network and rights only then.
set -euo pipefail
cd "$(dirname "$0")"

for browser in chromium chromium-browser google-chrome; do
    if [[ -x /usr/bin/$browser ]]; then exit 0; fi
done
./install-packages.sh setup-browser chromium
