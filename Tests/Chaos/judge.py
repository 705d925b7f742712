"""Whether all promises were kept: by the emulator's ledger, the bucket's listing and psql, not by the program's code."""

import base64
import collections
import datetime
import glob
import hashlib
import hmac
import itertools
import json
import re

from crew import CAP, OPEN

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
# How a worker may end: stopped, the provider halted, the store or the disk failed, try later; killed, or stopped before it
# listened.
WORKER_ENDS = {0, 69, 74, 75, -9, -15}
# How a command may end: done, some jobs ended badly, the store or the disk failed, try later.
COMMAND_ENDS = {0, 1, 69, 74, 75}
# How far a program's idea of the server's time, which it has from its latest answer, may be off, in seconds.
CLOCKS = 30
# How far a receiver lets the time of a message be off, as Standard Webhooks has it, and what a message may have waited here.
TOLERANCE = 300
# What a program says only if it has a defect.
DEFECTS = re.compile(r"internal|fatal error|program crashed|defect|assertion|precondition", re.IGNORECASE)
# What a worker may complain of here.
KNOWN = re.compile("|".join((
    "job of a dead worker recovered", "claim lost", "the queue's server", "a paid answer cannot be kept; trying again",
    "the store does not take a paid answer", "photos are decoded behind fewer fences",
    "headshot: The (queue at .* (does not answer|went away)|store cannot be used|queue's server was restored)",
    "headshot: Another process has held the queue", "headshot: The provider is halted", "webhook not delivered; trying again",
    "What is old cannot be removed")))


def name(number):
    """A job's name, by its number."""
    return "".join(ALPHABET[number >> shift & 31] for shift in range(45, -1, -5))


class Judge:
    def __init__(self, crew, postgres, store, provider, receiver):
        self.crew, self.store, self.messages = crew, store, receiver.messages
        self.broken = []
        self.jobs = {name(row["id"]): row for row in postgres.rows(f"SELECT *, {OPEN} AS is_open FROM job")}
        self.charges = postgres.rows(
            "SELECT *, row_number() OVER (PARTITION BY job ORDER BY id) AS attempt FROM charge")
        self.deliveries = {row["id"]: row for row in postgres.rows("SELECT * FROM delivery")}
        self.ledger = provider.ledger()
        self.fences, self.words = {}, collections.defaultdict(set)
        for found in store.objects("headshot/payments/"):
            attempt, word = found["Key"].split("/")[-1].split(".")
            if word == "charge":
                self.fences[attempt] = found
            else:
                self.words[attempt].add(word)
        self.void = {attempt for attempt, found in self.fences.items() if json.loads(store.bytes(found["Key"]))["isVoid"]}
        self.results = {found["Key"].split("/")[-1] for found in store.objects("headshot/results/")}
        self.over_cap = postgres.rows(
            "SELECT space, person, kind, day, count(*) AS charges FROM charge WHERE state <> 'free' "
            f"GROUP BY space, person, kind, day HAVING count(*) > {CAP}")

    def sentences(self):
        """All promises that were broken, by their names."""
        return {
            "lost": list(self.lost()), "paid twice": list(self.paid_twice()), "sent without a pass": list(self.unpassed()),
            "over the cap": [f"{row['person']} has {row['charges']} on {row['day']}" for row in self.over_cap],
            "on another day": list(self.wrong_days()), "over a budget": list(self.over_budget()),
            "mixed up": list(self.mixed_up()), "webhooks": list(self.wrong_messages()) + list(self.unreported()),
            "queue and provider differ": list(self.wrong_money()), "made twice": list(self.made_twice()),
            "results that are missing or wrong": list(self.missing()),
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
        requests = self.requests()
        for job, row in self.jobs.items():
            if row["state"] != "succeeded":
                continue
            if row["result"] not in self.results:
                yield f"The result of job {job} is not at {row['result']}."
                continue
            content = self.store.bytes(f"headshot/results/{row['result']}")
            if row["kind"] == "headshot":
                sent = {entry.get("picture") for _, entry in requests[job]}
                if hashlib.sha256(content).hexdigest() not in sent:
                    yield f"The headshot of job {job} is none of the pictures that were sent for it."
            elif ("side" in json.loads(content)) != (row["second_input"] is not None):
                yield f"The analysis of job {job} is of another number of photos than were ordered."

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
        """All photos are sound, and nobody decides about a job: it fails only by an answer without a picture."""
        requests = self.requests()
        for job, row in self.jobs.items():
            answers = [entry for _, entry in requests.get(job, [])]
            is_word = answers and answers[-1].get("status") and not answers[-1].get("picture")
            if row["state"] in ("failed", "rejected", "cancelled") and not is_word:
                yield f"Job {job} is {row['state']}: {row['reason']}."

    def wrong_days(self):
        """A day is the queue's, wherever the program is that asks."""
        for row in self.charges:
            day = datetime.datetime.fromtimestamp(row["started_at"] / 1000, datetime.timezone.utc).strftime("%Y-%m-%d")
            if row["day"] != day:
                yield f"Charge {row['id']} began on {day} in the queue's zone, and counts for {row['day']}."

    def over_budget(self):
        for space, changes in self.crew.budgets.items():
            owner = space or "all"
            charges = [row for row in self.charges if space in (None, row["space"])]
            charges.sort(key=lambda row: (row["day"], row["id"]))
            for day, counting in itertools.groupby(charges, lambda row: row["day"]):
                counting = list(counting)
                for number, row in enumerate(counting):
                    limit = limit_at(row["started_at"] / 1000, changes)
                    total = sum(counted(other, row) for other in counting[:number + 1])
                    if total > limit:
                        yield f"The budget of {owner} on {day} was exceeded: {total} of {limit} with charge {row['id']}."
                        break

    def mixed_up(self):
        """What belongs to one job, and is another's: its photos, what was sent of them, its charges, its result, its messages."""
        owners, sent, results = (collections.defaultdict(set) for _ in range(3))
        for job, row in self.jobs.items():
            for photo in filter(None, (row["input"], row["second_input"])):
                owners[photo].add((row["space"], row["person"]))
            if row["result"]:
                results[row["result"]].add(job)
        for job, entries in self.requests().items():
            for _, entry in entries:
                sent[entry["photo"]].add(self.jobs[job]["input"] if job in self.jobs else job)
        for things, what in ((owners, "belongs to"), (sent, "was sent for"), (results, "is the result of")):
            for thing, users in things.items():
                if len(users) > 1:
                    yield f"{thing} {what} each of {sorted(users)}."
        for kind, rows in (("Charge", self.charges), ("Delivery", self.deliveries.values())):
            for row in rows:
                job = self.jobs.get(name(row["job"]))
                if job and (row["space"], row["person"]) != (job["space"], job["person"]):
                    yield f"{kind} {row['id']} is of {row['space']}/{row['person']}, and its job of {job['space']}/{job['person']}."

    def wrong_messages(self):
        for message in self.messages:
            delivery = self.deliveries.get(message["id"])
            if not delivery or delivery["space"] != message["space"]:
                yield f"Message {message['id']} came to the receiver of {message['space']}, and is none of its deliveries."
            elif delivery["body"].encode() != message["body"]:
                yield f"Message {message['id']} has another body than its delivery."
            elif json.loads(message["body"])["data"]["id"] != name(delivery["job"]):
                yield f"Message {message['id']} describes another job."
            key = base64.b64decode(self.crew.secrets[message["space"]].removeprefix("whsec_"))
            signed = f"{message['id']}.{message['timestamp']}.".encode() + message["body"]
            signature = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
            if signature not in message["signature"].split():
                yield f"The signature of message {message['id']} is wrong."
            elif abs(int(message["timestamp"]) - message["came"]) > TOLERANCE:
                yield f"Message {message['id']} came at {message['came']:.0f} with the time {message['timestamp']}."

    def unreported(self):
        accepted = {message["id"] for message in self.messages if message["is_accepted"]}
        reported = {(name(row["job"]), row["type"]) for row in self.deliveries.values() if row["id"] in accepted}
        for job, row in self.jobs.items():
            is_ended = row["state"] not in ("waiting", "running")
            if row["space"] in self.crew.secrets and is_ended and (job, f"job.{row['state']}") not in reported:
                yield f"The receiver of {row['space']} has not received that job {job} is {row['state']}."
        for delivery, row in self.deliveries.items():
            if row["state"] == "delivered" and delivery not in accepted:
                yield f"Delivery {delivery} counts as delivered, and did not arrive."

    def was_tried(self):
        """How much of each kind there was; what was not tried is not proved."""
        ended = [row for row in self.jobs.values() if row["state"] == "succeeded"]
        spaces = {f"succeeded in {space or 'no space'}": sum(row["space"] == space for row in ended)
                  for space in ("", *self.crew.secrets)}
        costs = [(row["cost"], row["estimate"]) for row in self.charges if None not in (row["cost"], row["estimate"])]
        return spaces | {
            "analyses of two photos": sum(row["second_input"] is not None for row in ended),
            "messages, accepted": sum(message["is_accepted"] for message in self.messages),
            "messages, refused": sum(not message["is_accepted"] for message in self.messages),
            "costs above the estimate": sum(cost > estimate for cost, estimate in costs),
        }

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
        for path in glob.glob(f"{self.crew.folder}/hs*.log"):
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


def limit_at(moment, changes):
    """The largest limit that may have been in force about a moment."""
    asked = [change for change in changes if change["asked"] <= moment + CLOCKS]
    done = [number for number, change in enumerate(asked) if change["done"] and change["done"] <= moment - CLOCKS]
    limits = [change["limit"] for change in asked[done[-1] if done else 0:]]
    return float("inf") if None in limits or not limits else max(limits)


def counted(charge, latest):
    """What a charge counted for at least when a later one started: its bound while it was open, else its cost."""
    bound = charge["bound"] or charge["estimate"] or 0
    moment = latest["started_at"] / 1000
    if charge is latest or charge["settled_at"] is None or charge["settled_at"] / 1000 > moment + CLOCKS:
        return bound
    if charge["state"] == "free":
        return 0
    return bound if charge["cost"] is None else min(bound, charge["cost"])


def plain(sentence):
    # A store's own words for its 500.
    sentence = sentence.replace("InternalError: We encountered an internal error, please try again.", "its own fault")
    sentence = re.sub(r"\b(?=\w*\d)[0-9a-hjkmnp-tv-z]{10}\b", "JOB", sentence)
    sentence = re.sub(r"/\S+", "PATH", sentence)
    return re.sub(r"\d+", "N", sentence).strip()
