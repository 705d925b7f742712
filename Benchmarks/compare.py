"""Times commands in turn and prints a table of medians and ratios.

compare.py RUNS LABEL=COMMAND...

The first command is what the others are set beside. `{n}` in a command is the number of the run, from 1. The
commands take turns within each run, so that a machine that slows down slows all of them.
"""

import shlex
import statistics
import subprocess
import sys
import time


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main():
    runs = int(sys.argv[1])
    commands = dict(argument.split("=", 1) for argument in sys.argv[2:])
    times = {label: [] for label in commands}
    for run in range(1, runs + 1):
        for label, command in commands.items():
            times[label].append(seconds(shlex.split(command.replace("{n}", str(run)))))

    base = statistics.median(next(iter(times.values())))
    print(f"| command | median of {runs} runs | ratio |")
    print("|---|---:|---:|")
    for label, values in times.items():
        median = statistics.median(values)
        print(f"| {label} | {median * 1000:.1f} ms | {median / base:.2f} |")


main()
