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
    suites = "BudgetTests|JobQueueTests.RestoreTests"   # the suites that should notice it, with the target where two have one name
    survives = "…"                      # optional: why no test can notice it; such a mistake does not count

`check` compares the tables with the sources, which is fast enough for every lint. `run` copies the project, builds all mistakes in
at once, runs the suites without any mistake, then with each, and writes a page of results. It can be stopped at any time: what was tried
with the same sources and tests is not tried again.
"""

import argparse
import collections
import concurrent.futures
import datetime
import hashlib
import json
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
# After how many seconds a run counts as hanging: after so many times what it takes without a mistake, within bounds.
PATIENCE, SHORTEST, LONGEST = 4, 90, 600
# How a test bundle exits if its filter leaves no test.
NO_TESTS = 69
# As in .ci/run: whole modules, for no debugger.
FLAGS = ["-debug-info-format", "none", "-Xswiftc", "-whole-module-optimization", "-Xswiftc", "-num-threads", "-Xswiftc", "2"]

# The switch, in each module that has a mistake.
SWIFT_SWITCH = """\
internal import Foundation

private let planted = ProcessInfo.processInfo.environment["MUTANT"]

@usableFromInline func isPlanted(_ mistake: String) -> Bool { planted == mistake }
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


class Mutant:
    def __init__(self, area, entry):
        self.area = area
        self.name, self.promise, self.what = entry["name"], entry["promise"], entry["what"]
        self.file, self.text, self.changed = entry["file"], entry["text"].strip("\n"), entry["with"].strip("\n")
        self.suites, self.survives = entry["suites"], entry.get("survives")
        unknown = set(entry) - {"name", "promise", "what", "file", "text", "with", "suites", "survives"}
        if unknown:
            raise SystemExit(f"{area}.toml: {self.name}: unknown member {', '.join(sorted(unknown))}.")

    def attempt(self, state):
        """A name for what a run with this mistake tries; `state` is that of the sources and tests."""
        return hashlib.sha256("\0".join([state, self.file, self.text, self.changed, self.suites]).encode()).hexdigest()[:16]


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
        target = path.relative_to(ROOT / "Tests").parts[0]
        for name in re.findall(r"\b(?:struct|class|enum|actor|extension) (\w+)", path.read_text()):
            suites.update([name, f"{target}.{name}"])
    for name, count in collections.Counter(mutant.name for mutant in mutants).items():
        if count > 1:
            yield f"{name}: {count} mistakes have this name; give each its own."
    for name, (old, _) in PLUMBING.items():
        if (ROOT / name).read_text().count(old) != 1:
            yield f"{name} no longer passes an environment on as before; change PLUMBING in Tests/Mutants/mutants.py."
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
    """Builds the mistakes into a copy of the project; returns a name for what it was copied from."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    names = sorted(name for name in listed.stdout.decode().split("\0") if (ROOT / name).is_file())
    state = hashlib.sha256()
    for name in names:
        source, target = ROOT / name, copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        content = source.read_bytes()
        if name.startswith(("Sources/", "Tests/", "Package.")) and not name.startswith("Tests/Mutants/"):
            state.update(name.encode() + b"\0" + content)
        # Whoever builds again builds only what has changed.
        if name.endswith((".swift", ".c", ".cpp", ".h")):
            content = changed(name, content.decode(), mutants).encode()
        if not target.exists() or target.read_bytes() != content:
            target.write_bytes(content)
            shutil.copymode(source, target)
    # What has been moved or removed since the last run must not be built.
    for path in [*(copy / "Sources").rglob("*"), *(copy / "Tests").rglob("*")]:
        if path.is_file() and path.name not in ("Planted.swift", "planted.h") and str(path.relative_to(copy)) not in names:
            path.unlink()
    for mutant in mutants:
        module = copy / pathlib.Path(*pathlib.Path(mutant.file).parts[:2])
        name, switch = ("Planted.swift", SWIFT_SWITCH) if mutant.file.endswith(".swift") else ("planted.h", C_SWITCH)
        if not (module / name).exists():
            (module / name).write_text(switch)
    for name in ["models", ".build/s3"]:
        if (ROOT / name).is_dir() and not (copy / name).exists():
            (copy / name).parent.mkdir(exist_ok=True)
            (copy / name).symlink_to(ROOT / name)
    return state.hexdigest()


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
        # After what a file defines for its headers.
        text = text.replace("#include", f'#include "{"../" * depth}planted.h"\n#include', 1)
    if name in PLUMBING:
        old, new = PLUMBING[name]
        text = text.replace(old, new)
    return text


class Suites:
    """Runs suites of the copy's test bundle."""

    def __init__(self, bundle, folder):
        self.bundle, self.folder = bundle, folder

    def run(self, suites, mistake, limit, seconds=None):
        """Returns what noticed the mistake: the name of a test, "crash" or "hang"; None if nothing did.

        `seconds` gets how long each suite took.
        """
        environment = dict(os.environ)
        environment.pop("MUTANT", None)
        if mistake:
            environment["MUTANT"] = mistake
        with tempfile.TemporaryDirectory(prefix="mutant-", ignore_cleanup_errors=True) as scratch:
            # PostgreSQL's own user reads its folder there.
            os.chmod(scratch, 0o755)
            environment["TMPDIR"] = scratch
            # In spaces of their own, so that whatever a test has started ends with it, and so does its shared memory. The
            # shell stays as process 1, which reaps orphans; the test library would wait for them for ever.
            alone = [
                "unshare", "--pid", "--ipc", "--fork", "--kill-child", "--mount-proc",
                "sh", "-c", 'mount -t tmpfs none /dev/shm && "$0" "$@"; exit $?'] if os.geteuid() == 0 else []
            process = subprocess.Popen(
                [*alone, self.bundle, "--testing-library", "swift-testing", "--filter", filter_of(suites),
                 "--experimental-maximum-parallelization-width", "4"],
                cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                errors="replace", start_new_session=True)
            timer = threading.Timer(limit, end, [process])
            timer.start()
            noticed, tests = None, 0
            for line in process.stdout:
                if match := re.search(r'Test "?(.*?)"? recorded an issue(.*)', line):
                    # A test that waits in vain until its limit is over says nothing of the mistake.
                    is_hang = "Time limit was exceeded" in match[2]
                    noticed = match[1] + match[2] if not mistake else "hang" if is_hang else match[1]
                    end(process)
                    break
                if seconds is not None and (match := re.search(r"Suite (\w+) passed after ([\d.]+) seconds", line)):
                    seconds[match[1]] = max(seconds.get(match[1], 0), float(match[2]))
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
            if code == NO_TESTS or code == 0 and tests == 0:
                raise SystemExit(f"No test is in {suites}.")
            return "crash" if code != 0 else None


def filter_of(suites):
    """The expression for suites such as "ClaimTests|JobQueueTests.RestoreTests"; one may lie in another."""
    return "|".join(
        rf"^{target}\.(.*/)?{suite}/" if target else rf"[./]{suite}/"
        for target, _, suite in (name.rpartition(".") for name in suites.split("|")))


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(mutants, options):
    folder = pathlib.Path(options.folder).resolve()
    copy = folder / "copy"
    copy.mkdir(parents=True, exist_ok=True)
    state = plant(mutants, copy)
    subprocess.run(["swift", "build", "--build-tests", *FLAGS], cwd=copy, check=True)
    built = subprocess.run(
        ["swift", "build", "--show-bin-path", *FLAGS], cwd=copy, check=True, capture_output=True, text=True).stdout.strip()
    suites = Suites(f"{built}/headshotPackageTests.xctest", copy)
    kept = folder / "outcomes.jsonl"
    earlier = {} if options.again else known(kept)
    outcomes = {mutant.name: earlier[attempt] for mutant in mutants if (attempt := mutant.attempt(state)) in earlier}
    chosen = [mutant for mutant in mutants if not options.only or re.search(options.only, mutant.name)]
    untried = [mutant for mutant in chosen if mutant.name not in outcomes]
    # How long each suite takes without a mistake; all of them at once, since many mistakes share one.
    seconds = dict(earlier.get(state, {}))
    names = {name for mutant in untried for name in mutant.suites.split("|") if name.rpartition(".")[2] not in seconds}
    if names:
        if failed := suites.run("|".join(sorted(names)), None, 3600, seconds):
            raise SystemExit(f"Without any mistake a test fails: {failed}. Fix the tests first.")
        with open(kept, "a") as file:
            print(json.dumps({"attempt": state, "name": "", "noticed": seconds}), file=file)

    def try_one(mutant):
        usual = sum(seconds.get(name.rpartition(".")[2], 0) for name in mutant.suites.split("|"))
        began = time.monotonic()
        noticed = suites.run(mutant.suites, mutant.name, min(max(SHORTEST, PATIENCE * usual), LONGEST))
        print(f"{mutant.area:12} {mutant.name:40} {time.monotonic() - began:4.0f} s  {noticed or 'SURVIVED'}", flush=True)
        return noticed

    with concurrent.futures.ThreadPoolExecutor(options.width) as pool, open(kept, "a") as file:
        tried = {pool.submit(try_one, mutant): mutant for mutant in untried}
        for done in concurrent.futures.as_completed(tried):
            mutant, noticed = tried[done], done.result()
            outcomes[mutant.name] = noticed
            print(json.dumps({"attempt": mutant.attempt(state), "name": mutant.name, "noticed": noticed}), file=file, flush=True)
    if all(mutant.name in outcomes for mutant in mutants):
        pathlib.Path(options.page).write_text(page(mutants, outcomes))
    judged = [mutant for mutant in chosen if not mutant.survives]
    lost = [mutant for mutant in judged if not outcomes[mutant.name]]
    killed = len(judged) - len(lost)
    print(f"{killed} of {len(judged)} noticed")
    return not any(mutant.promise in STRICT for mutant in lost) and killed >= GOAL * len(judged)


def known(file):
    """What earlier runs have found, by attempt; by the state alone, the seconds of the suites without a mistake."""
    if not file.exists():
        return {}
    # A run that was stopped may have left half a line.
    entries = [json.loads(line) for line in file.read_text().splitlines() if line.endswith("}")]
    return {entry["attempt"]: entry["noticed"] for entry in entries}


def page(mutants, outcomes):
    """The page of results."""
    def said(*command):
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout

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
        "`make mutants` builds each plausible mistake of the tables in `Tests/Mutants` into a copy of the program, and runs it with the",
        "suites that should notice it, until the first test fails.", "",
        f"| area | {head}", table(lambda mutant: mutant.area, sorted({mutant.area for mutant in mutants})), "",
        f"| promise | {head}", table(lambda mutant: mutant.promise, PROMISES), "",
        "## Not noticed", "", "| mistake | what it changes | why |", "|---|---|---|"]
    for mutant in mutants:
        if outcomes[mutant.name] is None:
            lines.append(f"| {mutant.name} | {mutant.what} | {mutant.survives or 'a test is missing'} |")
    processor = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    swift = re.search(r"Swift version [\d.]+", said("swift", "--version"))
    commit = said("git", "rev-parse", "--short=12", "HEAD").strip()
    changes = ", with changes that were not committed" if said("git", "status", "--porcelain", "Sources", "Tests") else ""
    lines += [
        "", f"{processor[1] if processor else 'A processor without a name'}, {os.cpu_count()} cores; {swift[0] if swift else 'Swift'}; "
        f"{datetime.date.today()}.",
        "", f"Measured at commit {commit}{changes}. Depends on Sources Tests."]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["check", "run"])
    parser.add_argument("--only", help="a regular expression: try only the mistakes whose names match")
    parser.add_argument("--again", action="store_true", help="try also those that were tried with the same sources and tests")
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
