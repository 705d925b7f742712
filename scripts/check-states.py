#!/usr/bin/env python3
"""Finds statements that write a job's state elsewhere than in `JobStore.transition`, by the text of the sources."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
HOME = "Sources/JobQueue/Operations/JobStore+Transition.swift"
# The columns of an UPDATE of jobs, up to its condition or the end of the text.
UPDATE = re.compile(r'\bUPDATE\s+job\s+SET\b((?:(?!\bWHERE\b)[^"])*)', re.IGNORECASE)
# The state itself, or columns that the source alone does not name.
STATE = re.compile(r"(?:^|[\s,])state\s*=|^\s*\\\(")


def main() -> int:
    found = []
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        name = str(path.relative_to(ROOT))
        text = path.read_text()
        for update in UPDATE.finditer(text):
            if name != HOME and STATE.search(update[1]):
                found.append(f"{name}:{text.count(chr(10), 0, update.start()) + 1}")
    for place in found:
        print(f"{place}: a job's state is written outside of {HOME}: call JobStore.transition", file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
