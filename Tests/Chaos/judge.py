"""Whether all promises were kept: by the emulator's ledger, the bucket's listing and psql, not by the program's code."""

import collections
import datetime
import glob
import json
import re

from crew import CAP, OPEN
from servers import BUCKET

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
# How a worker may end: stopped, the provider halted, the store or the disk failed, try later; killed, or stopped before it
# listened.
WORKER_ENDS = {0, 69, 74, 75, -9, -15}
# How a command may end: done, some jobs ended badly, the store or the disk failed, try later.
COMMAND_ENDS = {0, 1, 69, 74, 75}
# Failures that are not a word of the provider, the photo or a person.
OUR_FAILURES = {"photo_missing", "photo_unreadable", "answer_lost", "result_unwritable"}
# What a program says only if it has a defect.
DEFECTS = re.compile(r"internal|fatal error|program crashed|defect|assertion|precondition", re.IGNORECASE)
# What a worker may complain of here.
KNOWN = re.compile("|".join((
    "job of a dead worker recovered", "claim lost", "the queue's server", "a paid answer cannot be kept; trying again",
    "the store does not take a paid answer", "photos are decoded behind fewer fences",
    "headshot: The (queue at .* (does not answer|went away)|store cannot be used|queue's server was restored)",
    "headshot: Another process has held the queue", "headshot: The provider is halted")))


def name(number):
    """A job's name, by its number."""
    return "".join(ALPHABET[number >> shift & 31] for shift in range(45, -1, -5))


class Judge:
    def __init__(self, crew, postgres, store, provider):
        self.crew, self.store = crew, store
        self.broken = []
        self.jobs = {name(row["id"]): row for row in postgres.rows(f"SELECT id, state, reason, result, {OPEN} AS is_open FROM job")}
        self.charges = postgres.rows(
            "SELECT id, job, state, journaled, row_number() OVER (PARTITION BY job ORDER BY id) AS attempt FROM charge")
        self.ledger = provider.ledger()
        self.fences, self.words = {}, collections.defaultdict(set)
        for found in store.objects("headshot/payments/"):
            attempt, word = found["Key"].split("/")[-1].split(".")
            if word == "charge":
                self.fences[attempt] = found
            else:
                self.words[attempt].add(word)
        self.void = {attempt for attempt, found in self.fences.items() if json.loads(store.bytes(found["Key"]))["isVoid"]}
        self.results = {f"s3://{BUCKET}/{found['Key']}" for found in store.objects("headshot/results/")}
        self.over_cap = postgres.rows(
            "SELECT space, person, kind, day, count(*) AS charges FROM charge WHERE state <> 'free' "
            f"GROUP BY space, person, kind, day HAVING count(*) > {CAP}")

    def sentences(self):
        """All promises that were broken, by their names."""
        return {
            "lost": list(self.lost()), "paid twice": list(self.paid_twice()), "sent without a pass": list(self.unpassed()),
            "over the cap": [f"{row['person']} has {row['charges']} on {row['day']}" for row in self.over_cap],
            "queue and provider differ": list(self.wrong_money()), "made twice": list(self.made_twice()),
            "headshots that are missing": list(self.missing()),
            "not ended": list(self.unfinished()), "uncertain without a reason": list(self.wrongly_uncertain()),
            "store and queue differ": list(self.differing()), "failed through us": list(self.failed_through_us()),
            "programs that ended badly": list(self.bad_ends()), "unexpected words": list(self.bad_words()),
        }

    def lost(self):
        for job in sorted(set(self.crew.printed) - set(self.jobs)):
            yield f"Job {job} was printed and is lost."

    def unfinished(self):
        for job, row in self.jobs.items():
            if row["is_open"]:
                yield f"Job {job} is {row['state']} ({row['reason']})."

    def requests(self):
        """The ledger's entries of each job, in order."""
        requests = collections.defaultdict(list)
        for entry in self.ledger:
            job, charge = entry["requestID"].split("-")
            requests[job].append((int(charge), entry))
        return requests

    def paid_twice(self):
        for job, entries in self.requests().items():
            # Only what was answered with a refusal is known to be free; nothing may follow anything else.
            for charge, entry in entries[:-1]:
                if entry["charged"] is not False:
                    yield f"Job {job} was requested again after {charge}, which was answered {entry['answer']}."

    def unpassed(self):
        attempts = {(name(row["job"]), row["id"]): row["attempt"] for row in self.charges}
        for job, entries in self.requests().items():
            for charge, entry in entries:
                attempt = f"{job}-{attempts.get((job, charge))}"
                fence = self.fences.get(attempt)
                sent = datetime.datetime.fromtimestamp(entry["timeMilliseconds"] / 1000, datetime.timezone.utc)
                if not fence or attempt in self.void:
                    flaw = "void" if fence else "missing"
                    yield f"Request {job}-{charge} (attempt {attempt}) was sent, and its pass is {flaw}."
                # The store tells whole seconds.
                elif fence["LastModified"] > sent:
                    yield f"Request {job}-{charge} was sent at {sent}, before its pass of {fence['LastModified']}."

    def wrong_money(self):
        charged = {charge: entry["charged"] for entries in self.requests().values() for charge, entry in entries}
        for row in self.charges:
            asked = charged.get(row["id"])
            if row["state"] == "free" and asked is True or row["state"] == "paid" and asked is not True:
                yield f"Charge {name(row['job'])}-{row['id']} is {row['state']}, and the provider says {asked}."

    def made_twice(self):
        for key, jobs in self.crew.orders.items():
            if len(jobs) > 1:
                yield f"Order {key} was told to be each of {sorted(jobs)}."

    def missing(self):
        for job, row in self.jobs.items():
            if row["state"] == "succeeded" and row["result"] not in self.results:
                yield f"The headshot of job {job} is not at {row['result']}."

    def wrongly_uncertain(self):
        last = {name(row["job"]): row for row in sorted(self.charges, key=lambda row: row["id"])}
        for job, row in self.jobs.items():
            if row["state"] == "uncertain":
                attempt = f"{job}-{last[job]['attempt']}" if job in last else None
                if attempt not in self.fences or attempt in self.void:
                    yield f"Job {job} is uncertain ({row['reason']}), and no request of it can have been sent."

    def differing(self):
        rows = {f"{name(row['job'])}-{row['attempt']}": row for row in self.charges}
        for attempt in sorted(set(self.fences) - set(rows)):
            yield f"The store has a pass {attempt} of which the queue knows nothing."
        for attempt, row in rows.items():
            said = next((word for word in ("paid", "free", "unknown") if word in self.words.get(attempt, ())), None)
            if attempt not in self.fences and row["state"] != "free":
                yield f"The queue has a {row['state']} charge {attempt} without a pass."
            words = self.words.get(attempt, set())
            is_told = said == row["state"] and row["journaled"] and not {"paid", "free"} <= words
            if not is_told:
                yield f"Charge {attempt} is {row['state']}, and the store's words are {sorted(words)}."

    def failed_through_us(self):
        for job, row in self.jobs.items():
            if row["state"] == "failed" and row["reason"] in OUR_FAILURES:
                yield f"Job {job} failed: {row['reason']}."

    def bad_ends(self):
        for worker, code in self.crew.ends:
            if code not in WORKER_ENDS:
                yield f"{worker} ended with {code}."
        for command in self.crew.commands:
            if command["exit"] not in COMMAND_ENDS:
                yield f"{' '.join(command['arguments'])} ended with {command['exit']}: {command['errors'].strip()[-300:]}"

    def words_said(self):
        """How often each sentence of a warning or an error was said, without ids and addresses."""
        said = collections.Counter()
        for path in glob.glob(f"{self.crew.folder}/*-worker-*.log"):
            with open(path, errors="replace") as log:
                for line in log:
                    try:
                        event = json.loads(line)
                    except ValueError:
                        if not DEFECTS.search(line):
                            continue
                        event = {"level": "crash", "message": line.strip()}
                    # How a program says why it ends has no level of its own.
                    is_end = event.get("message", "").startswith("headshot: ")
                    if is_end or event.get("level") not in ("info", "notice", "debug", "trace"):
                        said[plain(f"[{event.get('level')}] {event.get('message')} {event.get('disk.detail', '')}")] += 1
        for command in self.crew.commands:
            # What a command that did its work says is news, and no complaint.
            for line in filter(None, map(str.strip, command["errors"].splitlines() if command["exit"] else [])):
                said[plain(f"[{command['arguments'][0]}] {line}")] += 1
        return said

    def bad_words(self):
        for sentence, count in self.words_said().items():
            is_workers = sentence.startswith(("[error]", "[warning]", "[notice]", "[critical]"))
            if DEFECTS.search(sentence) or is_workers and not KNOWN.search(sentence):
                yield f"{count} times: {sentence}"


def plain(sentence):
    # A store's own words for its 500.
    sentence = sentence.replace("InternalError: We encountered an internal error, please try again.", "its own fault")
    sentence = re.sub(r"\b(?=\w*\d)[0-9a-hjkmnp-tv-z]{10}\b", "JOB", sentence)
    sentence = re.sub(r"/\S+", "PATH", sentence)
    return re.sub(r"\d+", "N", sentence).strip()
