#!/usr/bin/env bash
# Installs a release as a stranger would, in bare roots, and runs its image; as root: check-dist.sh <folder of the release> [codename…]
set -euo pipefail
cd "$(dirname "$0")/.."
release=$(cd "$1" && pwd)
shift
work=$(mktemp -d "${TMPDIR:-/var/tmp}/headshot-check.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT

fail() {
    echo "check-dist: $*" >&2
    exit 1
}
(cd "$release" && sha256sum --quiet -c SHA256SUMS)

for codename in "${@:-bookworm}"; do
    root=$work/$codename
    debootstrap --variant=minbase "$codename" "$root" >"$work/log" || { tail "$work/log"; exit 1; }
    cp demo/photo.jpg "$release"/*.tar.gz "$root/tmp"
    chmod 0644 "$root"/tmp/*
    chroot "$root" useradd --create-home somebody
    begun=$(date +%s%N)
    # What a stranger types; nothing is installed beside it, and there is no network.
    # shellcheck disable=SC2016
    unshare --net --mount --pid --fork bash -euc '
        mount -t proc proc "$1/proc"
        exec chroot "$1" su - somebody -c "$2"
    ' _ "$root" '
        set -eu
        tar xzf /tmp/headshot-*.tar.gz && headshot-*/install.sh
        PATH=$HOME/.local/bin:$PATH
        id=$(headshot submit /tmp/photo.jpg --provider local --background professional --json |
            sed -n "s/.*\"id\" *: *\"\([0-9a-z]*\)\".*/\1/p" | head -1)
        headshot drain
        test -s "$(headshot result "$id")"
        headshot show "$id" | grep -q "backdrop *studio"
        headshot-*/install.sh --remove
        test ! -e .local/bin/headshot && test ! -e .local/lib/headshot && test -e .local/share/headshot/queue.sqlite
    ' || fail "not on $codename"
    echo "$codename: from the tarball to a headshot in $((($(date +%s%N) - begun) / 1000000)) ms"
    rm -rf --one-file-system "$root"
done

dpkg-deb -x "$release"/headshot-emulator_*.deb "$work/emulator"
# A container's runtime wants one hierarchy of control groups, which a machine may not have.
# shellcheck disable=SC2016
unshare --mount bash -euc '
    umount -lR /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup
    exec "$@"
' _ scripts/check-compose.py "$release"/*-oci.tar "$work/emulator/usr/bin/gemini-emulator"
