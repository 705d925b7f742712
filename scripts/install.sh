#!/usr/bin/env bash
# Installs the programs, the prompts, the models and the shells' completions: install.sh <folder of the built programs> <prefix>
set -euo pipefail
cd "$(dirname "$0")/.."
built=$1
prefix=$2

install -d "$prefix/bin"
install -m 0755 "$built/headshot" "$built/gemini-emulator" "$prefix/bin"
install -D -m 0755 -t "$prefix/libexec/headshot" "$built/headshot-decoder"
find prompts -name '*.txt' -o -name '*.json' | while read -r file; do
    install -D -m 0644 "$file" "$prefix/share/headshot/$file"
done

mapfile -t models < <(awk '{ print "models/" $2 }' scripts/models.sha256)
if ls "${models[@]}" >/dev/null 2>&1; then
    install -d "$prefix/share/headshot/models"
    install -m 0644 "${models[@]}" "$prefix/share/headshot/models"
else
    echo "without the models: 'make setup-models' fetches them, and 'make install' installs them then"
fi

# The default search paths of the shells, under both ~/.local and /usr/local; for zsh only under /usr/local.
completions() {
    local shell=$1 file=$prefix/share/$2
    install -d "$(dirname "$file")"
    "$prefix/bin/headshot" --generate-completion-script "$shell" | install -m 0644 /dev/stdin "$file"
}
completions bash bash-completion/completions/headshot
completions zsh zsh/site-functions/_headshot
completions fish fish/vendor_completions.d/headshot.fish

# The pages are made of what the programs say.
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
for program in headshot gemini-emulator; do
    packaging/manual.py "$prefix/bin/$program" "$pages" "$(date '+%B %-d, %Y')"
done
install -D -m 0644 -t "$prefix/share/man/man1" "$pages"/*.1
install -D -m 0644 -t "$prefix/share/man/man5" "$pages"/*.5

echo "installed $prefix/bin/headshot, with manual pages, and completions for bash, zsh and fish"
if [[ ${SHELL##*/} == zsh && $prefix != /usr/local && $prefix != /usr ]]; then
    echo "for zsh, add before compinit in ~/.zshrc: fpath=(\"$prefix/share/zsh/site-functions\" \$fpath)"
fi
case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) echo "$prefix/bin is not on your PATH; add it with: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
