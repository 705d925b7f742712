#!/usr/bin/env bash
# Removes what install.sh put under a prefix, and nothing else: uninstall.sh <prefix>
set -euo pipefail
prefix=$1

rm -f "$prefix/bin/headshot" "$prefix/bin/gemini-emulator" \
    "$prefix/share/bash-completion/completions/headshot" "$prefix/share/zsh/site-functions/_headshot" \
    "$prefix/share/fish/vendor_completions.d/headshot.fish"
rm -f "$prefix"/share/man/man1/{headshot,gemini-emulator}{,-*}.1 "$prefix/share/man/man5/headshot.conf.5"
# Under ~/.local, share/headshot is also the usual home of the queue.
rm -rf "$prefix/libexec/headshot"
rmdir --ignore-fail-on-non-empty "$prefix/libexec" 2>/dev/null || true
rm -rf "$prefix/share/headshot/prompts" "$prefix/share/headshot/models"
rmdir --ignore-fail-on-non-empty "$prefix/share/headshot" 2>/dev/null || true
echo "removed headshot from $prefix"
home=${HEADSHOT_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/headshot}
if [[ -d $home ]]; then
    echo "Your queue, photos and headshots stay in $home ($(du -sh "$home" | cut -f1)). If you do not need them: rm -r '$home'"
fi
