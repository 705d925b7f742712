#!/usr/bin/env bash
# Installs the browsers that pages are tested in, and what drives them, below .build; what is there already is left alone. Needs the
# network and root for what is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
[[ -x /usr/bin/chromium ]] || missing+=(chromium)
[[ -x /usr/bin/chromedriver ]] || missing+=(chromium-driver)
[[ -x /usr/bin/firefox-esr ]] || missing+=(firefox-esr)
python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3-venv)
if (( ${#missing[@]} )); then scripts/install-packages.sh setup-browser "${missing[@]}"; fi
if [[ -f .build/browser/ready ]]; then exit 0; fi
python3 -m venv .build/browser
.build/browser/bin/pip install --quiet selenium==4.51.0
# For axe-core alone, which is in it; the browser that it is made for is not needed.
.build/browser/bin/pip install --quiet --no-deps axe-playwright-python==0.1.8
touch .build/browser/ready
