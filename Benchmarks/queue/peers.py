"""Drives a queue from PyPI for the benchmark: peers.py PEER WORK FULL|NORMAL FOLDER JOBS BATCH.

Says "ready", waits for a line, works, says "done", as the other contenders do. Errors end it with their text.
"""

import sqlite3
import sys
import time

import huey
import litequeue
import persistqueue

PAYLOAD = "x" * 200


class Huey:
    """SqliteHuey's storage: taking a task removes it, so there is nothing to finish."""

    def __init__(self, folder, synchronous):
        instance = huey.SqliteHuey(filename=f"{folder}/huey.sqlite", timeout=30)
        self.storage = instance.storage
        self.connection = self.storage.conn
        self.connection.execute(f"pragma synchronous = {synchronous}")

    def put(self):
        self.storage.enqueue(PAYLOAD.encode())

    def take(self):
        return self.storage.dequeue()

    def finish(self, task):
        pass


class LiteQueue:
    """Since 0.13, for Python 3.12, a claim can be checked; before, whoever comes late ends another's."""

    def __init__(self, folder, synchronous):
        self.queue = litequeue.LiteQueue(f"{folder}/litequeue.sqlite", timeout=30)
        self.connection = self.queue.conn
        self.connection.execute(f"pragma synchronous = {synchronous}")

    def put(self):
        self.queue.put(PAYLOAD)

    def put_many(self, count):
        with self.queue.transaction(mode="IMMEDIATE"):
            for _ in range(count):
                self.queue.put(PAYLOAD)

    def take(self):
        return self.queue.pop()

    def finish(self, message):
        claim = {"claim_id": message.claim_id} if hasattr(message, "claim_id") else {}
        self.queue.done(message.message_id, **claim)


class PersistQueue:
    """SQLiteAckQueue; one transaction for each call, since it refuses auto_commit=False."""

    def __init__(self, folder, synchronous):
        self.queue = persistqueue.SQLiteAckQueue(f"{folder}/persist", timeout=30)
        self.connection = self.queue._conn
        self.connection.execute(f"pragma synchronous = {synchronous}")

    def put(self):
        self.queue.put(PAYLOAD)

    def take(self):
        return self.queue.get(block=False, raw=True)

    def finish(self, item):
        self.queue.ack(id=item["pqid"])


PEERS = {"huey": Huey, "litequeue": LiteQueue, "persist-queue": PersistQueue}


def main():
    peer, work, synchronous, folder, jobs, batch = sys.argv[1:]
    queue = PEERS[peer](folder, synchronous)
    jobs, batch = int(jobs), int(batch)
    print("ready", flush=True)
    sys.stdin.readline()
    if work == "enqueue" and batch == 1:
        for _ in range(jobs):
            queue.put()
    elif work == "enqueue":
        for _ in range(jobs // batch):
            queue.put_many(batch)
    else:
        for _ in range(jobs):
            queue.finish(queue.take())
    print("done", flush=True)


main()
