#!/usr/bin/env bash
# Installs the shells that CompletionTests type in, and the zip programs that judge exported files, where they are
# missing. Needs the network and rights only then.
set -euo pipefail
cd "$(dirname "$0")"

packages=()
for program in zsh fish zip unzip; do
    if [[ ! -x /usr/bin/$program ]]; then packages+=("$program"); fi
done
if [[ ${#packages[@]} -eq 0 ]]; then exit 0; fi
./install-packages.sh setup-shells "${packages[@]}"
