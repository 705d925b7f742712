"""Runs a command and prints the CPU and the memory of all its processes, as `name=value` lines for a shell.

weigh.py RESULTS JOBS COMMAND...

`cpu` is in seconds, user and system together, of the command and of all its descendants, also of those that it did not
wait for; `cpu_children` is that of the descendants alone. Memory is in megabytes, of the command and its descendants
together: `rss_…` adds their resident sets up, so that a page that three share counts three times; `pss_…` counts it once.
`…_peak` is the most that was seen; `…_first` and `…_last` are medians while five jobs before and after a fifth and the last
of JOBS ended; a job has ended when its sidecar, a `.json` file, is in the folder RESULTS.
"""

import ctypes
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

INTERVAL = 0.1
TICKS = os.sysconf("SC_CLK_TCK")
# From <sys/prctl.h>: orphans among the descendants become this process's own children.
PR_SET_CHILD_SUBREAPER = 36


def processes():
    """Yields the id, the parent's id and the seconds of CPU of every process."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:  # It ended meanwhile.
            continue
        yield int(entry), int(fields[1]), (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid):
    """Returns the megabytes of a process: resident, and with shared pages in parts."""
    sizes = {"Rss": 0, "Pss": 0}
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            for line in file:
                name, _, rest = line.partition(":")
                if name in sizes:
                    sizes[name] = int(rest.split()[0]) * 1024 / 1e6
    except OSError:  # It ended meanwhile.
        pass
    return sizes["Rss"], sizes["Pss"]


def look(root):
    """Returns the memory of a process and its descendants, resident and in parts, and the CPU of the process alone."""
    table = {pid: (parent, cpu) for pid, parent, cpu in processes()}
    tree = {root}
    grown = True
    while grown:
        children = {pid for pid, (parent, _) in table.items() if parent in tree}
        grown = not children <= tree
        tree |= children
    sizes = [memory(pid) for pid in tree]
    return sum(rss for rss, _ in sizes), sum(pss for _, pss in sizes), table.get(root, (0, 0))[1]


def main():
    results, jobs = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    samples, own = [], 0
    process = subprocess.Popen(sys.argv[3:], stdout=subprocess.DEVNULL)
    while process.poll() is None:
        finished = sum(1 for _ in results.glob("**/*.json"))
        rss, pss, cpu = look(process.pid)
        samples.append((finished, rss, pss))
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
    for column, kind in [(1, "rss"), (2, "pss")]:
        print(f"{kind}_peak={max(sample[column] for sample in samples):.0f}")
        for name, job in [("first", jobs / 5), ("last", jobs)]:
            near = [sample[column] for sample in samples if abs(sample[0] - job) <= 5]
            if near:
                print(f"{kind}_{name}={statistics.median(near):.0f}")


if __name__ == "__main__":
    main()
