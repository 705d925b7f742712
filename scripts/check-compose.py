#!/usr/bin/env python3
"""Runs the services of the compose file from the image, by crun, with a job done inside: check-compose.py <image> <emulator>

As root. What compose makes of the file is done here for the services of headshot: user, command, environment, secrets, volumes, a
root that is only read, no capabilities, and the time that a stop is given. Networks are the machine's.
"""
import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request

import yaml

image, emulator = sys.argv[1:]
here = pathlib.Path(__file__).resolve().parent.parent
folder = here / "packaging/compose"
compose = yaml.safe_load((folder / "compose.yaml").read_text())
work = pathlib.Path(tempfile.mkdtemp(prefix="headshot-compose.", dir=os.environ.get("TMPDIR", "/var/tmp")))
PATIENCE = 60


def fail(sentence):
    for container in containers:
        log = (work / f"{container.name}.log").read_text()[-2000:]
        print(f"{container.name}: {container.health_words}\n{log}", file=sys.stderr)
    sys.exit(f"check-compose: {sentence}")


def eventually(what, condition, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    return fail(f"never: {what}")


def unpack():
    """The image's settings; its files are in work/root."""
    with tarfile.open(image) as archive:
        def blob(descriptor):
            return archive.extractfile("blobs/" + descriptor["digest"].replace(":", "/")).read()

        manifest = json.loads(blob(json.load(archive.extractfile("index.json"))["manifests"][0]))
        for layer in manifest["layers"]:
            with tarfile.open(fileobj=io.BytesIO(blob(layer))) as files:
                files.extractall(work / "root", numeric_owner=True)
        return json.loads(blob(manifest["config"]))["config"]


def volume(name, place):
    """A volume, which is at first what the image has there."""
    path = work / "volumes" / name
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        origin = work / "root" / place.lstrip("/")
        shutil.copytree(origin, path, symlinks=True)
        shutil.copystat(origin, path)
        os.chown(path, origin.stat().st_uid, origin.stat().st_gid)
    return path


def bundle(name, service, more):
    """A folder that crun runs: the service as the file has it."""
    place = work / name
    place.mkdir()
    user = [int(number) for number in service["user"].split(":")]
    environment = {**dict(each.split("=", 1) for each in config["Env"]), **service.get("environment", {}), **more}
    fill = lambda text: re.sub(r"\$\{(\w+)[^}]*\}", lambda found: environment_of_file[found[1]], text)
    mounts = [
        {"destination": "/proc", "type": "proc", "source": "proc"},
        {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "mode=755", "size=65536k"]},
        {"destination": "/dev/shm", "type": "tmpfs", "source": "shm", "options": ["nosuid", "noexec", "nodev", "mode=1777"]},
    ]
    for each in service["tmpfs"]:
        at, options = each.split(":")
        mounts.append({"destination": at, "type": "tmpfs", "source": "tmpfs", "options": options.split(",")})
    for each in service["volumes"]:
        source, at = each.split(":")[:2]
        mounts.append({"destination": at, "type": "bind", "source": str(volume(source, at)), "options": ["rbind", "rw"]})
    for secret in service["secrets"]:
        mounts.append({
            "destination": f"/run/secrets/{secret}", "type": "bind", "source": str(work / secret), "options": ["rbind", "ro"]})
    if service["cap_drop"] != ["ALL"] or "no-new-privileges:true" not in service["security_opt"]:
        fail(f"{name} has more privileges than it needs")
    specification = {
        "ociVersion": "1.0.2",
        "process": {
            "user": {"uid": user[0], "gid": user[1]}, "cwd": config["WorkingDir"], "noNewPrivileges": True,
            "args": [*config["Entrypoint"], *map(fill, service["command"])],
            "env": [f"{key}={value}" for key, value in environment.items()],
            "capabilities": {kind: [] for kind in ("bounding", "effective", "inheritable", "permitted", "ambient")},
        },
        "root": {"path": str(work / "root"), "readonly": service["read_only"]},
        "hostname": name, "mounts": mounts,
        "linux": {"namespaces": [{"type": kind} for kind in ("pid", "ipc", "uts", "mount")]},
    }
    (place / "config.json").write_text(json.dumps(specification))
    return place


class Container:
    """A running service."""

    def __init__(self, name, more=None):
        service = compose["services"][name]
        self.name = f"headshot-check-{name}-{os.getpid()}-{next(numbers)}"
        self.grace = int(service["stop_grace_period"].removesuffix("s"))
        self.user = service["user"]
        self.health = service["healthcheck"]["test"][1:]
        place = bundle(self.name, service, more or {})
        self.log = open(work / f"{self.name}.log", "wb")
        # The runtime gives the streams to the container's user: /dev/null would be this machine's.
        self.process = subprocess.Popen(
            ["crun", "--cgroup-manager=disabled", "run", "--bundle", place, self.name],
            stdin=subprocess.PIPE, stdout=self.log, stderr=self.log)
        self.health_words = "not asked"
        containers.append(self)
        eventually(f"{name} is healthy", self.is_healthy)

    def run(self, *arguments, check=True):
        if self.process.poll() is not None:
            fail(f"{self.name} ended with {self.process.returncode}:\n" + (work / f"{self.name}.log").read_text()[-3000:])
        ended = subprocess.run(
            ["crun", "--cgroup-manager=disabled", "exec", "--user", self.user, self.name, *arguments], capture_output=True, text=True,
            input="")
        if check and ended.returncode:
            fail(f"{arguments} in {self.name}: {ended.returncode}\n{ended.stdout}{ended.stderr}")
        return ended

    def is_healthy(self):
        health = self.run(*self.health, check=False)
        self.health_words = f"health ended with {health.returncode}: {health.stdout}{health.stderr}"
        return health.returncode == 0

    def headshot(self, *arguments):
        return self.run("/usr/bin/headshot", *arguments).stdout

    def stop(self, during=lambda: None):
        """As 'docker stop' does; fails if the container would have been killed."""
        subprocess.run(["crun", "--cgroup-manager=disabled", "kill", self.name, "TERM"], check=True)
        begun = time.monotonic()
        during()
        try:
            self.process.wait(self.grace - (time.monotonic() - begun))
        except subprocess.TimeoutExpired:
            fail(f"{self.name} would have been killed after {self.grace} s")
        containers.remove(self)
        return self.process.returncode


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def submit(worker, *more):
    told = json.loads(worker.headshot("submit", "/tmp/photo.jpg", "--angle", "front", "--json", *more))
    return told["jobs"][0]["id"]


def state(worker, job):
    return json.loads(worker.headshot("show", job, "--json"))["state"]


def put_photo(worker):
    """Hands the photo in as a person would: by standard input of a shell inside."""
    subprocess.run(
        ["crun", "--cgroup-manager=disabled", "exec", "--user", worker.user, worker.name, "/bin/sh", "-c", "cat >/tmp/photo.jpg"],
        input=(here / "demo/photo.jpg").read_bytes(), check=True)


numbers = iter(range(1_000))
containers = []
environment_of_file = {"HEADSHOT_HOST": "localhost"}
helpers = []
try:
    config = unpack()
    (work / "gemini-api-key").write_text("any\n")
    os.chown(work / "gemini-api-key", 10001, 10001)
    port = free_port()
    service = f"http://127.0.0.1:{port}"
    helpers.append(subprocess.Popen([emulator, "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def control(method, path, body=None):
        request = urllib.request.Request(f"{service}/control/{path}", data=body, method=method)
        with opener.open(request, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def answers():
        with contextlib.suppress(OSError):
            return control("GET", "ledger") is not None

    eventually("the emulator answers", answers)
    more = {"GOOGLE_GEMINI_BASE_URL": service}

    worker = Container("worker", more)
    put_photo(worker)
    job = submit(worker, "--provider", "local", "--background", "professional")
    eventually("a free headshot is made", lambda: state(worker, job) == "succeeded")
    if "behind all fences" not in (work / f"{worker.name}.log").read_text():
        fail("photos are not decoded behind all fences:\n" + (work / f"{worker.name}.log").read_text())
    print("a headshot was made in a container, its photo decoded behind all fences")

    server = Container("serve", more)
    token = re.search(r"hs_\S+", worker.headshot("space", "add", "shop")).group()
    # Caddy reaches the socket at the same place.
    pathlib.Path("/run/headshot").mkdir(exist_ok=True)
    subprocess.run(["mount", "--bind", work / "volumes/run", "/run/headshot"], check=True)
    web = free_port()
    helpers.append(subprocess.Popen(
        ["caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"], stdout=subprocess.DEVNULL,
        stderr=open(work / "caddy.log", "wb"),
        env={**os.environ, "HEADSHOT_HOST": f"http://localhost:{web}", "XDG_DATA_HOME": str(work), "HOME": str(work)}))

    def through_caddy():
        request = urllib.request.Request(
            f"http://localhost:{web}/v1/people", headers={"Authorization": f"Bearer {token}"})
        with contextlib.suppress(OSError), opener.open(request, timeout=5) as answer:
            return "people" in json.load(answer)

    eventually("the server answers behind Caddy", through_caddy)
    print("the server answers behind Caddy, at the socket that both have")

    control("PUT", "scenario", b'{"rules":[{"answer":"hold"}]}')
    job = submit(worker, "--provider", "gemini", "--background", "casual")
    control("GET", "requests?atLeast=1")

    def after_dockers_usual_ten_seconds():
        time.sleep(12)
        control("POST", "release")

    status = worker.stop(after_dockers_usual_ten_seconds)
    worker = Container("worker", more)
    if state(worker, job) != "succeeded":
        fail(f"the job of a stopped container is {state(worker, job)}")
    if len(control("GET", "ledger").split("\n{")) != 1:
        fail("it was asked twice")
    print(f"a container that was stopped during a paid request ended with {status}, and the headshot is there")
    server.stop()
    worker.stop()
finally:
    for container in containers:
        subprocess.run(["crun", "--cgroup-manager=disabled", "delete", "--force", container.name], check=False)
    for helper in helpers:
        helper.send_signal(signal.SIGTERM)
        helper.wait()
    subprocess.run(["umount", "/run/headshot"], stderr=subprocess.DEVNULL, check=False)
    shutil.rmtree(work, ignore_errors=True)
