#!/usr/bin/env python3
"""Packs a root folder as an image of one layer: oci.py <root> <version> <file>

The file is an OCI layout in a tar archive, with the list that 'docker load' reads beside it. Times, owners and order do not
depend on the machine.
"""
import datetime
import gzip
import hashlib
import io
import json
import os
import sys
import tarfile

root, version, target = sys.argv[1:]
epoch = int(os.environ["SOURCE_DATE_EPOCH"])
moment = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
USER = "10001:10001"
HOME = "/var/lib/headshot"


def digest(data):
    return hashlib.sha256(data).hexdigest()


def layer():
    def plain(member):
        member.mtime = min(int(member.mtime), epoch)
        member.uname = member.gname = ""
        return member

    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for folder, folders, files in os.walk(root):
            folders.sort()
            for name in sorted(files + [each for each in folders if os.path.islink(os.path.join(folder, each))]):
                path = os.path.join(folder, name)
                archive.add(path, os.path.relpath(path, root), recursive=False, filter=plain)
            for name in folders:
                path = os.path.join(folder, name)
                if not os.path.islink(path):
                    archive.add(path, os.path.relpath(path, root), recursive=False, filter=plain)
    return raw.getvalue()


content = layer()
packed = gzip.compress(content, 6, mtime=0)
config = json.dumps({
    "created": moment, "architecture": "amd64", "os": "linux",
    "config": {
        "User": USER, "WorkingDir": HOME, "Entrypoint": ["/usr/bin/headshot"], "Cmd": ["worker"],
        "Env": [
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", f"HEADSHOT_HOME={HOME}",
            # The queues of Swift's runtime may not raise a thread's priority here, and would say so each time.
            "LIBDISPATCH_LOG=NO",
        ],
        "Volumes": {HOME: {}}, "StopSignal": "SIGTERM",
        # What Docker reads; a server has its own check in the compose file.
        "Healthcheck": {
            "Test": ["CMD", "/usr/bin/headshot", "health", "--worker"],
            "Interval": 30_000_000_000, "Timeout": 10_000_000_000, "StartPeriod": 30_000_000_000, "Retries": 3,
        },
        "Labels": {
            "org.opencontainers.image.title": "headshot", "org.opencontainers.image.version": version,
            "org.opencontainers.image.licenses": "MIT",
            "org.opencontainers.image.source": "https://github.com/headshot/headshot",
        },
    },
    "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest(content)}"]},
    "history": [{"created": moment, "created_by": "make dist"}],
}, sort_keys=True).encode()


def descriptor(kind, data, **more):
    return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest(data)}", "size": len(data), **more}


manifest = json.dumps({
    "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
    "config": descriptor("config.v1+json", config), "layers": [descriptor("layer.v1.tar+gzip", packed)],
}, sort_keys=True).encode()
index = json.dumps({
    "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json",
    "manifests": [descriptor(
        "manifest.v1+json", manifest,
        annotations={"io.containerd.image.name": f"docker.io/library/headshot:{version}",
                     "org.opencontainers.image.ref.name": version})],
}, sort_keys=True).encode()
files = {
    "oci-layout": b'{"imageLayoutVersion": "1.0.0"}', "index.json": index,
    **{f"blobs/sha256/{digest(data)}": data for data in (config, packed, manifest)},
    "manifest.json": json.dumps([{
        "Config": f"blobs/sha256/{digest(config)}", "RepoTags": [f"headshot:{version}"],
        "Layers": [f"blobs/sha256/{digest(packed)}"],
    }]).encode(),
}
with tarfile.open(target, "w", format=tarfile.GNU_FORMAT) as archive:
    for name, data in sorted(files.items()):
        member = tarfile.TarInfo(name)
        member.size, member.mtime, member.mode = len(data), epoch, 0o644
        archive.addfile(member, io.BytesIO(data))
