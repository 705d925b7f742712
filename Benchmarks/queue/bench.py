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
from contenders import Run, contenders

RUNS = 7
JOBS = 1000
HISTORIES = (0, 100_000, 1_000_000)


class Bench:
    def __init__(self, built, work):
        self.built, self.work = built, work
        self.contenders = contenders(built, sys.executable)

    def folder(self, *names):
        path = os.path.join(self.work, *map(str, names))
        os.makedirs(path, exist_ok=True)
        return path

    def medians(self, kinds, synchronous, histories=(0,), processes=1, runs=RUNS, keep=None):
        """Seconds a job by contender, history and kind of work; `None` where a run failed."""
        times = {}
        for _ in range(runs):
            for contender in self.contenders:
                if keep and not keep(contender):
                    continue
                for rows in histories:
                    folder = self.folder(contender.name, synchronous, rows)
                    if rows and not os.listdir(folder):
                        Run(contender, "enqueue", synchronous, folder, 1).seconds()
                        contender.fill(folder, rows)
                    for kind, work, batch in kinds:
                        if batch > 1 and not can_batch(contender, work):
                            continue
                        jobs = JOBS * (10 if batch > 1 else 1)
                        run = Run(contender, work, synchronous, folder, jobs, batch, processes)
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

    def syncs(self, contender, work, jobs=200, synchronous="FULL"):
        """Syncs a job, from a trace of the system calls."""
        trace = f"{self.work}/trace"
        tracer = ["strace", "-f", "-qq", "-e", "trace=fsync,fdatasync", "-o", trace]
        folder = self.folder(contender.name, "trace")
        run = Run(contender, work, synchronous, folder, jobs, tracer=tracer)
        before = count_lines(trace)
        run.seconds()
        return (count_lines(trace) - before) / jobs


def can_batch(contender, work):
    """The floor does everything in batches, the others what their interfaces offer."""
    return contender.name == "bare SQLite" or (
        work == "enqueue" and contender.name in ("headshot", "litequeue"))


def count_lines(path):
    with open(path) as file:
        return sum(1 for _ in file)


ONE = [("enqueue", "enqueue", 1), ("claim and finish", "finish", 1)]
# Odd runs fill what the next take, so the order matters: what is enqueued is finished.
ALL = ONE + [("enqueue, by 100", "enqueue", 100), ("claim and finish, by 100", "finish", 100)]


def table(header, rows):
    print("| " + " | ".join(header) + " |")
    print("|---|" + "---:|" * (len(header) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def rate(seconds, floor):
    """Jobs a second, and their ratio to the floor's."""
    if seconds is None:
        return "failed"
    return f"{1 / seconds:,.0f} /s ({floor / seconds:.2f})"


def print_speed(bench, synchronous):
    print(f"## `synchronous={synchronous}`, jobs a second (ratio to bare SQLite)\n")
    cells = bench.medians(ALL, synchronous)
    rows = []
    for contender in bench.contenders:
        row = [contender.name]
        for kind, _, _ in ALL:
            cell = (contender.name, 0, kind)
            row.append(rate(cells[cell], cells["bare SQLite", 0, kind]) if cell in cells else "–")
        rows.append(row)
    table(["", *(kind for kind, _, _ in ALL)], rows)
    bench.clear()


def print_history(bench):
    print("## With jobs that have ended, at FULL, time a job (ratio to none)\n")
    cells = bench.medians(ONE, "FULL", HISTORIES, keep=lambda contender: contender.has_history)
    rows = []
    for contender in filter(lambda contender: contender.has_history, bench.contenders):
        for kind, _, _ in ONE:
            none = cells[contender.name, 0, kind]
            rows.append([f"{contender.name}, {kind}"] + [
                f"{cells[contender.name, rows, kind] * 1e6:,.0f} µs"
                f" ({cells[contender.name, rows, kind] / none:.2f})" for rows in HISTORIES])
    table(["", *(f"{rows:,}" for rows in HISTORIES)], rows)
    bench.clear()


def print_processes(bench):
    print("## Several processes on one queue, at FULL, jobs a second (ratio to bare SQLite)\n")
    counts = (1, 2, 4)
    cells = {}
    for count in counts:
        cells[count] = bench.medians(ONE, "FULL", processes=count, runs=3)
        bench.clear()
    rows = []
    for contender in bench.contenders:
        for kind, _, _ in ONE:
            rows.append([f"{contender.name}, {kind}"] + [
                rate(cells[count][contender.name, 0, kind], cells[count]["bare SQLite", 0, kind])
                for count in counts])
    table(["", *(f"{count}" for count in counts)], rows)


def print_syncs(bench):
    print("## Syncs a job, at FULL\n")
    rows = []
    for contender in bench.contenders:
        figures = [f"{bench.syncs(contender, work):.2f}" for _, work, _ in ONE]
        if contender.name == "headshot":
            bench.syncs(contender, "enqueue")
            figures.append(f"{bench.syncs(contender, 'pay'):.2f}")
        rows.append([contender.name, *figures, *["–"] * (3 - len(figures))])
    table(["", "enqueue", "claim and finish", "a paid headshot's whole life"], rows)
    bench.clear()


def print_machine():
    with open("/proc/cpuinfo") as file:
        model = next(line for line in file if line.startswith("model name")).split(": ")[1].strip()
    date = subprocess.run(["date", "-u", "+%F"], capture_output=True, text=True).stdout.strip()
    version = subprocess.run(
        [sys.executable, "-c", "import sqlite3; print(sqlite3.sqlite_version)"],
        capture_output=True, text=True).stdout.strip()
    print(f"{model}, {os.cpu_count()} cores; SQLite {version}; load {os.getloadavg()[1]:.1f};"
          f" {date}.")


def main():
    built, work, results = sys.argv[1:]
    bench = Bench(built, work)
    with open(results, "w") as file:
        sys.stdout = file
        print("# The queue beside others\n")
        for print_section in (
            lambda: print_speed(bench, "FULL"), lambda: print_speed(bench, "NORMAL"),
            lambda: print_history(bench), lambda: print_processes(bench),
            lambda: print_syncs(bench), lambda: idle.print_idle(bench), print_machine,
        ):
            print_section()
            file.flush()


main()
