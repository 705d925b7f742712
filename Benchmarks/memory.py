"""Runs a drain and prints the memory of the worker and of its decoders, as `name=value` lines for a shell.

memory.py RESULTS FIRST LAST COMMAND...

In megabytes. `worker_first` and `worker_last` are medians of the worker's resident set while ten jobs before and after
the FIRST and the LAST one ended; a job has ended when its sidecar, a `.json` file, is in the folder RESULTS.
`worker_most` is the most that it ever had, and `decoder_most` the most that one process had which the worker or its decoder started:
0 where it decodes by itself.
"""

import pathlib
import statistics
import subprocess
import sys
import time

from weigh import processes

INTERVAL = 0.1


def memory(pid):
    """The resident set now and at its highest; nothing for a process that has ended."""
    try:
        with open(f"/proc/{pid}/status") as file:
            fields = dict(line.split(":", 1) for line in file)
        return [int(fields[name].split()[0]) / 1000 for name in ("VmRSS", "VmHWM")]
    except (OSError, KeyError):
        return [0, 0]


def main():
    results = pathlib.Path(sys.argv[1])
    samples, worker_most, decoder_most = [], 0, 0
    process = subprocess.Popen(sys.argv[4:], stdout=subprocess.DEVNULL)
    while process.poll() is None:
        resident, most = memory(process.pid)
        samples.append((sum(1 for _ in results.glob("*.json")), resident))
        worker_most = max(worker_most, most)
        others = list(processes())
        # The decoder, and what it forks for each photo.
        family = {process.pid} | {pid for pid, parent, _ in others if parent == process.pid}
        decoder_most = max([decoder_most, *(memory(pid)[1] for pid, parent, _ in others if parent in family)])
        time.sleep(INTERVAL)

    # 1 says that jobs ended badly, as that of the damaged photo does.
    if process.returncode not in (0, 1):
        sys.exit(f"{sys.argv[4]} ended with {process.returncode}")
    for name, job in [("first", int(sys.argv[2])), ("last", int(sys.argv[3]))]:
        near = [resident for ended, resident in samples if abs(ended - job) <= 10]
        if near:
            print(f"worker_{name}={statistics.median(near):.0f}")
    print(f"worker_most={worker_most:.0f}")
    print(f"decoder_most={decoder_most:.0f}")


main()
