#!/usr/bin/env python3
"""Writes the manual pages, and the settings file as it is installed.

manual.py <program> <folder> <date>: one page for each command, from what --help says; of headshot also headshot.conf(5)
and the file itself, from docs/configuration.md. Each page is mdoc, and mandoc -Tlint has nothing to say of it.
"""
import json
import os
import re
import subprocess
import sys
import textwrap

program, folder, date = sys.argv[1:]
root = os.path.join(os.path.dirname(__file__), "..")


def told(*arguments):
    """What the program answers."""
    plain = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}
    return subprocess.run(
        [program, *arguments], check=True, capture_output=True, text=True, env=plain
    ).stdout


def escaped(text):
    """Text that mdoc prints as it is."""
    text = text.replace("\\", "\\e").replace("`", "")
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def prose(text):
    """Each sentence on its own line, as mdoc wants them."""
    lines = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        if lines:
            lines.append(".Pp")
        for sentence in re.split(r"(?<=[.!?:;]) +", " ".join(paragraph.split())):
            lines += [escaped(line) for line in textwrap.wrap(sentence, 70, break_on_hyphens=False)]
    return lines


def flags(argument):
    """The names of an option, and what it takes."""
    names = ["-" + name["name"] if name["kind"] == "long" else name["name"] for name in argument["names"]]
    value = f" Ar {argument['valueName']}" if argument["kind"] == "option" else ""
    return [f"Fl {name}{value}" for name in names]


def shown(arguments):
    return [argument for argument in arguments if argument["shouldDisplay"]]


def synopsis(command):
    lines = []
    for argument in shown(command.get("arguments", [])):
        if argument["kind"] == "positional":
            words = f"Ar {argument['valueName']}" + (" ..." if argument["isRepeating"] else "")
        else:
            words = flags(argument)[-1]
        lines.append(f".Op {words}" if argument["isOptional"] else f".{words}")
    if command.get("subcommands"):
        lines.append(".Ar command")
    return lines


def options(command):
    arguments = shown(command.get("arguments", []))
    if not arguments:
        return []
    lines = [".Bl -tag -width Ds"]
    for argument in arguments:
        if argument["kind"] == "positional":
            lines.append(f".It Ar {argument['valueName']}")
        else:
            lines.append(".It " + " , ".join(flags(argument)))
        lines += prose(argument.get("abstract", ""))
        if argument.get("discussion"):
            lines += [".Pp", *prose(argument["discussion"])]
    return [*lines, ".El"]


def parts(discussion):
    """What a command does, its examples and its exit codes."""
    found = re.split(r"(?m)^(EXAMPLES|EXIT CODES):\n", discussion)
    named = dict(zip(found[1::2], found[2::2]))
    examples = [line.strip() for line in named.get("EXAMPLES", "").splitlines() if line.strip()]
    codes = [line.split(None, 1) for line in named.get("EXIT CODES", "").splitlines() if line.strip()]
    return found[0], examples, codes


def page(command, path, pages):
    name = "-".join(path)
    does, examples, codes = parts(command.get("discussion", ""))
    subcommands = [child for child in command.get("subcommands", []) if child["commandName"] != "help"]
    abstract = command["abstract"].rstrip(".")
    lines = [
        f".Dd {date}", f".Dt {name.upper()} 1", ".Os",
        ".Sh NAME", f".Nm {name}", f".Nd {escaped(abstract[0].lower() + abstract[1:])}",
        ".Sh SYNOPSIS", f".Nm {' '.join(path)}", *synopsis(command),
        ".Sh DESCRIPTION", *(prose(does) if does.strip() else prose(command["abstract"])),
    ]
    listed = options(command)
    if listed:
        lines += [".Pp", "The options are:", *listed]
    if subcommands:
        lines += [".Pp", "The commands are:", ".Bl -tag -width Ds"]
        for child in subcommands:
            lines += [f".It Xr {name}-{child['commandName']} 1", *prose(child["abstract"])]
        lines.append(".El")
    if codes:
        lines += [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
        for code, meaning in codes:
            lines += [f".It {code}", *prose(meaning)]
        lines.append(".El")
    if examples:
        lines += [".Sh EXAMPLES", ".Bd -literal -offset indent", *map(escaped, examples), ".Ed"]
    above = "-".join(path[:-1]) or ("" if name == "headshot" else "headshot")
    lines += [".Sh SEE ALSO"]
    lines += [f".Xr {above} 1 ,"] if above else []
    lines.append(".Xr headshot.conf 5")
    pages[f"{name}.1"] = lines
    for child in subcommands:
        page(child, [*path, child["commandName"]], pages)


def plain(cell):
    """A cell of a table without its markup."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", cell).replace("`", "").strip()


def table():
    """The settings of the documentation: names, default and meaning."""
    with open(os.path.join(root, "docs/configuration.md"), encoding="utf-8") as file:
        rows = [line.strip("|\n").split("|") for line in file if line.startswith("| ")]
    for row in rows:
        if len(row) == 4:
            yield re.findall(r"`([A-Z][A-Z_]+)`", row[1]), plain(row[2]), plain(row[3])


def sentence(meaning):
    """What a setting means, for a page that does not have the rest of the documentation."""
    text = re.sub(r"[;,.]? see (below|several machines|what to keep)\b", "", meaning)
    # An address or a value is written as it is.
    return (text if re.match(r"\w+:", text) else text[0].upper() + text[1:]) + "."


# The settings in the order in which a person needs them. A setting belongs to the first group with a part of its name.
GROUPS = [
    ("Keys of the services", "GEMINI_API GOOGLE_API OPENAI_API HEADSHOT_API_KEY HEADSHOT_OPENAI_API_KEY"),
    ("Limits of a day", "DAILY_CAP MAX_SPEND TIME_ZONE"),
    ("Who makes headshots, and how", "PROVIDER BACKDROP SHRINK _MODEL PROMPTS BASE_URL"),
    ("Where things are, and how long they stay", "_HOME _RESULTS _KEEP_ _QUEUE _STORE AWS_"),
    ("How work is done", "CONCURRENCY MAX_ATTEMPTS TIMEOUT ISOLATION _MAX_ _WAIT _LOG_"),
    ("A server", "_LISTEN _ADMIN _HOSTS _BEHIND_PROXY _WORK _SITE _DESK_HEADER"),
]


def settings():
    """Each setting of a file with its row of the table, by group."""
    rows = list(table())
    names = [setting["name"] for setting in json.loads(told("config", "--json"))["settings"]]
    for group, parts in GROUPS:
        for name in [name for name in names if any(part in name for part in parts.split())]:
            names.remove(name)
            default, meaning = next((default, meaning) for listed, default, meaning in rows if name in listed)
            yield group, name, default, meaning
    if names:
        sys.exit(f"manual.py: no group of settings has {', '.join(names)}")


def configuration():
    lines = [
        f".Dd {date}", ".Dt HEADSHOT.CONF 5", ".Os",
        ".Sh NAME", ".Nm headshot.conf", ".Nd settings of headshot",
        ".Sh DESCRIPTION",
        *prose(
            "A line is NAME=value. Lines that begin with # or ; are notes. A value may stand in quotation marks, and has none"
            " and no backslash in it. The units of systemd read the same file with EnvironmentFile=."
            "\n\nA variable of the environment counts before a line of the file, and an option of a command before both."
        ),
        ".Pp", "The settings are:", ".Bl -tag -width Ds",
    ]
    for _, name, default, meaning in settings():
        lines += [f".It Ev {name}", *prose(sentence(meaning))]
        if default:
            lines += [".Pp", *prose(f"Default: {default}.")]
    return [
        *lines, ".El", ".Sh FILES", ".Bl -tag -width Ds",
        ".It Pa ~/.config/headshot/headshot.conf", "The user's own settings.",
        ".It Pa /etc/headshot/headshot.conf", *prose("The settings of the machine's service; they hold for root and its user."),
        ".El", ".Sh SEE ALSO", ".Xr headshot 1 ,", ".Xr headshot-config 1",
    ]


def template():
    lines = [
        "# Settings of headshot: headshot.conf(5). 'headshot config' prints which hold.", "",
        "# The queue of the service; its units use it, too.", "HEADSHOT_HOME=/var/lib/headshot",
    ]
    latest = None
    for group, name, default, meaning in settings():
        if group != latest:
            lines += ["", "", f"# {group}", f"# {'-' * len(group)}"]
            latest = group
        if name != "HEADSHOT_HOME":
            text = sentence(meaning) + (f" Default: {default}." if default else "")
            lines += ["", *textwrap.wrap(text, 100, initial_indent="# ", subsequent_indent="# "), f"#{name}="]
    return lines


pages = {}
command = json.loads(told("--experimental-dump-help"))["command"]
page(command, [command["commandName"]], pages)
if command["commandName"] == "headshot":
    pages["headshot.conf.5"] = configuration()
    pages["headshot.conf"] = template()
for name, lines in pages.items():
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
