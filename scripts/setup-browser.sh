#!/usr/bin/env bash
# Installs the browser that BrowserTests open the pages in, unless there is one. Needs the network and rights only then.
set -euo pipefail

say() { echo "setup-browser: $*" >&2; }

for browser in chromium chromium-browser google-chrome; do
    if [[ -x /usr/bin/$browser ]]; then exit 0; fi
done
if ! command -v apt-get >/dev/null; then
    say "this machine has no apt-get; please install Chromium as /usr/bin/chromium."
    exit 1
fi
as_root=()
if [[ $(id -u) -ne 0 ]]; then as_root=(sudo); fi
say "installing chromium"
"${as_root[@]}" apt-get update -q >&2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends chromium >&2
