#!/usr/bin/env python3
"""Builds planted mistakes into a copy of the program and reports which of them the tests notice.

Each table in Tests/Mutants has the mistakes of one area:

    [[mutant]]
    name = "charge-budget-ignored"      # unique; also the value of MUTANT that turns the mistake on
    promise = "limits"                  # jobs, payments, limits, persons, or behaviour
    what = "the budget of a day is not compared"
    file = "Sources/JobQueue/…"
    text = '''…'''                      # occurs once in the file
    with = '''… MUTANT …'''             # the same with the mistake: MUTANT becomes a condition that is true when it is on
    suites = "BudgetTests|ModelTests"   # the suites that should notice it
    survives = "…"                      # optional: why no test can notice it; such a mistake does not count

`check` compares the tables with the sources, which is fast enough for every lint. `run` copies the project, builds all mistakes in
at once, runs the suites without any mistake, then with each, and writes a page of results.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = ROOT / "Tests/Mutants"
PROMISES = {
    "jobs": "no job is lost",
    "payments": "no request is paid for twice",
    "limits": "no limit is exceeded",
    "persons": "nothing of one person or space reaches another",
    "behaviour": "documented behaviour",
}
# Of these, every mistake must be noticed.
STRICT = ("jobs", "payments", "limits", "persons")
GOAL = 0.97
# The shortest time after which a run counts as hanging, and how much longer than without a mistake it may take; seconds.
SHORTEST, PATIENCE = 90, 4

# The switch, in each module that has a mistake.
SWIFT_SWITCH = """\
internal import Foundation

private let planted = ProcessInfo.processInfo.environment["MUTANT"]

func isPlanted(_ mistake: String) -> Bool { planted == mistake }
"""
C_SWITCH = """\
#pragma once
#include <stdlib.h>
#include <string.h>

static inline int is_planted(const char *mistake)
{
    const char *planted = getenv("MUTANT");
    return planted != NULL && strcmp(planted, mistake) == 0;
}
"""
# Environments that are passed on by name: where a child process of the copy gets MUTANT, too.
PLUMBING = {
    "Tests/TestSupport/Program.swift": (
        'if environment["PATH"] == nil {',
        'environment["MUTANT"] = ProcessInfo.processInfo.environment["MUTANT"]\n        if environment["PATH"] == nil {'),
    "Sources/HeadshotWorker/Decoding/DecoderProgram.swift": (
        "if let libraryPath { environment.append(",
        'if let mistake = ProcessInfo.processInfo.environment["MUTANT"] { environment.append("MUTANT=\\(mistake)") }\n'
        "        if let libraryPath { environment.append("),
}
PLUMBING_IMPORTS = {"Sources/HeadshotWorker/Decoding/DecoderProgram.swift": "internal import Foundation\n"}


class Mutant:
    def __init__(self, area, entry):
        self.area = area
        self.name, self.promise, self.what = entry["name"], entry["promise"], entry["what"]
        self.file, self.text, self.changed = entry["file"], entry["text"].strip("\n"), entry["with"].strip("\n")
        self.suites, self.survives = entry["suites"], entry.get("survives")
        unknown = set(entry) - {"name", "promise", "what", "file", "text", "with", "suites", "survives"}
        if unknown:
            raise SystemExit(f"{area}.toml: {self.name}: unknown member {', '.join(sorted(unknown))}.")


def read_tables():
    mutants = []
    for table in sorted(TABLES.glob("*.toml")):
        with open(table, "rb") as file:
            mutants += [Mutant(table.stem, entry) for entry in tomllib.load(file).get("mutant", [])]
    return mutants


def problems(mutants):
    """What is wrong with the tables, as sentences."""
    suites = set()
    for path in (ROOT / "Tests").rglob("*.swift"):
        suites.update(re.findall(r"\b(?:struct|class|enum|actor|extension) (\w+)", path.read_text()))
    for name, count in collections.Counter(mutant.name for mutant in mutants).items():
        if count > 1:
            yield f"{name}: {count} mistakes have this name; give each its own."
    spans = collections.defaultdict(list)
    for mutant in mutants:
        if mutant.promise not in PROMISES:
            yield f"{mutant.name}: '{mutant.promise}' is not a promise; use one of {', '.join(PROMISES)}."
        if "MUTANT" not in mutant.changed:
            yield f"{mutant.name}: 'with' does not contain MUTANT, the condition that turns the mistake on."
        for suite in mutant.suites.split("|"):
            if suite not in suites:
                yield f"{mutant.name}: there is no suite {suite}; name the suites that should notice the mistake."
        path = ROOT / mutant.file
        count = path.read_text().count(mutant.text) if path.is_file() else None
        if count is None:
            yield f"{mutant.name}: {mutant.file} does not exist; name the file that has this code now."
        elif count != 1:
            yield (f"{mutant.name}: its text occurs {count} times in {mutant.file}; "
                   "copy the text from where the code is now, so that the mistake can be planted there.")
        else:
            begin = path.read_text().index(mutant.text)
            spans[mutant.file].append((begin, begin + len(mutant.text), mutant.name))
    for file, places in spans.items():
        places.sort()
        for (_, end, first), (begin, _, second) in zip(places, places[1:]):
            if begin < end:
                yield f"{second}: its text overlaps that of {first} in {file}; choose a shorter text."


def check(mutants):
    found = list(problems(mutants))
    for problem in found:
        print(f"Tests/Mutants: {problem}", file=sys.stderr)
    return not found


def plant(mutants, copy):
    """Builds the mistakes into a copy of the project."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.split(b"\0")
    for name in filter(None, (part.decode() for part in tracked)):
        source, target = ROOT / name, copy / name
        if not source.is_file():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        content = source.read_bytes()
        # Whoever builds again builds only what has changed.
        if name.endswith((".swift", ".c", ".cpp", ".h")):
            content = changed(name, content.decode(), mutants).encode()
        if not target.exists() or target.read_bytes() != content:
            target.write_bytes(content)
            shutil.copymode(source, target)
    for mutant in mutants:
        module = copy / pathlib.Path(*pathlib.Path(mutant.file).parts[:2])
        name, switch = ("Planted.swift", SWIFT_SWITCH) if mutant.file.endswith(".swift") else ("planted.h", C_SWITCH)
        if not (module / name).exists():
            (module / name).write_text(switch)
    if (ROOT / "models").is_dir() and not (copy / "models").exists():
        (copy / "models").symlink_to(ROOT / "models")


def changed(name, text, mutants):
    """A file's text with its mistakes."""
    planted = [mutant for mutant in mutants if mutant.file == name]
    # From the end, so that no mistake is planted in another one's text.
    for mutant in sorted(planted, key=lambda mutant: text.index(mutant.text), reverse=True):
        is_swift = name.endswith(".swift")
        switch = f'isPlanted("{mutant.name}")' if is_swift else f'is_planted("{mutant.name}")'
        begin = text.index(mutant.text)
        text = text[:begin] + mutant.changed.replace("MUTANT", switch) + text[begin + len(mutant.text):]
    if planted and not name.endswith(".swift"):
        depth = len(pathlib.Path(name).parts) - 3
        text = f'#include "{"../" * depth}planted.h"\n{text}'
    if name in PLUMBING:
        old, new = PLUMBING[name]
        if text.count(old) != 1:
            raise SystemExit(f"{name} no longer passes an environment on as before; change PLUMBING in {__file__}.")
        text = PLUMBING_IMPORTS.get(name, "") + text.replace(old, new)
    return text


class Suites:
    """Runs suites of the copy's test bundle."""

    def __init__(self, bundle, folder):
        self.bundle, self.folder = bundle, folder

    def run(self, suites, mistake, limit):
        """Returns what noticed the mistake: the name of a test, "crash" or "hang"; None if nothing did."""
        environment = dict(os.environ)
        environment.pop("MUTANT", None)
        if mistake:
            environment["MUTANT"] = mistake
        with tempfile.TemporaryDirectory(prefix="mutant-", dir="/var/tmp") as scratch:
            # PostgreSQL's own user reads its folder there.
            os.chmod(scratch, 0o755)
            environment["TMPDIR"] = scratch
            # In a space of its own for process ids, so that whatever a test has started ends with it.
            alone = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"] if os.geteuid() == 0 else []
            process = subprocess.Popen(
                [*alone, self.bundle, "--testing-library", "swift-testing", "--filter", rf"\.({suites})/",
                 "--experimental-maximum-parallelization-width", "4"],
                cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                errors="replace", start_new_session=True)
            timer = threading.Timer(limit, lambda: end(process, "late"))
            timer.start()
            noticed, tests = None, 0
            for line in process.stdout:
                if match := re.search(r'Test "?(.*?)"? recorded an issue(.*)', line):
                    noticed = match[1] if mistake else match[1] + match[2]
                    end(process)
                    break
                if match := re.search(r"Test run with (\d+) test", line):
                    tests = int(match[1])
            # Drains the pipe, so that the process can end.
            process.stdout.read()
            code = process.wait()
            is_late = timer.finished.is_set() and noticed is None
            timer.cancel()
            if noticed:
                return noticed
            if is_late:
                return "hang"
            if code != 0:
                return "crash"
            if tests == 0:
                raise SystemExit(f"No test is in {suites}.")
            return None


def end(process, _why=None):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(mutants, options):
    folder = pathlib.Path(options.folder).resolve()
    copy = folder / "copy"
    copy.mkdir(parents=True, exist_ok=True)
    plant(mutants, copy)
    flags = ["-debug-info-format", "none"]
    subprocess.run(["swift", "build", "--build-tests", *flags], cwd=copy, check=True)
    built = subprocess.run(
        ["swift", "build", "--show-bin-path", *flags], cwd=copy, check=True, capture_output=True, text=True).stdout.strip()
    suites = Suites(f"{built}/headshotPackageTests.xctest", copy)
    chosen = [mutant for mutant in mutants if not options.only or re.search(options.only, mutant.name)]
    limits = {}
    for names in sorted({mutant.suites for mutant in chosen}):
        began = time.monotonic()
        if failed := suites.run(names, None, 900):
            raise SystemExit(f"Without any mistake, {names} fails: {failed}. Fix the tests first.")
        limits[names] = max(SHORTEST, PATIENCE * (time.monotonic() - began))
    outcomes = {}

    def attempt(mutant):
        noticed = suites.run(mutant.suites, mutant.name, limits[mutant.suites])
        print(f"{mutant.area:12} {mutant.name:40} {noticed or 'SURVIVED'}", flush=True)
        return noticed

    with concurrent.futures.ThreadPoolExecutor(options.width) as pool:
        for mutant, noticed in zip(chosen, pool.map(attempt, chosen)):
            outcomes[mutant.name] = noticed
    if not options.only:
        commit = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        pathlib.Path(options.page).write_text(page(chosen, outcomes, commit))
    lost = [mutant for mutant in chosen if not outcomes[mutant.name] and not mutant.survives]
    judged = [mutant for mutant in chosen if not mutant.survives]
    killed = len(judged) - len(lost)
    print(f"{killed} of {len(judged)} noticed")
    return not any(mutant.promise in STRICT for mutant in lost) and killed >= GOAL * len(judged)


def page(mutants, outcomes, commit):
    """The page of results."""
    def table(key, names):
        rows = []
        for name in names:
            group = [mutant for mutant in mutants if key(mutant) == name]
            judged = [mutant for mutant in group if not mutant.survives]
            hangs = sum(outcomes[mutant.name] == "hang" for mutant in judged)
            missed = sum(outcomes[mutant.name] is None for mutant in judged)
            rate = f"{100 * (len(judged) - missed) / len(judged):.0f} %" if judged else "–"
            rows.append(f"| {name} | {len(group)} | {len(judged) - missed - hangs} | {hangs} | {missed} | {len(group) - len(judged)} | {rate} |")
        return "\n".join(rows)

    head = "planted | noticed by a test | by a hang | by nothing | cannot be noticed | rate |\n|---|---|---|---|---|---|---|"
    lines = [
        "# Planted mistakes that the tests notice", "",
        f"`make mutants` at {commit}. Each row of the tables in `Tests/Mutants` is one plausible mistake, built into a copy of the",
        "program and run with the suites that should notice it.", "",
        f"| area | {head}", table(lambda mutant: mutant.area, sorted({mutant.area for mutant in mutants})), "",
        f"| promise | {head}", table(lambda mutant: mutant.promise, PROMISES), "",
        "## Not noticed", "", "| mistake | what it changes | why |", "|---|---|---|"]
    for mutant in mutants:
        if outcomes[mutant.name] is None:
            lines.append(f"| {mutant.name} | {mutant.what} | {mutant.survives or 'a test is missing'} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["check", "run"])
    parser.add_argument("--only", help="a regular expression: try only the mistakes whose names match")
    parser.add_argument("--folder", default=str(ROOT / ".build/mutants"), help="where the copy is built")
    parser.add_argument("--page", default=str(ROOT / "Benchmarks/results/mutants.md"))
    parser.add_argument("--width", type=int, default=2, help="how many are tried at once")
    options = parser.parse_args()
    mutants = read_tables()
    if not check(mutants):
        return 1
    return 0 if options.action == "check" or run(mutants, options) else 1


if __name__ == "__main__":
    sys.exit(main())
