#!/usr/bin/env bash
# Installs the shells that CompletionTests use, the zip programs that check exported files, exiftool, which reads what pictures say
# of themselves, and curl, which the pages on HTTP are typed with, if they are missing; only then it needs the network and root.
set -euo pipefail
cd "$(dirname "$0")"

packages=()
for program in zsh fish zip unzip curl; do
    if [[ ! -x /usr/bin/$program ]]; then packages+=("$program"); fi
done
if [[ ! -x /usr/bin/exiftool ]]; then packages+=(libimage-exiftool-perl); fi
if [[ ${#packages[@]} -eq 0 ]]; then exit 0; fi
./install-packages.sh setup-shells "${packages[@]}"
