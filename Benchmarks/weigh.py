"""Runs a command and prints the CPU and the memory of all its processes, as `name=value` lines for a shell.

weigh.py RESULTS JOBS COMMAND...

`cpu` is in seconds, user and system together, of the command and of all its descendants, also of those that it did not
wait for; `cpu_children` is that of the descendants alone. Memory is in megabytes: the resident sets of the command and
of its descendants, added up (pages that they share count once for each). `rss_first` and `rss_last` are medians while
five jobs before and after a fifth and the last of JOBS ended; a job has ended when its sidecar, a `.json` file, is in the
folder RESULTS.
"""

import ctypes
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

INTERVAL = 0.05
TICKS = os.sysconf("SC_CLK_TCK")
# From <sys/prctl.h>: orphans among the descendants become this process's own children.
PR_SET_CHILD_SUBREAPER = 36


def processes():
    """Yields the id, the parent's id, the resident pages and the seconds of CPU of every process."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:  # It ended meanwhile.
            continue
        yield int(entry), int(fields[1]), int(fields[21]), (int(fields[11]) + int(fields[12])) / TICKS


def look(root):
    """Returns the resident megabytes of a process and its descendants, and the CPU of the process alone."""
    table = {pid: (parent, pages, cpu) for pid, parent, pages, cpu in processes()}
    tree = {root}
    grown = True
    while grown:
        children = {pid for pid, (parent, _, _) in table.items() if parent in tree}
        grown = not children <= tree
        tree |= children
    pages = sum(table[pid][1] for pid in tree if pid in table)
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6, table.get(root, (0, 0, 0))[2]


def main():
    results, jobs = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    samples, own = [], 0
    process = subprocess.Popen(sys.argv[3:], stdout=subprocess.DEVNULL)
    while process.poll() is None:
        finished = sum(1 for _ in results.glob("**/*.json"))
        resident, cpu = look(process.pid)
        samples.append((finished, resident))
        own = max(own, cpu)
        time.sleep(INTERVAL)
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass
    # 1 says that jobs ended badly.
    if process.returncode:
        sys.exit(f"{sys.argv[3]} ended with {process.returncode}")

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = usage.ru_utime + usage.ru_stime
    print(f"cpu={cpu:.2f}")
    print(f"cpu_children={max(0, cpu - own):.2f}")
    print(f"rss_peak={max(resident for _, resident in samples):.0f}")
    for name, job in [("first", jobs / 5), ("last", jobs)]:
        near = [resident for finished, resident in samples if abs(finished - job) <= 5]
        if near:
            print(f"rss_{name}={statistics.median(near):.0f}")


if __name__ == "__main__":
    main()
