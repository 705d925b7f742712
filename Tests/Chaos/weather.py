"""What goes wrong, and when: a deck of faults that a seed shuffles, dealt until the time is up."""

import random
import signal
import threading
import time

from servers import POSTGRES_PORTS, PROVIDER_PORT, RECEIVER_PORT, STORE_PORT


class Weather:
    def __init__(self, seed, seconds, crew, store, provider, fronts, note):
        self.dice = random.Random(seed)
        self.seconds = seconds
        self.crew, self.hosts, self.postgres = crew, crew.hosts, crew.postgres
        self.store, self.provider, self.fronts, self.note = store, provider, fronts, note
        self.counts, self.problems, self.threads = {}, [], []
        self.failovers = 0
        self.is_over = threading.Event()
        # What happens at one host, or at one server, happens there one after the other.
        self.locks = {}

    def rage(self):
        """Lets one fault after the other happen until the time is up, and waits until the last has passed."""
        end = time.monotonic() + self.seconds
        # A short form has to meet each of them, too.
        least, most = (5, 20) if self.seconds >= 600 else (2, 7)
        deck = []
        while True:
            self.last(min(self.dice.uniform(least, most), max(0, end - time.monotonic())))
            if time.monotonic() >= end:
                break
            if not deck:
                deck = self.deck()
                self.dice.shuffle(deck)
            kind, place, work = deck.pop()(min(1, self.seconds / 600))
            self.counts[kind] = self.counts.get(kind, 0) + 1
            thread = threading.Thread(target=self.happen, args=(kind, place, work), daemon=True)
            self.threads.append(thread)
            thread.start()
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    def happen(self, kind, place, work):
        try:
            with self.locks.setdefault(place, threading.Lock()):
                if not self.is_over.is_set():
                    self.note(f"{kind} at {place}")
                    work()
                    self.note(f"{kind} at {place} has passed")
        except Exception as error:
            self.problems.append(f"{kind} at {place} could not be done: {error}")

    def last(self, seconds):
        """Waits while a fault lasts, or until the next one."""
        self.is_over.wait(seconds)

    def deck(self):
        cards = [self.kill] * 4 + [self.stop] * 2 + [self.unplug] * 2
        cards += [self.dropping(kind, ports) for kind, ports in (
            ("queue cut off", POSTGRES_PORTS), ("store cut off", [STORE_PORT]), ("provider cut off", [PROVIDER_PORT]),
            ("receiver cut off", [RECEIVER_PORT]))]
        cards += [self.treating(way) for way in ("slow", "cut", "down")]
        cards += [self.answering(*rule) for rule in (
            ("429-per-minute", 1), ("503", 3), ("hang", 2), ("drop-before-headers", 2), ("drop-mid-body", 2),
            ("text-only", 2))]
        cards += [self.restart_postgres, self.restart_store, self.set_clock]
        if self.failovers < 2:
            self.failovers += 1
            cards.append(self.fail_over)
        return cards

    # Each of these draws all of its chance when it is dealt, so that the same seed deals the same.

    def worker(self):
        places = ["worker-0", "worker-1", "worker-2", "server"]
        return self.dice.choice([f"{host.name}-{place}" for host in self.hosts for place in places])

    def kill(self, share):
        name = self.worker()
        return "program killed", name, lambda: self.crew.signal(name, signal.SIGKILL)

    def stop(self, share):
        name, seconds = self.worker(), self.dice.uniform(1, 1 + 89 * share)

        def work():
            if worker := self.crew.signal(name, signal.SIGSTOP):
                self.last(seconds)
                worker.send_signal(signal.SIGCONT)
        return "program stopped", name, work

    def unplug(self, share):
        host, seconds = self.dice.choice(self.hosts), self.dice.uniform(1, 5 + 25 * share)

        def work():
            host.plug(False)
            try:
                self.last(seconds)
            finally:
                host.plug(True)
        return "host cut off", host.name, work

    def dropping(self, kind, ports):
        def deal(share):
            host, seconds = self.dice.choice(self.hosts), self.dice.uniform(1, 5 + 25 * share)

            def work():
                host.drop(ports)
                try:
                    self.last(seconds)
                finally:
                    host.let_all_through()
            return kind, host.name, work
        return deal

    def treating(self, way):
        def deal(share):
            seconds = self.dice.uniform(1, 5 + 25 * share)

            def work():
                self.fronts.ways[STORE_PORT] = way
                self.last(seconds)
                self.fronts.ways[STORE_PORT] = "well"
            return f"store {way}", "store's front", work
        return deal

    def answering(self, answer, times):
        def deal(share):
            rule = {"answer": answer, "times": times}
            if answer.startswith("429"):
                rule["retryDelay"] = "5s"
            return f"provider's {answer}", "provider", lambda: self.provider.answer(rule)
        return deal

    def restart_postgres(self, share):
        return "PostgreSQL crashed", "queue", self.postgres.restart

    def fail_over(self, share):
        def work():
            if not self.postgres.fail_over():
                raise RuntimeError("no standby followed")
        return "PostgreSQL failed over", "queue", work

    def restart_store(self, share):
        pause = self.dice.uniform(0, 10 * share)
        return "SeaweedFS killed", "store", lambda: self.store.restart(pause)

    def set_clock(self, share):
        ahead, seconds = self.dice.choice([3600, -3600, 86_400, -86_400]), self.dice.uniform(5, 15 + 75 * share)

        def work():
            self.crew.set_clock(ahead)
            self.last(seconds)
            self.crew.set_clock(0)
        return "clock set", "clock of the last host", work
