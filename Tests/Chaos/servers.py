"""What all hosts ask: two PostgreSQL servers, SeaweedFS, the emulator of the provider, and the receiver of webhooks."""

import asyncio
import glob
import http.server
import json
import os
import random
import shutil
import ssl
import subprocess
import threading
import time
import urllib.request

from network import HERE, run

POSTGRES_PORTS = [5432, 5433]
STORE_PORT = 8443
PROVIDER_PORT = 8444
RECEIVER_PORT = 8445
# Where they listen for the fronts.
BEHIND_STORE = 8333
BEHIND_PROVIDER = 8334
BUCKET = "chaos"
KEYS = {"AWS_ACCESS_KEY_ID": "chaos", "AWS_SECRET_ACCESS_KEY": "secret-of-chaos"}


class Certificates:
    """An authority of our own, and a certificate for the address that all servers have."""

    def __init__(self, folder, clock):
        self.authority, self.certificate, self.key = (f"{folder}/{name}.pem" for name in ("authority", "server", "key"))
        ahead = f"{folder}/valid-since"
        with open(ahead, "w") as file:
            # For hosts whose clock is a day late.
            file.write(str(-3 * 86_400))
        environment = {**os.environ, "LD_PRELOAD": clock, "CLOCK_AHEAD": ahead}
        new = ["openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "9"]
        run(*new, "-keyout", f"{folder}/authority-key.pem", "-out", self.authority, "-subj", "/CN=chaos", env=environment)
        run(*new, "-keyout", self.key, "-out", self.certificate, "-subj", f"/CN={HERE}",
            "-addext", f"subjectAltName=IP:{HERE}", "-addext", "basicConstraints=critical,CA:FALSE",
            "-CA", self.authority, "-CAkey", f"{folder}/authority-key.pem", env=environment)


class Postgres:
    """A server, and a standby that each commit waits for."""

    def __init__(self, folder, certificates):
        self.programs = max(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
        self.folder = f"{folder}/postgres"
        self.primary = 0
        self.lock = threading.Lock()
        os.makedirs(self.folder)
        for name in ("certificate", "key"):
            shutil.copy(getattr(certificates, name), self.folder)
        run("chown", "-R", "postgres:", self.folder)
        key = f"{self.folder}/{os.path.basename(certificates.key)}"
        certificate = f"{self.folder}/{os.path.basename(certificates.certificate)}"
        run("chmod", "600", key)
        data = self.data(0)
        self.do("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync")
        with open(f"{data}/postgresql.conf", "a") as file:
            # Nothing here is a power cut: what was written is there after each crash of a process.
            file.write(f"listen_addresses = '{HERE}'\nunix_socket_directories = '{self.folder}'\nfsync = off\n"
                       f"ssl = on\nssl_cert_file = '{certificate}'\nssl_key_file = '{key}'\nmax_connections = 200\n"
                       "wal_retrieve_retry_interval = 200ms\n")
        with open(f"{data}/pg_hba.conf", "a") as file:
            file.write("hostssl all all 10.7.0.0/24 trust\n")
        self.start(0)
        self.sql("CREATE ROLE headshot LOGIN", "CREATE DATABASE headshot OWNER headshot", database="postgres")
        self.follow()

    def url(self, authority):
        hosts = ",".join(f"{HERE}:{port}" for port in POSTGRES_PORTS)
        return f"postgres://headshot@{hosts}/headshot?target_session_attrs=read-write&sslrootcert={authority}"

    def data(self, number):
        return f"{self.folder}/data-{number}"

    def do(self, program, *arguments):
        return run("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups",
                   f"{self.programs}/{program}", *arguments, cwd=self.folder)

    def control(self, number, *arguments):
        self.do("pg_ctl", "-D", self.data(number), "-t", "120", *arguments)

    def start(self, number, verb=("start",)):
        self.control(number, "-w", "-l", f"{self.folder}/log-{number}", "-o", f"-p {POSTGRES_PORTS[number]}", *verb)

    def sql(self, *statements, database="headshot"):
        """What psql prints of statements: a line a row, with a bar between two columns."""
        commands = [word for statement in statements for word in ("-c", statement)]
        return self.do("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-p", str(POSTGRES_PORTS[self.primary]),
                       "-U", "postgres", "-d", database, *commands)

    def rows(self, statement):
        """The rows of a query as dictionaries."""
        return json.loads(self.sql(f"SELECT coalesce(json_agg(r), '[]') FROM ({statement}) AS r"))

    def follow(self):
        """Makes the other server a standby, and has each commit wait for it."""
        other = 1 - self.primary
        shutil.rmtree(self.data(other), ignore_errors=True)
        self.do("pg_basebackup", "-D", self.data(other), "-R", "-c", "fast", "--no-sync", "-h", self.folder,
                "-p", str(POSTGRES_PORTS[self.primary]), "-U", "postgres")
        self.start(other)
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")

    def restart(self):
        with self.lock:
            self.start(self.primary, ("restart", "-m", "immediate"))

    def fail_over(self):
        """Loses the server for good, and has the standby take its place."""
        with self.lock:
            if self.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'").strip() != "1":
                return False
            self.control(self.primary, "stop", "-m", "immediate")
            self.control(1 - self.primary, "promote", "-w")
            self.primary = 1 - self.primary
            self.follow()
            return True


class Store:
    """SeaweedFS, behind a front that speaks TLS."""

    def __init__(self, folder, weed, log):
        self.folder = f"{folder}/store"
        self.weed, self.log = weed, log
        os.makedirs(self.folder)
        identity = {"name": "chaos", "actions": ["Admin", "Read", "Write", "List"], "credentials": [
            {"accessKey": KEYS["AWS_ACCESS_KEY_ID"], "secretKey": KEYS["AWS_SECRET_ACCESS_KEY"]}]}
        with open(f"{folder}/keys.json", "w") as file:
            json.dump({"identities": [identity]}, file)
        self.keys = f"{folder}/keys.json"
        self.lock = threading.Lock()
        self.start()

    def start(self):
        # It also listens on sockets in /tmp that are named after ports, and a SeaweedFS of this machine has the usual ones.
        ports = [f"-{part}={number}" for number, part in enumerate(
            ("master.port", "master.port.grpc", "volume.port", "volume.port.grpc", "filer.port", "filer.port.grpc",
             "s3.port.grpc"), 28_300)]
        self.process = subprocess.Popen(
            [self.weed, "-logtostderr=true", "server", "-s3", f"-dir={self.folder}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
             f"-s3.config={self.keys}", "-s3.iam=false", f"-s3.port={BEHIND_STORE}", "-s3.port.iceberg=0",
             "-s3.port.lance=0", "-master.telemetry=false", "-volume.max=64", "-master.volumeSizeLimitMB=64", *ports],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def restart(self, pause):
        with self.lock:
            self.process.kill()
            self.process.wait()
            time.sleep(pause)
            self.start()

    def client(self):
        import boto3
        from botocore.config import Config
        return boto3.client("s3", endpoint_url=f"http://127.0.0.1:{BEHIND_STORE}", region_name="us-east-1",
                            aws_access_key_id=KEYS["AWS_ACCESS_KEY_ID"], aws_secret_access_key=KEYS["AWS_SECRET_ACCESS_KEY"],
                            config=Config(retries={"max_attempts": 20}, s3={"addressing_style": "path"}))

    def make_bucket(self):
        patiently(lambda: self.client().create_bucket(Bucket=BUCKET))

    def objects(self, prefix):
        """The objects whose keys begin with a word: key, moment, and a way to their bytes."""
        pages = self.client().get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=prefix)
        return [found for page in pages for found in page.get("Contents", [])]

    def bytes(self, key):
        return self.client().get_object(Bucket=BUCKET, Key=key)["Body"].read()


class Provider:
    """The emulator: what it does to requests, and its ledger."""

    def __init__(self, program, log):
        self.process = subprocess.Popen(
            [program, "--port", str(BEHIND_PROVIDER)], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        patiently(lambda: self.ask("GET", "requests"))
        self.be_well()

    def be_well(self):
        self.answer()

    def answer(self, *rules):
        """Treats requests so at first, and well after that."""
        well = [{"answer": "slow", "seconds": seconds, "times": 3} for seconds in (0.3, 2, 1, 4)] * 400
        self.ask("PUT", "scenario", json.dumps({"rules": list(rules) + well}).encode())

    def ledger(self):
        return [json.loads(line) for line in self.ask("GET", "ledger").splitlines()]

    def ask(self, method, path, body=None):
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"http://127.0.0.1:{BEHIND_PROVIDER}/control/{path}", body, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read()


class Receiver:
    """An app's end of webhooks: it refuses some messages, or closes their connections, and takes them the next time."""

    def __init__(self, certificates, seed):
        self.dice = random.Random(f"{seed} receiver")
        # What came, by the space whose address it was sent to.
        self.messages = []
        self.lock = threading.Lock()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            # A host may be cut off in the middle of a request.
            timeout = 20

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                answer = receiver.take(self.path.strip("/"), self.headers, body)
                if answer:
                    self.send_response(answer)
                    self.end_headers()

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, *_):
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificates.certificate, certificates.key)
        server = Server((HERE, RECEIVER_PORT), Handler)
        # Not while it accepts: one host that is cut off would hold up all.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def url(self, space):
        return f"https://{HERE}:{RECEIVER_PORT}/{space}"

    def take(self, space, headers, body):
        """Notes a message, and returns the status that it is answered with; None to close the connection."""
        with self.lock:
            message = {"space": space, "body": body, "came": time.time()} | {
                name: headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")}
            is_new = all(message["id"] != known["id"] for known in self.messages)
            answer = self.dice.choice([None, 500, 503, *[204] * 9]) if is_new else 204
            self.messages.append(message | {"is_accepted": answer == 204})
        return answer


class Fronts:
    """What hosts reach over the bridge: TLS in front of servers of this machine, which can be slow, cut or down."""

    def __init__(self, certificates):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificates.certificate, certificates.key)
        # The way that each port treats what is sent to it.
        self.ways = {STORE_PORT: "well", PROVIDER_PORT: "well"}
        ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.serve(ready)), daemon=True).start()
        ready.wait()

    async def serve(self, ready):
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        for port, behind in ((STORE_PORT, BEHIND_STORE), (PROVIDER_PORT, BEHIND_PROVIDER)):
            await asyncio.start_server(lambda i, o, p=port, b=behind: self.carry(p, b, i, o), HERE, port, ssl=self.context)
        ready.set()
        await asyncio.Event().wait()

    async def carry(self, port, behind, from_host, to_host):
        to_server = None
        try:
            from_server, to_server = await asyncio.open_connection("127.0.0.1", behind)
            async with asyncio.timeout(300):
                both = [asyncio.ensure_future(self.pump(port, True, from_host, to_server, to_host)),
                        asyncio.ensure_future(self.pump(port, False, from_server, to_host, to_host))]
                try:
                    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in both:
                        task.cancel()
                    await asyncio.gather(*both, return_exceptions=True)
        except (OSError, TimeoutError):
            pass
        finally:
            for end in filter(None, (to_host, to_server)):
                end.close()

    async def pump(self, port, is_request, source, sink, to_host):
        while piece := await source.read(65_536):
            way = self.ways[port]
            if way == "slow" and not is_request:
                await asyncio.sleep(5)
            elif way == "cut" and not is_request:
                to_host.write(piece[:len(piece) // 2])
                return await to_host.drain()
            elif way == "down" and is_request:
                to_host.write(b"HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return await to_host.drain()
            sink.write(piece)
            await sink.drain()


def patiently(work, seconds=120):
    """Does work until it succeeds."""
    end = time.monotonic() + seconds
    while True:
        try:
            return work()
        except Exception:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
