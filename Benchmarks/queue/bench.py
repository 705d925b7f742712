"""Sets the queue beside others and writes a page of ratios: bench.py BUILT WORK RESULTS.

BUILT holds the programs, WORK is an empty folder on the file system to measure. The contenders take turns
within each run, so that a machine that slows down slows all of them; a figure is the median of the runs.
"""

import os
import shutil
import statistics
import subprocess
import sys

import idle
import report
from contenders import Run, contenders

RUNS = 7
JOBS = 1000
# For one whose claims read the whole history.
SLOW_JOBS = 20


class Bench:
    def __init__(self, built, work):
        self.built, self.work = built, work
        self.contenders = contenders(built, sys.executable)

    def folder(self, *names):
        path = os.path.join(self.work, *map(str, names))
        os.makedirs(path, exist_ok=True)
        return path

    def medians(
            self, kinds, synchronous, histories=(0,), processes=1, runs=RUNS, keep=None, prefix=()):
        """Seconds a job by contender, history and kind of work; `None` where a run failed."""
        times = {}
        for _ in range(runs):
            for contender in self.contenders:
                if keep and not keep(contender):
                    continue
                for rows in histories:
                    for kind, work, batch in kinds:
                        if batch > 1 and not can_batch(contender, work):
                            continue
                        folder = self.folder(contender.name, synchronous, rows, batch)
                        if batch > 1 and work == "enqueue":
                            # What nobody can finish in batches must not be there in the next run.
                            shutil.rmtree(folder)
                            os.mkdir(folder)
                        if not os.listdir(folder):
                            Run(contender, "enqueue", synchronous, folder, 1).seconds()
                            if rows:
                                contender.fill(folder, rows)
                        jobs = JOBS * 10 if batch > 1 else SLOW_JOBS if slows(contender, rows) else JOBS
                        run = Run(
                            contender, work, synchronous, folder, jobs, batch, processes, prefix)
                        took = run.seconds()
                        times.setdefault((contender.name, rows, kind), []).append(
                            took and took / jobs)
        return {
            cell: None if None in taken else statistics.median(taken[1:] or taken)
            for cell, taken in times.items()
        }

    def clear(self):
        for contender in self.contenders:
            shutil.rmtree(os.path.join(self.work, contender.name), ignore_errors=True)

    def calls(self, contender, work, jobs=200):
        """Syncs and writes a job at FULL, from a trace of the system calls."""
        trace = f"{self.work}/trace"
        tracer = ["strace", "-f", "-qq", "-e", "trace=fsync,fdatasync,pwrite64", "-o", trace]
        folder = self.folder(contender.name, "trace")
        run = Run(contender, work, "FULL", folder, jobs, prefix=tracer)
        before = count_calls(trace)
        run.seconds()
        return [(now - then) / jobs for now, then in zip(count_calls(trace), before)]


def can_batch(contender, work):
    """The floor does everything in batches, the others what their interfaces offer."""
    return contender.name == "bare SQLite" or (
        work == "enqueue" and contender.name in ("headshot", "litequeue"))


def slows(contender, rows):
    return rows and contender.name == "persist-queue"


def count_calls(trace):
    """The syncs and the writes in a trace."""
    with open(trace) as file:
        names = [line.split()[1].split("(")[0] for line in file if "(" in line]
    writes = names.count("pwrite64")
    return len(names) - writes, writes


def print_machine():
    with open("/proc/cpuinfo") as file:
        model = next(line for line in file if line.startswith("model name")).split(": ")[1].strip()
    date = subprocess.run(["date", "-u", "+%F"], capture_output=True, text=True).stdout.strip()
    version = subprocess.run(
        [sys.executable, "-c", "import sqlite3; print(sqlite3.sqlite_version)"],
        capture_output=True, text=True).stdout.strip()
    print(f"{model}, {os.cpu_count()} cores; SQLite {version}; load {os.getloadavg()[1]:.1f};"
          f" {date}.")


ABOUT = """The floor is the fewest statements that make a queue of a SQLite file, in C. headshot is called by code that is
isolated to its store. huey removes a task as it takes it: there is nothing to finish, and a task is lost with its worker.
A claim of headshot's also looks at the gate and counts the person's cap.
"""


def main():
    built, work, results = sys.argv[1:]
    bench = Bench(built, work)
    with open(results, "w") as file:
        sys.stdout = file
        print("# The queue beside others\n")
        print(ABOUT)
        for synchronous in ("FULL", "NORMAL"):
            report.print_speed(bench, synchronous)
            file.flush()
        for print_section in (
                report.print_slow, report.print_history, report.print_processes,
                report.print_calls, idle.print_idle):
            print_section(bench)
            file.flush()
        print_machine()


main()
