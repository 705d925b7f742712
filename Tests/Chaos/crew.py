"""Workers and servers on all hosts, which are started again when they end, people who hand photos in all the time, and the
operator, who sets limits and raises the budget."""

import http.client
import json
import os
import random
import re
import socket
import struct
import subprocess
import threading
import time
import zlib

from network import HERE
from servers import BUCKET, KEYS, PROVIDER_PORT, STORE_PORT

WORKERS = [4, 3, 3]
# Jobs that something can still be done about today.
OPEN = "state = 'running' OR state = 'waiting' AND reason <> 'daily_cap'"
CAP = 4
# The spaces beside the command line's own, in all of which the same ids are other people.
SPACES = ["shop", "team"]
# The space whose own budget, in millionths of a US dollar, is used up soon.
THRIFTY, THRIFTY_BUDGET = "team", 600_000
# What a raise of the budget for all leaves of it, and how long it lasts.
ALLOWANCE, RAISE_PAUSE = 1_500_000, 20
# Where submitters, workers and servers are; the queue's days are none of their business.
ZONES = ["UTC", "Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata"]
# What the requests of the queue that have ended count for.
SPENT = "SELECT coalesce(sum(coalesce(cost, bound, estimate)), 0) FROM charge WHERE state IN ('paid', 'unknown')"


class Crew:
    def __init__(self, folder, headshot, clock, prompts, hosts, postgres, authority, seed):
        self.folder, self.headshot, self.clock = folder, headshot, clock
        self.hosts, self.postgres, self.seed = hosts, postgres, seed
        # Ids that were printed, commands that were run, and how workers ended.
        self.printed, self.commands, self.ends = [], [], []
        # The ids that were printed of each order.
        self.orders = {}
        # The secrets of the webhooks, and tokens with which deliveries are sent again.
        self.secrets, self.tokens = {}, {}
        # When a day could cost how much at most: when that was asked for, when it was done, and the limit; None is none. By
        # the space, with all under None.
        self.budgets = {None: [], THRIFTY: []}
        self.running = {}
        self.lock = threading.Lock()
        # Whether workers are started again, and whether photos are handed in.
        self.is_open, self.takes_photos = True, True
        self.threads, self.submitters, self.operators = [], [], []
        self.set_clock(0)
        self.variables = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", **KEYS, "GEMINI_API_KEY": "chaos",
            "HEADSHOT_QUEUE": postgres.url(authority), "HEADSHOT_STORE": f"s3://{BUCKET}/headshot",
            "AWS_ENDPOINT_URL": f"https://{HERE}:{STORE_PORT}", "GOOGLE_GEMINI_BASE_URL": f"https://{HERE}:{PROVIDER_PORT}",
            "HEADSHOT_LOG_FORMAT": "json", "HEADSHOT_ISOLATION": "best", "HEADSHOT_PROMPTS": prompts,
            "HEADSHOT_REQUEST_TIMEOUT": "20", "HEADSHOT_CONCURRENCY": "3",
        }

    def variables_at(self, host, home):
        """The variables of a program on a host; the last host's clock can be set."""
        own = {**self.variables, "HOME": f"{self.folder}/{home}", "HEADSHOT_HOME": f"{self.folder}/{home}",
               "TZ": ZONES[zlib.crc32(home.encode()) % len(ZONES)]}
        if host is self.hosts[-1]:
            own |= {"LD_PRELOAD": self.clock, "CLOCK_AHEAD": f"{self.folder}/clock-ahead"}
        return own

    def set_clock(self, ahead):
        with open(f"{self.folder}/clock-ahead.new", "w") as file:
            file.write(str(ahead))
        os.replace(file.name, f"{self.folder}/clock-ahead")

    def run(self, host, home, *arguments, patience=300):
        """Runs a command to its end: its exit code, what it printed, and what it complained of."""
        command = subprocess.Popen(
            host.command(self.headshot, *arguments), env=self.variables_at(host, home), text=True, cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            output, errors = command.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            command.kill()
            output, errors = command.communicate()
            errors += f"did not end within {patience} s"
        with self.lock:
            self.commands.append({"arguments": arguments, "exit": command.returncode, "output": output, "errors": errors})
        return command.returncode, output, errors

    def open(self, receiver):
        """Makes the queue, its limits and its spaces."""
        self.own("queue", "migrate")
        self.own("queue", "limits", "--daily-cap", str(CAP), "--time-zone", "UTC")
        self.set_budget(None, ALLOWANCE)
        for space in SPACES:
            added = json.loads(self.own(
                "space", "add", space, "--webhook", receiver.url(space), "--scope", "operate", "--new-persons", "1000000",
                "--limit", "space-free-jobs=1000000", "--limit", "space-orders=1000000", "--json"))
            self.secrets[space], self.tokens[space] = added["webhook_secret"], added["token"]
        self.set_budget(THRIFTY, THRIFTY_BUDGET)

    def own(self, *arguments):
        """Runs a command of the operator's, which succeeds."""
        code, output, errors = self.run(self.hosts[0], "owner", *arguments)
        if code:
            raise RuntimeError(f"{' '.join(arguments)}: {errors}")
        return output

    def set_budget(self, space, limit):
        """Asks for another budget, and returns whether that was done."""
        command = ["space", "set", space] if space else ["queue", "limits"]
        option = "--budget" if space else "--max-spend-per-day"
        amount = ["--no-budget"] if limit is None else [option, f"{limit / 1_000_000:.2f}"]
        change = {"asked": time.time(), "done": None, "limit": limit}
        self.budgets[space].append(change)
        code, _, _ = self.run(self.hosts[0], "owner", *command, *amount)
        if code == 0:
            change["done"] = time.time()
        return code == 0

    def raise_budget(self):
        latest, due = ALLOWANCE, 0
        while self.takes_photos:
            time.sleep(1)
            if time.monotonic() < due:
                continue
            try:
                limit = (int(self.postgres.sql(SPENT)) + ALLOWANCE) // 10_000 * 10_000
            except RuntimeError:
                continue
            if limit > latest and self.set_budget(None, limit):
                latest, due = limit, time.monotonic() + RAISE_PAUSE

    def lift_budgets(self):
        """Lets all that waits for money go on; returns whether that was done."""
        left = [space for space, changes in self.budgets.items() if changes[-1]["limit"] is not None or not changes[-1]["done"]]
        return all([self.set_budget(space, None) for space in left])

    def send_again(self):
        """Sends what a webhook has not received, rather than wait minutes for the next attempt."""
        for space in SPACES:
            for delivery in self.ask(space, "GET", "/v1/deliveries").get("deliveries", []):
                if delivery["attempts"] > 1:
                    self.ask(space, "POST", f"/v1/deliveries/{delivery['id']}/send")

    def ask(self, space, method, path):
        """What the first host's server answers; nothing if it does not."""
        connection = http.client.HTTPConnection("localhost", timeout=30)
        try:
            connection.sock = socket.socket(socket.AF_UNIX)
            connection.sock.settimeout(30)
            connection.sock.connect(self.address(self.hosts[0]))
            connection.request(method, path, headers={"Authorization": f"Bearer {self.tokens[space]}"})
            answer = connection.getresponse()
            body = answer.read()
            return json.loads(body) if answer.status < 300 else {}
        except (OSError, http.client.HTTPException):
            return {}
        finally:
            connection.close()

    def address(self, host):
        return f"{self.folder}/{host.name}.sock"

    def start(self):
        for host, count in zip(self.hosts, WORKERS):
            for number in range(count):
                self.begin(self.threads, self.work, host, f"{host.name}-worker-{number}", "worker")
            self.begin(self.threads, self.work, host, f"{host.name}-server", "serve", "--listen", f"unix:{self.address(host)}")
            self.begin(self.submitters, self.submit, host, f"{host.name}-person")
        self.begin(self.operators, self.raise_budget)

    def begin(self, threads, target, *arguments):
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        threads.append(thread)
        thread.start()

    def work(self, host, name, *arguments):
        os.makedirs(f"{self.folder}/{name}")
        while self.is_open:
            with open(f"{self.folder}/{name}.log", "ab") as log:
                worker = subprocess.Popen(
                    host.command(self.headshot, *arguments), env=self.variables_at(host, name), cwd=self.folder,
                    stdin=subprocess.DEVNULL, stdout=log, stderr=log)
                with self.lock:
                    self.running[name] = worker
                    if not self.is_open:
                        worker.terminate()
                code = worker.wait()
            with self.lock:
                self.ends.append((name, code))
                del self.running[name]
            time.sleep(0.5)

    def signal(self, name, number):
        """Signals a worker, if it runs; returns it."""
        with self.lock:
            worker = self.running.get(name)
            if worker and worker.poll() is None:
                worker.send_signal(number)
                return worker

    def submit(self, host, name):
        dice = random.Random(f"{self.seed} {name}")
        os.makedirs(f"{self.folder}/{name}")
        count = 0
        while self.takes_photos:
            count += 1
            photos = [f"{self.folder}/{name}/{count}{side}.png" for side in ("", "-side")]
            for photo in photos:
                with open(photo, "wb") as file:
                    file.write(drawn_photo(dice))
            # A new person now and then, who has more wishes than the cap allows in the end, and in each space.
            person = f"{name}-{count // 36}-{dice.randrange(2)}"
            what = dice.choice([["--force"], ["--force"], ["--force"], ["--kind", "analysis", "--side", photos[1]]])
            arguments = ["submit", photos[0], *what, "--person", person, "--key", f"{name}-{count}"]
            if space := dice.choice([None, *SPACES]):
                arguments += ["--space", space]
            # The same order again is the same job.
            for _ in range(dice.choice([1, 1, 2])):
                _, output, _ = self.run(host, name, *arguments)
                ids = re.findall(r"^([0-9a-hjkmnp-tv-z]{10})\b", output, re.MULTILINE)
                with self.lock:
                    self.printed += ids
                    self.orders.setdefault(f"{name}-{count}", set()).update(ids)
            while len(set(self.printed)) > self.ended() + 40 and self.takes_photos:
                time.sleep(1)
            time.sleep(dice.uniform(0.2, 2))

    def ended(self):
        try:
            # Those that wait for money are done at the end, when the budgets are lifted.
            return int(self.postgres.sql(f"SELECT count(*) FROM job WHERE NOT ({OPEN}) OR reason = 'budget'"))
        except RuntimeError:
            return 0

    def stop_submitting(self):
        self.takes_photos = False
        for thread in self.submitters + self.operators:
            thread.join()

    def stop(self, patience=90):
        """Asks all workers to end, and waits for that; returns those that did not."""
        with self.lock:
            self.is_open = False
            for worker in self.running.values():
                worker.terminate()
        end = time.monotonic() + patience
        for thread in self.threads:
            thread.join(max(0, end - time.monotonic()))
        with self.lock:
            return sorted(self.running)


def drawn_photo(dice, side=320):
    """A PNG that differs from all others."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    colours = bytes(dice.randrange(256) for _ in range(3 * 16))
    row = b"".join(colours[3 * (x // 20):3 * (x // 20) + 3] for x in range(side))
    rows = b"".join(b"\0" + row[3 * (y % 160):] + row[:3 * (y % 160)] for y in range(side))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
