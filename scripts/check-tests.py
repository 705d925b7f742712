#!/usr/bin/env python3
"""Checks what no compiler checks about the tests: that each promise of docs/promises.md names a test that there is, and that no
suite which starts programs, servers or workers can wait for ever."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = "docs/promises.md"
# Their suites have a time limit each.
WAITING = ["EndToEndTests", "HeadshotServerTests", "HeadshotWorkerTests", "JobQueueTests"]

SUITE = re.compile(
    r"^(?P<traits>@Suite\b(?:[^\n]*\n(?:[ )][^\n]*\n)*|(?:\([^\n]*\))? ))?"
    r"(?:(?:private|fileprivate|final) )*(?P<kind>struct|class|actor|enum|extension) (?P<suite>\w+)"
    r"|^ +@Test\b(?=[\s\S]*?\bfunc (?:`(?P<raw>[^`]+)`|(?P<plain>\w+)))", re.MULTILINE)


def tests_of(path):
    """The suites that a file declares, with their traits, and its tests as pairs of a suite and a name."""
    traits, tests, suite = {}, [], None
    text = path.read_text()
    for match in SUITE.finditer(text):
        if match["suite"]:
            suite = match["suite"]
            if match["kind"] != "extension":
                traits[suite] = match["traits"] or ""
        elif suite:
            shown = re.match(r'\(\s*"((?:[^"\\]|\\.)*)"', text[match.start():].lstrip()[len("@Test"):])
            tests.append((suite, shown[1] if shown else match["raw"] or match["plain"]))
    return traits, tests


def read_tests():
    """All tests, and the sentences about suites that can wait for ever."""
    tests, problems = set(), []
    for target in sorted((ROOT / "Tests").iterdir()):
        traits, suites = {}, set()
        for path in target.rglob("*.swift"):
            own, found = tests_of(path)
            traits.update(own)
            suites.update(suite for suite, _ in found)
            tests.update(found)
        if target.name in WAITING:
            problems += [
                f"Tests/{target.name}: {suite} has no time limit; give it '@Suite(.timeLimit(.minutes(2)))'."
                for suite in sorted(suites) if ".timeLimit(" not in traits.get(suite, "")]
    return tests, problems


def problems_of_page(tests):
    """What is wrong with the tables of promises, as sentences."""
    rows, is_promises = 0, False
    for number, line in enumerate((ROOT / PAGE).read_text().splitlines(), 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            is_promises = False
        elif cells[-1] == "what fails when it is broken":
            is_promises = True
        elif is_promises and not set(line) <= set("|-: "):
            rows += 1
            named = re.findall(r"`(\w+)`: (.+?)(?=<br>|$)", cells[-1])
            if not named:
                yield f"{PAGE}:{number}: no test is named; write its suite and its name, as `CapTests`: the day is that of the cap's zone."
            for suite, name in named:
                if (suite, name.strip()) not in tests:
                    yield f"{PAGE}:{number}: there is no test '{name.strip()}' in {suite}; name the one that fails now."
    if rows == 0:
        yield f"{PAGE}: it has no table of promises."


def main():
    tests, problems = read_tests()
    problems += problems_of_page(tests)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
