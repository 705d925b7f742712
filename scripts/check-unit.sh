#!/usr/bin/env bash
# Checks the server's unit: how exposed systemd finds it, and that under its system calls and in its view of the machine
# a photo is taken in and a headshot is made, all fences up. As root: check-unit.sh <folder of the built programs>
set -euo pipefail
cd "$(dirname "$0")/.."
unit=packaging/systemd/headshot-serve.service
built=$(cd "$1" && pwd)

# The limit is the issue's; systemd's own scale goes to 10.
exposure=$(systemd-analyze security --offline=true "$unit" | sed -n 's/.*exposure level.*: \([0-9.]*\) .*/\1/p')
echo "exposure: $exposure"
awk -v exposure="$exposure" 'BEGIN { exit !(exposure != "" && exposure <= 2.0) }'

work=$(mktemp -d "${TMPDIR:-/var/tmp}/headshot-unit.XXXXXX")
trap 'rm -rf "$work"' EXIT
cp -rL "$built/headshot" "$built/headshot-decoder" "$built"/*.resources "$work" 2>/dev/null ||
    cp -L "$built/headshot" "$built/headshot-decoder" "$work"
cp -r prompts demo/photo.jpg scripts/check-unit.py "$unit" "$work"
mkdir "$work/home"
chown -R nobody "$work"
chmod 755 "$work"

# Its own view of the machine: everything read-only but the state, few devices, and of /proc the processes alone.
# shellcheck disable=SC2016
unshare --mount --propagation private bash -euc '
    work=$1
    mount --bind "$work" "$work"
    for place in $(findmnt -rno TARGET | sort -r); do
        [[ $place == "$work" || $place == /proc* || $place == /dev* ]] || mount -o remount,bind,ro "$place" 2>/dev/null || true
    done
    mount -t proc -o hidepid=invisible,subset=pid proc /proc
    mkdir "$work/dev"
    for device in null zero full random urandom tty; do
        touch "$work/dev/$device"
        mount --bind "/dev/$device" "$work/dev/$device"
    done
    mount --rbind "$work/dev" /dev
    cd "$work"
    exec setpriv --reuid=nobody --regid=nogroup --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs \
        bash -euc "
            export HEADSHOT_HOME=$work/home HOME=$work HEADSHOT_ISOLATION=required
            token=\$(./headshot space add shop --provider local)
            /usr/bin/python3 check-unit.py headshot-serve.service ./headshot serve --work --prompts prompts \
                --listen unix:$work/http.sock --admin unix:$work/admin.sock 2>log &
            server=\$!
            trap \"kill \$server\" EXIT
            until [[ -S http.sock ]]; do kill -0 \$server || { cat log; exit 1; }; sleep 0.1; done
            call() { curl -sS --fail-with-body --unix-socket http.sock -H \"authorization: Bearer \$token\" -H x-user-id:ann \"\$@\"; }
            call -H content-type:image/jpeg --data-binary @photo.jpg http://localhost/v1/photos >answer || { cat answer log; exit 1; }
            photo=\$(cat answer | sed \"s/.*\\\"id\\\":\\\"\\([^\\\"]*\\).*/\\1/\")
            job=\$(call --json \"{\\\"photo_id\\\":\\\"\$photo\\\",\\\"styles\\\":[\\\"front-professional\\\"]}\" http://localhost/v1/jobs |
                sed \"s/.*\\\"id\\\":\\\"\\([^\\\"]*\\).*/\\1/\")
            call -H prefer:wait=60 http://localhost/v1/jobs/\$job | grep -q \"\\\"state\\\":\\\"succeeded\\\"\"
            grep \"behind all fences\" log
        "
' _ "$work"
