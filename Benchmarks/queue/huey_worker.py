"""huey's consumer and its producer: huey_worker.py FOLDER work, or huey_worker.py FOLDER drip TASKS."""

import sys
import time

from huey import SqliteHuey

folder = sys.argv[1]
queue = SqliteHuey(filename=f"{folder}/huey.sqlite", fsync=True)


@queue.task()
def arrive(created):
    with open(f"{folder}/delays", "a") as file:
        file.write(f"{(time.time() - created) * 1000}\n")


if sys.argv[2] == "work":
    queue.create_consumer(workers=1).run()
else:
    for _ in range(int(sys.argv[3])):
        time.sleep(0.211)
        arrive(time.time())
