#!/usr/bin/env bash
# Installs the packages in a separate machine, with systemd as its first process, and uses them as an operator would: a
# local job, a server, a worker that hangs, an upgrade while a request is on its way, removal and purge.
# As root: check-package.sh <folder of the packages>
set -euo pipefail
cd "$(dirname "$0")/.."
packages=$(cd "$1" && pwd)
work=$(mktemp -d "${TMPDIR:-/var/tmp}/headshot-package.XXXXXX")
root=$work/root
machine=

end() {
    [[ -z $machine ]] || kill -KILL "$machine" 2>/dev/null || true
    rm -rf --one-file-system "$work"
}
trap end EXIT

fail() {
    echo "check-package: $*" >&2
    inside journalctl --no-pager -n 60 >&2 || true
    exit 1
}

# Runs a command in the machine.
inside() { nsenter -t "$first" --mount --uts --ipc --pid --cgroup --root env -i -C / PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
# Runs a command there as the service's user.
operator() { inside runuser -u headshot -- "$@"; }
# Waits for a command to succeed, for half a minute.
until_true() {
    for _ in {1..300}; do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    fail "never: $*"
}

debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,ca-certificates,man-db \
    "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$root" >"$work/debootstrap.log" || { tail "$work/debootstrap.log"; exit 1; }
mkdir "$root/packages"
cp "$packages"/headshot_*.deb "$root/packages/headshot.deb"
cp "$packages"/headshot-emulator_*.deb "$root/packages/emulator.deb"
cp demo/photo.jpg "$root/packages"
cp /etc/resolv.conf "$root/etc/resolv.conf"
rm "$root/etc/apt/sources.list"
cp -r /etc/apt/. "$root/etc/apt"

# The same package as a later version.
dpkg-deb -R "$packages"/headshot_*.deb "$work/later"
sed -i 's/^Version: .*/&+later/' "$work/later/DEBIAN/control"
dpkg-deb --root-owner-group -Znone --build "$work/later" "$root/packages/later.deb" >/dev/null

# shellcheck disable=SC2016
unshare --fork --pid --mount --uts --ipc --cgroup --kill-child bash -euc '
    root=$1
    mount --make-rprivate /
    mount --bind "$root" "$root"
    cd "$root"
    mount -t proc proc proc
    mount -t sysfs sysfs sys
    mount -t tmpfs tmpfs run
    mount -t tmpfs tmpfs sys/fs/cgroup
    mkdir sys/fs/cgroup/systemd sys/fs/cgroup/unified
    mount -t cgroup -o none,name=systemd systemd sys/fs/cgroup/systemd 2>/dev/null ||
        { umount sys/fs/cgroup; mount -t cgroup2 cgroup2 sys/fs/cgroup; }
    mountpoint -q sys/fs/cgroup/unified 2>/dev/null || mount -t cgroup2 cgroup2 sys/fs/cgroup/unified 2>/dev/null || true
    mount --rbind /dev dev
    pivot_root . mnt
    # systemd hands credentials over by mounts that its units must see.
    exec chroot . env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        bash -c "mount --make-rshared / && exec /lib/systemd/systemd --system"
' _ "$root" >"$work/console" 2>&1 &
machine=$!
first=
until [[ -n $first ]]; do
    kill -0 "$machine" || { cat "$work/console"; exit 1; }
    first=$(pgrep -P "$machine" || true)
    sleep 0.1
done
# As long as it is not systemd, it is the shell that makes the machine.
until [[ $(readlink "/proc/$first/exe") == */systemd ]]; do
    kill -0 "$machine" || { cat "$work/console"; exit 1; }
    sleep 0.1
done
until_true inside systemctl is-active basic.target

echo "== installed"
inside apt-get -q update >"$work/apt.log" 2>&1
inside apt-get -qy --no-install-recommends install /packages/headshot.deb /packages/emulator.deb >>"$work/apt.log" 2>&1 ||
    { tail -20 "$work/apt.log"; exit 1; }
for unit in worker.service serve.service drain.timer; do
    [[ $(inside systemctl is-enabled "headshot-$unit" || true) == disabled ]] || fail "headshot-$unit is enabled"
    [[ $(inside systemctl is-active "headshot-$unit" || true) == inactive ]] || fail "headshot-$unit runs"
done
[[ $(inside stat -c '%U %a' /var/lib/headshot) == "headshot 700" ]] || fail "the home is another's"
inside bash -c 'systemd-analyze verify /lib/systemd/system/headshot-* 2>&1' | grep . && fail "systemd-analyze verify has something to say"
for unit in worker serve drain; do
    exposure=$(inside systemd-analyze security --no-pager "headshot-$unit.service" | sed -n 's/.*exposure level.*: \([0-9.]*\) .*/\1/p')
    echo "exposure of headshot-$unit: $exposure"
    awk -v exposure="$exposure" 'BEGIN { exit !(exposure != "" && exposure <= 2.0) }' || fail "more than 2.0"
done
for page in "$root"/usr/share/man/man[15]/*headshot* "$root"/usr/share/man/man1/gemini-emulator*; do
    zcat "$page" | mandoc -Tlint | grep . && fail "$page"
done
inside man -w headshot-worker headshot.conf gemini-emulator >/dev/null
operator headshot doctor --offline --home /var/lib/headshot || [[ $? == 78 ]] || fail "doctor"
inside headshot config --check

echo "== a worker without a key does a local job, behind all fences"
inside bash -c 'printf "HEADSHOT_ISOLATION=required\n" >>/etc/headshot/headshot.conf'
inside systemctl start headshot-worker
job=$(operator headshot submit /packages/photo.jpg --provider local --angle front --background professional --json |
    sed -n 's/.*"id" *: *"\([0-9a-z]*\)".*/\1/p' | head -1)
[[ -n $job ]] || fail "no job"
ended() { operator headshot show "$job" --json | grep -q '"state" *: *"succeeded"'; }
until_true ended
inside journalctl -u headshot-worker --no-pager | grep -q "behind all fences" || fail "fences"

echo "== a wrong line of the settings is named, and the unit does not try again"
inside bash -c 'cp /etc/headshot/headshot.conf /tmp/good; echo HEADSHOT_DAILY_CAP=many >>/etc/headshot/headshot.conf'
if inside systemctl restart headshot-worker; then fail "it started"; fi
[[ $(inside systemctl show -P ExecMainStatus headshot-worker) == 78 ]] || fail "another status than 78"
if inside headshot config --check; then fail "the wrong line was not found"; fi
inside cp /tmp/good /etc/headshot/headshot.conf
inside systemctl reset-failed headshot-worker
inside systemctl start headshot-worker

echo "== a worker that hangs is started again"
inside mkdir -p /run/systemd/system/headshot-worker.service.d
inside bash -c 'printf "[Service]\nWatchdogSec=2\n" >/run/systemd/system/headshot-worker.service.d/soon.conf'
inside systemctl daemon-reload
inside systemctl restart headshot-worker
before=$(inside systemctl show -P MainPID headshot-worker)
inside bash -c "kill -STOP $before"
again() { [[ $(inside systemctl show -P MainPID headshot-worker) != "$before" && $(inside systemctl is-active headshot-worker) == active ]]; }
until_true again
inside rm -r /run/systemd/system/headshot-worker.service.d
inside systemctl daemon-reload

echo "== the server answers at its socket"
inside systemctl start headshot-serve
[[ $(inside stat -c '%G' /run/headshot/http.sock) == headshot ]] || fail "the socket's group"
inside headshot health

echo "== the drain's unit ends"
inside systemctl start headshot-drain.service

echo "== an upgrade waits for the request that is on its way"
inside systemd-run --quiet --unit=emulator gemini-emulator --port 8080
inside install -D -m 0600 /dev/stdin /etc/credstore/gemini-api-key <<<any
inside bash -c 'echo GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:8080 >>/etc/headshot/headshot.conf'
inside systemctl restart headshot-worker
control() { curl -fsS --noproxy '*' "$@"; }
until_true control http://127.0.0.1:8080/control/ledger
control -X PUT -d '{"rules":[{"answer":"hold"}]}' http://127.0.0.1:8080/control/scenario >/dev/null
job=$(operator headshot submit /packages/photo.jpg --provider gemini --angle front --background casual --json |
    sed -n 's/.*"id" *: *"\([0-9a-z]*\)".*/\1/p' | head -1)
control "http://127.0.0.1:8080/control/requests?atLeast=1" >/dev/null
inside apt-get -qy install /packages/later.deb >>"$work/apt.log" 2>&1 &
upgrade=$!
stopping() { inside journalctl -u headshot-worker --no-pager | grep -q stopping; }
until_true stopping
control -X POST http://127.0.0.1:8080/control/release >/dev/null
wait "$upgrade" || { tail -20 "$work/apt.log"; exit 1; }
until_true ended
[[ $(control http://127.0.0.1:8080/control/ledger | grep -c .) == 1 ]] || fail "it was asked twice"
until_true inside systemctl is-active headshot-worker
inside grep -q HEADSHOT_ISOLATION /etc/headshot/headshot.conf || fail "the upgrade changed the settings"

echo "== removed, and purged without the journal of payments"
inside apt-get -qy remove headshot >>"$work/apt.log" 2>&1
inside test ! -e /usr/bin/headshot
inside test -e /etc/headshot/headshot.conf
[[ $(inside systemctl is-active headshot-worker || true) != active ]] || fail "the worker still runs"
inside apt-get -qy purge headshot >>"$work/apt.log" 2>&1
inside test ! -e /etc/headshot
inside bash -c 'test -s /var/lib/headshot/queue.sqlite && ls /var/lib/headshot/payments*' >/dev/null || fail "the home is gone"
echo "the package does what it should"
