#!/usr/bin/env bash
# Makes an image for containers without a daemon: image.sh <package> <file>; as root.
# The root is that of Debian's debootstrap, with the package and what it needs, and nothing that differs from run to run.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(realpath "$1")
target=$(realpath -m "$2")
[[ $(id -u) == 0 ]] || { echo "make dist: an image is made as root" >&2; exit 1; }
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

work=$(mktemp -d "${TMPDIR:-/var/tmp}/headshot-image.XXXXXX")
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")

# Those of systemd's tools stand alone here: no container has systemd.
debootstrap --variant=minbase --include=ca-certificates,systemd-standalone-sysusers,systemd-standalone-tmpfiles \
    "$codename" "$root" >"$work/log" || { tail "$work/log" >&2; exit 1; }
cp -a "$root/etc/apt" "$work/apt"
rm -f "$root/etc/apt/sources.list"
cp -r /etc/apt/. "$root/etc/apt"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp "$package" "$root/headshot.deb"
# The user of the volumes keeps its number from image to image.
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
inside groupadd --gid 10001 headshot
inside useradd --uid 10001 --gid 10001 --home-dir /var/lib/headshot --no-create-home --shell /usr/sbin/nologin headshot
# A package starts no service in a container.
printf '#!/bin/sh\nexit 101\n' | install -m 0755 /dev/stdin "$root/usr/sbin/policy-rc.d"
{
    inside apt-get -q update
    inside apt-get -qy --no-install-recommends install /headshot.deb
    # Where HEIC's codecs are separate packages, the worker needs one.
    if inside apt-cache show libheif-plugin-libde265 >/dev/null 2>&1; then
        inside apt-get -qy --no-install-recommends install libheif-plugin-libde265
    fi
    inside apt-get -q clean
} >>"$work/log" 2>&1 || { tail -20 "$work/log" >&2; exit 1; }

rm -rf "$root/etc/apt" && cp -a "$work/apt" "$root/etc/apt"
rm -rf "$root"/headshot.deb "$root"/usr/sbin/policy-rc.d "$root"/etc/resolv.conf "$root"/etc/hostname "$root"/etc/machine-id \
    "$root"/var/lib/apt/lists/* "$root"/var/cache/* "$root"/var/log/* "$root"/var/lib/dbus/machine-id \
    "$root"/var/lib/dpkg/*-old "$root"/etc/*- "$root"/usr/share/{doc,man,info,locale}/* "$root"/tmp/* "$root"/dev/* \
    "$root"/var/lib/systemd/*
# The terms of what is in the image stay.
dpkg-deb --fsys-tarfile "$package" | tar -C "$root" -x ./usr/share/doc/headshot/copyright
install -d -m 0700 -o 10001 -g 10001 "$root/var/lib/headshot"
install -d -m 0750 -o 10001 -g 10001 "$root/run/headshot"
packaging/dist/oci.py "$root" "$(dpkg-deb -f "$package" Version | tr '~' '-')" "$target"
