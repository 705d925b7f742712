#!/usr/bin/env bash
# Prints the copyright file of the package: what is linked into the program, and the models: copyright.sh <folder of the checkouts>
set -euo pipefail
cd "$(dirname "$0")/.."
checkouts=$1

echo "headshot, https://github.com/headshot/headshot"
echo
cat LICENSE
echo
cat NOTICE
echo
echo "The programs contain the following, too."
for package in "$checkouts"/*/; do
    name=$(basename "$package")
    license=$(find "$package" -maxdepth 1 -iname 'LICENSE*' | sort | head -1)
    [[ -n $license ]] || { echo "$name has no licence" >&2; exit 1; }
    printf '\n%s\n\n' "$name, $(git -C "$package" config --get remote.origin.url || echo 'without an address')"
    if grep -q "Apache License" "$license"; then
        echo "Licensed under the Apache License, Version 2.0: /usr/share/common-licenses/Apache-2.0"
        grep -iA12 "runtime library exception" "$license" || true
    else
        cat "$license"
    fi
    find "$package" -maxdepth 1 -iname 'NOTICE*' -exec cat {} +
done
printf '\nThe runtime and the libraries of Swift, https://swift.org\n\n'
echo "Licensed under the Apache License, Version 2.0, with the Runtime Library Exception:"
echo "/usr/share/common-licenses/Apache-2.0, https://swift.org/LICENSE.txt"
