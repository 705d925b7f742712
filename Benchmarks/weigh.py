"""Runs a command and prints the CPU and the memory of all its processes, as `name=value` lines for a shell.

weigh.py RESULTS COMMAND...

`cpu` is in seconds, user and system together. Memory is in megabytes: the resident sets of the command and of its
descendants, added up (pages that they share count once for each). `rss_20` and `rss_100` are medians while five jobs
before and after that one ended; a job has ended when its sidecar, a `.json` file, is in the folder RESULTS.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import time

INTERVAL = 0.05


def processes():
    """Yields the id, the parent's id and the resident pages of every process."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:  # It ended meanwhile.
            continue
        yield int(entry), int(fields[1]), int(fields[21])


def resident_megabytes(root):
    table = {pid: (parent, pages) for pid, parent, pages in processes()}
    tree = {root}
    grown = True
    while grown:
        children = {pid for pid, (parent, _) in table.items() if parent in tree}
        grown = not children <= tree
        tree |= children
    pages = sum(table[pid][1] for pid in tree if pid in table)
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main():
    results = pathlib.Path(sys.argv[1])
    samples = []
    process = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        finished = sum(1 for _ in results.glob("**/*.json"))
        samples.append((finished, resident_megabytes(process.pid)))
        time.sleep(INTERVAL)

    if status:
        sys.exit(f"{sys.argv[2]} ended with {os.waitstatus_to_exitcode(status)}")
    print(f"cpu={usage.ru_utime + usage.ru_stime:.2f}")
    print(f"rss_peak={max(rss for _, rss in samples):.0f}")
    for job in (20, 100):
        near = [rss for finished, rss in samples if abs(finished - job) <= 5]
        if near:
            print(f"rss_{job}={statistics.median(near):.0f}")


if __name__ == "__main__":
    main()
