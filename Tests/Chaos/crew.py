"""Workers on all hosts, which are started again when they end, and people who hand photos in all the time."""

import os
import random
import re
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


class Crew:
    def __init__(self, folder, headshot, clock, prompts, hosts, postgres, authority, seed):
        self.folder, self.headshot, self.clock = folder, headshot, clock
        self.hosts, self.postgres, self.seed = hosts, postgres, seed
        # Ids that were printed, commands that were run, and how workers ended.
        self.printed, self.commands, self.ends = [], [], []
        # The ids that were printed of each order.
        self.orders = {}
        self.running = {}
        self.lock = threading.Lock()
        # Whether workers are started again, and whether photos are handed in.
        self.is_open, self.takes_photos = True, True
        self.threads, self.submitters = [], []
        self.set_clock(0)
        self.variables = {
            "PATH": os.environ["PATH"], "TZ": "UTC", "LANG": "C.UTF-8", **KEYS, "GEMINI_API_KEY": "chaos",
            "HEADSHOT_QUEUE": postgres.url(authority), "HEADSHOT_STORE": f"s3://{BUCKET}/headshot",
            "AWS_ENDPOINT_URL": f"https://{HERE}:{STORE_PORT}", "GOOGLE_GEMINI_BASE_URL": f"https://{HERE}:{PROVIDER_PORT}",
            "HEADSHOT_LOG_FORMAT": "json", "HEADSHOT_ISOLATION": "best", "HEADSHOT_PROMPTS": prompts,
            "HEADSHOT_DAILY_CAP": str(CAP), "HEADSHOT_TIME_ZONE": "UTC", "HEADSHOT_REQUEST_TIMEOUT": "20",
            "HEADSHOT_CONCURRENCY": "3",
        }

    def variables_at(self, host, home):
        """The variables of a program on a host; the last host's clock can be set."""
        own = {**self.variables, "HOME": f"{self.folder}/{home}", "HEADSHOT_HOME": f"{self.folder}/{home}"}
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

    def start(self):
        for host, count in zip(self.hosts, WORKERS):
            for number in range(count):
                self.begin(self.threads, self.work, host, f"{host.name}-worker-{number}")
            self.begin(self.submitters, self.submit, host, f"{host.name}-person")

    def begin(self, threads, target, *arguments):
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        threads.append(thread)
        thread.start()

    def work(self, host, name):
        os.makedirs(f"{self.folder}/{name}")
        while self.is_open:
            with open(f"{self.folder}/{name}.log", "ab") as log:
                worker = subprocess.Popen(
                    host.command(self.headshot, "worker"), env=self.variables_at(host, name), cwd=self.folder,
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
            photo = f"{self.folder}/{name}/{count}.png"
            with open(photo, "wb") as file:
                file.write(drawn_photo(dice))
            # A new person now and then, who has more wishes than the cap allows in the end.
            person = f"{name}-{count // 12}-{dice.randrange(2)}"
            arguments = ["submit", photo, "--force", "--person", person, "--key", f"{name}-{count}"]
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
            return int(self.postgres.sql(f"SELECT count(*) FROM job WHERE NOT ({OPEN})"))
        except RuntimeError:
            return 0

    def stop_submitting(self):
        self.takes_photos = False
        for thread in self.submitters:
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
