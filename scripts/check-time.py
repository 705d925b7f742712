#!/usr/bin/env python3
"""Finds clocks, waits and unchecked concurrency in the sources that no comment justifies.

A line that reads a clock, waits, blocks a thread or turns a check of the compiler off needs a comment that begins with the
word for it, "Clock:", "Waits:", "Blocks:" or "Unchecked", and says why it is right: on the line, or right above it,
its statement, its function or its type. All else is handed the time, and waits by what it is handed.
"""

import pathlib
import re
import sys

RULES = [
    (
        "Clock:",
        r"\b(ContinuousClock|SuspendingClock|DispatchTime|DispatchWallTime|Date)(\.now\b|\(\))"
        r"|(?<![\w)\]?!.\"'`])\.now\b|\b(clock_gettime|gettimeofday|systemUptime)\b|(?<![\w.])time\(nil",
    ),
    ("Waits:", r"\b(usleep|nanosleep|clock_nanosleep|asyncAfter)\(|\b(Task|Thread)\.sleep\(|(?<![\w.])sleep\("),
    ("Blocks:", r"\b\w*([Qq]ueue|global\(\)|main)\.sync *[({]|DispatchSemaphore|DispatchGroup\(\)|\.wait\(timeout"),
    ("Unchecked", r"@unchecked\b|\bnonisolated\(unsafe\)|\bassumeIsolated\b"),
]


def code(line: str) -> str:
    """The line without its comment and without what is in quotation marks."""
    return re.sub(r'"(\\.|[^"\\])*"', '""', re.sub(r"(^|\s)//.*", "", line))


def comments_about(lines: list[str], number: int):
    """The comments on a line, right above it, and right above all that encloses it."""
    yield lines[number]
    depth = len(lines[number]) - len(lines[number].lstrip())
    adjoins = True
    for line in reversed(lines[:number]):
        indentation = len(line) - len(line.lstrip())
        if not line.strip():
            adjoins = False
        elif line.lstrip().startswith("//"):
            if adjoins and indentation <= depth:
                yield line
        elif indentation < depth:
            depth, adjoins = indentation, True
        elif not line.lstrip().startswith("@"):
            adjoins = False


def main() -> int:
    found = []
    for path in sorted(pathlib.Path("Sources").rglob("*.swift")):
        lines = path.read_text(encoding="utf-8").split("\n")
        for number, line in enumerate(lines):
            for word, pattern in RULES:
                if not re.search(pattern, code(line)):
                    continue
                if not any(re.search(r"//.*\b" + word, other) for other in comments_about(lines, number)):
                    found.append(f"{path}:{number + 1}: no comment begins with '{word}': {line.strip()}")
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
