#!/usr/bin/env bash
# Installs Debian packages, as root or through sudo: install-packages.sh <caller> <package>… Needs the network.
set -euo pipefail

asker=$1
shift
say() { echo "$asker: $*" >&2; }

if ! command -v apt-get >/dev/null; then
    say "this machine has no apt-get; please install with its own package manager: $*"
    exit 1
fi
as_root=()
if [[ $(id -u) -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
        say "this machine has no sudo; please run as root: apt-get install $*"
        exit 1
    fi
    as_root=(sudo)
fi
say "installing $*"
"${as_root[@]}" apt-get update -q >&2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "$@" >&2
