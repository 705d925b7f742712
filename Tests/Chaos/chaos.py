"""Three hosts with ten workers and three servers, PostgreSQL with a standby, SeaweedFS, a receiver of webhooks: breaks one after
the other, and judges what is left.

All of it runs in namespaces of its own, which end with this program, and everything in them, too.
"""

import argparse
import collections
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from crew import OPEN, Crew
from judge import Judge
from network import Host, make_bridge, run
from servers import Certificates, Fronts, Postgres, Provider, Receiver, Store, patiently
from weather import Weather

INSIDE = "--inside"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="where chance begins: the same seed deals the same faults")
    parser.add_argument("--minutes", type=float, default=20, help="how long things break")
    parser.add_argument("--programs", required=True, help="the folder of the built programs")
    parser.add_argument("--weed", required=True, help="the program of SeaweedFS")
    parser.add_argument(INSIDE, action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def main():
    options = arguments()
    if not options.inside:
        if os.geteuid() != 0:
            sys.exit("chaos: namespaces, cables and rules need root.")
        sys.exit(in_namespaces())
    try:
        sys.exit(Run(options).run())
    except KeyboardInterrupt:
        sys.exit(130)


def in_namespaces():
    """Runs this program as the first process of its own namespaces, with which the kernel ends all others."""
    # A Ctrl-C reaches the one inside, too, which ends in order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    inside = subprocess.Popen(
        ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc",
         sys.executable, "-Bu", *sys.argv, INSIDE], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: inside.kill())
    code = inside.wait()
    return code if code >= 0 else 128 - code


class Run:
    def __init__(self, options):
        self.options = options
        self.seconds = options.minutes * 60
        self.folder = tempfile.mkdtemp(prefix="headshot-chaos-")
        os.chmod(self.folder, 0o755)
        self.notes = open(f"{self.folder}/faults.log", "w")
        self.began = time.monotonic()
        self.is_over = threading.Event()

    @property
    def age(self):
        return time.monotonic() - self.began

    def note(self, words):
        self.notes.write(f"{self.age:7.1f} s  {time.strftime('%H:%M:%S', time.gmtime())}  {words}\n")
        self.notes.flush()

    def run(self):
        is_clean = False
        try:
            is_clean = self.judge()
            return 0 if is_clean else 1
        finally:
            if is_clean:
                shutil.rmtree(self.folder, ignore_errors=True)
            else:
                print(f"Kept for a look: {self.folder}")

    def prepare(self):
        options, folder = self.options, self.folder
        root = os.path.abspath(f"{os.path.dirname(__file__)}/../..")
        clock = f"{folder}/clock.so"
        run("clang", "-shared", "-fPIC", "-O1", "-o", clock, f"{root}/Tests/Faults/clock.c")
        make_bridge()
        certificates = Certificates(folder, clock)
        self.store = Store(folder, os.path.abspath(options.weed), open(f"{folder}/store.log", "ab"))
        programs = os.path.abspath(options.programs)
        self.provider = Provider(f"{programs}/gemini-emulator", open(f"{folder}/provider.log", "ab"))
        self.postgres = Postgres(folder, certificates)
        fronts = Fronts(certificates)
        self.receiver = Receiver(certificates, options.seed)
        hosts = [Host(number, certificates.authority) for number in (1, 2, 3)]
        self.crew = Crew(folder, f"{programs}/headshot", clock, f"{root}/prompts", hosts, self.postgres,
                         certificates.authority, options.seed)
        self.store.make_bucket()
        self.crew.open(self.receiver)
        self.weather = Weather(options.seed, self.seconds, self.crew, self.store, self.provider, fronts, self.note)

    def judge(self):
        print(f"seed {self.options.seed}, {self.options.minutes:g} minutes; logs in {self.folder}")
        self.prepare()
        print(f"{self.age:.0f} s: everything runs")
        self.crew.start()
        watch = threading.Thread(target=self.watch, daemon=True)
        watch.start()
        self.weather.rage()
        self.note("all faults have passed")
        self.provider.be_well()
        self.crew.stop_submitting()
        self.rest()
        stuck = self.crew.stop()
        # Else it would look for what is removed at the end.
        self.is_over.set()
        watch.join()
        judge = patiently(lambda: Judge(self.crew, self.postgres, self.store, self.provider, self.receiver))
        sentences = judge.sentences()
        sentences["programs that did not end"] = stuck
        sentences["faults that could not be done"] = self.weather.problems
        self.tell(judge, sentences)
        # Nothing was put to the test if nothing was made, or nothing went wrong.
        is_proof = self.weather.counts and all(judge.was_tried().values())
        return bool(is_proof) and not any(sentences.values())

    def rest(self, patience=120):
        """Lets all that can be done be done."""
        latest, end = None, time.monotonic() + patience
        while time.monotonic() < end:
            self.crew.lift_budgets()
            self.crew.run(self.crew.hosts[0], "owner", "gate", "clear")
            self.crew.send_again()
            left = [self.ask(f"SELECT count(*) FROM {rows}") for rows in (
                f"job WHERE {OPEN}", "charge WHERE state <> 'started' AND NOT journaled",
                "delivery WHERE state <> 'delivered'")]
            if left == ["0"] * len(left):
                return
            if left != latest:
                latest, end = left, time.monotonic() + patience
            time.sleep(2)
        self.note(f"no rest: {latest}")

    def ask(self, statement):
        try:
            return self.postgres.sql(statement).strip()
        except RuntimeError:
            return "?"

    def watch(self):
        """Says how it goes, and clears the gate as somebody would who sees it closed."""
        while not self.is_over.wait(10):
            states = self.ask("SELECT state, count(*) FROM job GROUP BY state ORDER BY state").replace("|", " ").replace("\n", ", ")
            faults = sum(self.weather.counts.values())
            print(f"{self.age:.0f} s: {faults} faults, {len(self.crew.running)} programs, jobs: {states}")
            if self.crew.is_open:
                self.crew.run(self.crew.hosts[0], "owner", "gate", "clear")

    def tell(self, judge, sentences):
        states = collections.Counter(row["state"] for row in judge.jobs.values())
        print()
        rows = {
            "faults": ", ".join(f"{count} {kind}" for kind, count in sorted(self.weather.counts.items())),
            "jobs": f"{len(judge.jobs)} ({', '.join(f'{count} {state}' for state, count in sorted(states.items()))})",
            "jobs that were printed": len(set(self.crew.printed)),
            "commands whose outcome was not told": sum(command["exit"] == 75 for command in self.crew.commands),
            "requests, passes, void passes": f"{len(judge.ledger)}, {len(judge.fences)}, {len(judge.void)}",
            "raises of the budget": len(self.crew.budgets[None]),
        } | judge.was_tried() | {
            "ends of workers and servers": dict(collections.Counter(code for _, code in self.crew.ends)),
        } | {kind: len(found) for kind, found in sentences.items()}
        for kind, value in rows.items():
            print(f"{kind:<38}{value}")
        for kind, found in sentences.items():
            for sentence in found[:20]:
                print(f"! {kind}: {sentence}")
        print("said:")
        for sentence, count in judge.words_said().most_common():
            print(f"{count:6}  {sentence[:200]}")
        with open(f"{self.folder}/commands.txt", "w") as file:
            for command in self.crew.commands:
                file.write(f"{command}\n")
        print(f"The same again: make chaos MINUTES={self.options.minutes:g} SEED={self.options.seed}")


if __name__ == "__main__":
    main()
