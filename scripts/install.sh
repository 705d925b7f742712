#!/usr/bin/env bash
# Installs the programs and the prompts: install.sh <folder of the built programs> <prefix>
set -euo pipefail
cd "$(dirname "$0")/.."
built=$1
prefix=$2

install -d "$prefix/bin" "$prefix/share/headshot/prompts"/{angles,backgrounds}
install -m 0755 "$built/headshot" "$built/gemini-emulator" "$prefix/bin"
for folder in . angles backgrounds; do
    install -m 0644 prompts/"$folder"/*.txt "$prefix/share/headshot/prompts/$folder"
done

echo "installed $prefix/bin/headshot"
case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) echo "$prefix/bin is not on your PATH; add it with: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
