#!/bin/sh
# Writes a package's current commit into a Swift file; nil without git, as in a tarball.
# write-commit.sh <package's folder> <folder of the file>
set -eu
commit=nil
# A package that was unpacked inside another repository has no commit.
if top=$(git -C "$1" rev-parse --show-toplevel 2>/dev/null) && [ "$top" -ef "$1" ]; then
    # Without locks: another git may be running. Without tags: the program has the version.
    commit="\"$(git --no-optional-locks -C "$1" describe --always --abbrev=12 --dirty --exclude='*')\""
fi
line="extension ProgramVersion { static let commit: String? = $commit }"
mkdir -p "$2"
# An unchanged file is not rewritten, so that nothing is recompiled.
[ "$(cat "$2/Commit.swift" 2>/dev/null)" = "$line" ] || echo "$line" >"$2/Commit.swift"
