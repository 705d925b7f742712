"""How each contender is started, and how its queue is given a history."""

import os
import sqlite3
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))


class Contender:
    """A queue that a program of its own drives."""

    def __init__(self, name, command, database, history=None):
        self.name = name
        self.database = database
        self._command = command
        self._history = history

    @property
    def has_history(self):
        return self._history is not None

    def command(self, work, synchronous, folder, jobs, batch):
        return [str(word) for word in self._command(work, synchronous, folder, jobs, batch)]

    def fill(self, folder, rows):
        """Gives an existing queue rows of jobs that have ended, in one statement a table."""
        with sqlite3.connect(f"{folder}/{self.database}") as connection:
            for statement in self._history:
                connection.execute(NUMBERS.format(rows) + statement)
        connection.close()


NUMBERS = "with recursive n (i) as (select 1 union all select i + 1 from n where i < {}) "
HEX = "lower(hex(randomblob({})))"


def contenders(built, python):
    """All of them; the first is the floor that the others are set beside."""

    def floor(*words):
        kind, synchronous, *rest = words
        return [f"{built}/floor", kind, synchronous, *rest]

    def headshot(kind, synchronous, *rest):
        # There is no such setting; the library leaves out the syncs that it would leave out.
        unsynced = ["env", f"LD_PRELOAD={built}/syncs.so"] if synchronous == "NORMAL" else []
        return [*unsynced, f"{built}/QueueBench", kind, *rest]

    def peer(name):
        return lambda *words: [python, f"{HERE}/peers.py", name, *words]

    return [
        Contender(
            "bare SQLite", floor, "floor.sqlite",
            ["insert into job (payload, state) select printf('%200d', i), 2 from n"]),
        Contender(
            "headshot", headshot, "queue.sqlite",
            [
                "insert into job (id, kind, payload, provider, space, person, input, input_name,"
                " priority, state, reason, due_at, attempts, created_at, started_at, ended_at,"
                " prompt_version, findings, outcome, result) select i, 'headshot',"
                " printf('{\"style\":\"%188d\"}', i), 'gemini', '', 'person-' || (i % 300), "
                f"{HEX.format(32)}, 'photo.jpg', 0, 'succeeded', 'succeeded', i, 1, i, i, i, '1',"
                " '[]', '{}', '/headshots/' || i || '.png' from n",
                "insert into charge (job, kind, space, person, day, provider, model, state,"
                " estimate, cost, started_at, settled_at, line) select i, 'headshot', '',"
                " 'person-' || (i % 300), date(1e9 + i * 30, 'unixepoch'), 'gemini', 'model',"
                " 'paid', 39000, 39000, i, i, i from n",
            ]),
        Contender("huey", peer("huey"), "huey.sqlite"),
        Contender(
            "litequeue", peer("litequeue"), "litequeue.sqlite",
            [
                "insert into Queue (data, message_id, status, in_time, lock_time, done_time)"
                " select printf('%200d', i), printf('%036d', i), 2, i, i, i from n"
            ]),
        Contender(
            "persist-queue", peer("persist-queue"), "persist/data.db",
            [
                "insert into ack_queue_default (data, timestamp, status)"
                " select printf('%200d', i), i, 5 from n"
            ]),
    ]


class Run:
    """One or more processes of a contender, started and waiting for the word to go."""

    def __init__(self, contender, work, synchronous, folder, jobs, batch=1, processes=1, prefix=()):
        command = contender.command(work, synchronous, folder, jobs // processes, batch)
        self._children = [
            subprocess.Popen(
                [*prefix, *command], text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(processes)
        ]
        for child in self._children:
            child.stdout.readline()

    def seconds(self):
        """Lets them go and returns how long the slowest took; `None` if one failed."""
        start = time.perf_counter()
        for child in self._children:
            try:
                child.stdin.write("\n")
                child.stdin.flush()
            except BrokenPipeError:
                pass
        answers = [child.stdout.readline() for child in self._children]
        took = time.perf_counter() - start
        errors = [child.communicate()[1] for child in self._children]
        is_locked = any("locked" in error for error in errors)
        if all(answer == "done\n" for answer in answers) and not is_locked:
            return took
        print(next(filter(None, errors), "no word").strip().splitlines()[-1], file=sys.stderr)
        return None
