"""What a worker that waits costs, and how soon it takes a job that another process hands in."""

import os
import signal
import sqlite3
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from contenders import HERE, Run
from server import idle_share

ARRIVALS = 300
SECONDS = 30


def print_idle(bench):
    print("## An idle worker\n")
    print("| | wake-up, median | 99 of 100 | CPU of a core while idle |")
    print("|---|---:|---:|---:|")
    # Both at once: each mostly waits.
    with ThreadPoolExecutor() as pool:
        running = [pool.submit(measure, bench) for measure in (headshot, huey)]
    for name, result in zip(("headshot worker", "huey's consumer"), running):
        delays, share = result.result()
        delays.sort()
        print(f"| {name} | {statistics.median(delays):.0f} ms |"
              f" {delays[len(delays) * 99 // 100]:.0f} ms | {share * 100:.3f} % |")
    print()
    print("litequeue does not wait: its user polls. persist-queue's `get` wakes at once for its own process, and looks"
          " every 10 s for others (`TICK_FOR_WAIT`).\n")


def headshot(bench):
    """A real worker; the photos of its jobs do not exist, so each job ends at once."""
    home = bench.folder("home")
    environment = {
        **os.environ, "HEADSHOT_HOME": home, "GEMINI_API_KEY": "none",
        # A worker that is told no model asks for a list of them before anything else.
        "HEADSHOT_MODEL": "gemini-2.5-flash-image", "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:9"}
    prompts = os.path.join(HERE, "../../prompts")
    worker = subprocess.Popen(
        [f"{bench.built}/headshot", "worker", "--prompts", prompts], env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        share = idle_share(worker.pid, SECONDS)
        own = next(contender for contender in bench.contenders if contender.name == "headshot")
        Run(own, "drip", "FULL", home, ARRIVALS).seconds()
        time.sleep(1)
        with sqlite3.connect(f"{home}/queue.sqlite") as connection:
            delays = [row[0] for row in connection.execute(
                "select started_at - created_at from job where started_at is not null")]
    finally:
        worker.send_signal(signal.SIGTERM)
        worker.wait()
    return delays, share


def huey(bench):
    """The consumer as it comes: it looks every 0.1 s, and less often the longer it finds nothing."""
    folder = bench.folder("huey-consumer")
    command = [sys.executable, f"{HERE}/huey_worker.py", folder]
    worker = subprocess.Popen(command + ["work"], stderr=subprocess.DEVNULL)
    try:
        share = idle_share(worker.pid, SECONDS)
        subprocess.run(command + ["drip", str(ARRIVALS)], check=True)
        time.sleep(11)
    finally:
        worker.send_signal(signal.SIGTERM)
        worker.wait()
    with open(f"{folder}/delays") as file:
        return [float(line) for line in file], share
