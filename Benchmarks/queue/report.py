"""The tables of the benchmark: each runs what it shows, and prints it."""

HISTORIES = (0, 100_000, 1_000_000)
# A peer needs minutes for more, since its claims take longer with a long history.
HISTORY_RUNS = 3
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
    print_cells(bench, bench.medians(ALL, synchronous))


def print_slow(bench):
    print("## At FULL on a disk that takes 1 ms longer to sync, jobs a second (ratio to bare SQLite)\n")
    slow = ["env", f"LD_PRELOAD={bench.built}/syncs.so", "SYNC_MICROSECONDS=1000"]
    print_cells(bench, bench.medians(ALL, "FULL", runs=3, prefix=slow))


def print_cells(bench, cells):
    rows = []
    for contender in bench.contenders:
        row = [contender.name]
        for kind, _, _ in ALL:
            cell = (contender.name, 0, kind)
            row.append(rate(cells[cell], cells["bare SQLite", 0, kind]) if cell in cells else "–")
        rows.append(row)
    table(["", *(kind for kind, _, _ in ALL)], rows)
    for kind, _, _ in ALL:
        print_order(kind, {
            name: seconds for (name, _, of), seconds in cells.items()
            if of == kind and name != "bare SQLite"})
    print()
    bench.clear()


def print_order(kind, seconds):
    """Says in a sentence which queue is the fastest, and by how much it beats this project's or the next."""
    ranked = sorted((name for name in seconds if seconds[name]), key=seconds.get)
    if len(ranked) < 2 or "headshot" not in ranked:
        return
    other = ranked[1] if ranked[0] == "headshot" else "headshot"
    ratio = seconds[other] / seconds[ranked[0]]
    print(f"* {kind}: {ranked[0]} is the fastest queue, {ratio:.2f} times as fast as {other}.")


def print_history(bench):
    print("## With jobs that have ended, at FULL, time a job (ratio to none)\n")
    cells = bench.medians(
        ONE, "FULL", HISTORIES, runs=HISTORY_RUNS, keep=lambda contender: contender.has_history)
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


def print_calls(bench):
    print("## Syncs and writes a job, at FULL\n")
    rows = []
    for contender in bench.contenders:
        calls = [bench.calls(contender, work) for _, work, _ in ONE]
        if contender.name == "headshot":
            bench.calls(contender, "enqueue")
            calls.append(bench.calls(contender, "pay"))
        figures = [f"{syncs:.2f}, {writes:.1f}" for syncs, writes in calls]
        rows.append([contender.name, *figures, *["–"] * (3 - len(figures))])
    table(["", "enqueue", "claim and finish", "a paid headshot's whole life"], rows)
    print("A page of the log is two writes.\n")
    bench.clear()
