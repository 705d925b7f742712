#!/usr/bin/env bash
# Finds idioms that a reader stumbles over, in the comments and strings of the sources and in the documentation; see
# "English" in CONTRIBUTING.md.
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 -B - "$@" <<'EOF'
import pathlib
import re
import sys

# What to look for, and what to write instead.
RULES = [
    (r"\b([Tt]ells|[Tt]old|telling)\b|\bTell\b|(?<!can )(?<!cannot )(?<!could )(?<!to )(?<!us )\btell\b", "report, show, return; the response"),
    (r"\b([Ww]hoever|for who|of who|to who|from who)\b", "the caller; a person who …"),
    (r"\bwhat (is|was) (gone|said|asked|told)\b", "name the thing"),
    (r"(?<![Tt]here )\b(is|are|was|were|be) none\b", "is unknown; is not a …"),
    (r"(?<![Tt]here )\b(is|are|was|were) no (?!longer|more\b|other|[a-z]+er\b)", "is not a …"),
    (r"\b([Nn]obody|[Aa]nybody)\b", "no process, no one, anyone"),
    (r"\bof (its|their|our|his|her|your) own\b", "separate; its …"),
    (r"\bby (itself|themselves)\b", "automatically; alone"),
    (r"\bmend(s|ed|ing)?\b", "fix"),
    (r"\bdear(er|est)\b", "more expensive"),
    (r"\black(s|ed|ing)?\b", "has no, without, is missing"),
    (r"\bfor good\b", "permanently"),
    (r"\ball the same\b", "anyway"),
    (r"\bSay so again\b", "try again"),
    (r"\b(nought|how-manieth|wherefrom)\b", "zero; which"),
]
PLACES = ["Sources", "docs", "packaging", "prompts", "scripts", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md",
          "Makefile", "Package.swift", "Benchmarks/README.md"]
KINDS = {".swift", ".c", ".h", ".cpp", ".md", ".json", ".mustache", ".sh", ".py", ".1", ".service", ""}
# Decisions are kept as they were taken; the others quote people, or are the list above.
EXEMPT = ("scripts/check-language.sh", "CONTRIBUTING.md", "docs/decisions/", "Sources/People/Resources/", "prompts/")
# Comments in the tables are on every disk, and a change of them is one of the tables.
TABLES = re.compile(r"Sources/\w+/(\w+/)?Schema")


def spoken(path, text):
    """The lines of a text, without code."""
    if path.suffix in {".swift", ".c", ".h", ".cpp"}:
        # Strings of several lines, strings and comments stay; all else becomes spaces.
        kept = re.compile(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/')
        last, out = 0, []
        for match in kept.finditer(text):
            out += [re.sub(r"[^\n]", " ", text[last:match.start()]), match[0]]
            last = match.end()
        text = "".join(out)
    if path.suffix in {".sh", ".py"}:
        text = re.sub(r'^((?:[^#"\'\n]|"[^"\n]*"|\'[^\'\n]*\')*)(#.*)?$',
                      lambda match: "".join(re.findall(r'"[^"\n]*"', match[1])) + (match[2] or ""), text, flags=re.M)
    if path.name == "promises.md":
        # The last column has the names of tests.
        text = re.sub(r"\|[^|\n]*\|$", "", text, flags=re.M)
    # Names of code are not prose.
    return re.sub(r"``?[^`\n]*``?|\\\([^()\n]*\)", lambda match: " " * len(match[0]), text).split("\n")


def main():
    found = 0
    for place in map(pathlib.Path, PLACES):
        for path in sorted(place.rglob("*") if place.is_dir() else [place]):
            if path.is_symlink() or not path.is_file() or path.suffix not in KINDS: continue
            if str(path).startswith(EXEMPT) or TABLES.match(str(path)): continue
            lines = spoken(path, path.read_text(encoding="utf-8", errors="replace"))
            for number, line in enumerate(lines, 1):
                line = re.sub(r"^\s*(///?|\*|#)?\s*", "", line)
                for pattern, instead in RULES:
                    if match := re.search(pattern, line):
                        found += 1
                        print(f"{path}:{number}: '{match[0].strip()}' ({instead}): {line.strip()}", file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
EOF
