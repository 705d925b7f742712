#!/usr/bin/env bash
# Installs the shells that CompletionTests type in, and the zip programs that judge exported files, where they are
# missing. Needs the network and rights only then.
set -euo pipefail

say() { echo "setup-shells: $*" >&2; }

packages=()
for program in zsh fish zip unzip; do
    if [[ ! -x /usr/bin/$program ]]; then packages+=("$program"); fi
done
if [[ ${#packages[@]} -eq 0 ]]; then exit 0; fi
if ! command -v apt-get >/dev/null; then
    say "this machine has no apt-get; please install ${packages[*]}."
    exit 1
fi
as_root=()
if [[ $(id -u) -ne 0 ]]; then as_root=(sudo); fi
say "installing ${packages[*]}"
"${as_root[@]}" apt-get update -q >&2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${packages[@]}" >&2
