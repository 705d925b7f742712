"""Runs a command under the system calls of a unit: check-unit.py <unit> <command>… Needs python3-seccomp."""

import errno
import os
import re
import subprocess
import sys

import seccomp

NEW_NAMESPACES = [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000]
FAMILIES = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10}


def names(word):
    """The system calls that a word of SystemCallFilter= stands for."""
    if not word.startswith("@"):
        return [word]
    listed = subprocess.run(["systemd-analyze", "syscall-filter", word], capture_output=True, text=True, check=True)
    lines = [line.strip() for line in listed.stdout.splitlines()[1:]]
    return [name for line in lines if line and not line.startswith("#") for name in names(line)]


def setting(unit, name):
    return re.search(rf"^{name}=(.*)$", unit, re.MULTILINE).group(1).split()


unit = open(sys.argv[1]).read()
rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.EPERM))
allowed = {name for word in setting(unit, "SystemCallFilter") for name in names(word)}
# Left to the rules below, which look at arguments.
allowed -= {"socket", "unshare", "setns", "clone", "clone3"}
# For this program itself, before it becomes the command.
allowed |= {"execve"}
for name in sorted(allowed):
    try:
        rules.add_rule(seccomp.ALLOW, name)
    except (ValueError, OSError, RuntimeError):
        pass  # of other machines
for family in setting(unit, "RestrictAddressFamilies"):
    rules.add_rule(seccomp.ALLOW, "socket", seccomp.Arg(0, seccomp.EQ, FAMILIES[family]))
# RestrictNamespaces: threads and processes, but no namespaces. The C library takes clone where clone3 is unknown.
rules.add_rule(seccomp.ALLOW, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, sum(NEW_NAMESPACES), 0))
rules.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")
rules.load()
os.execvp(sys.argv[2], sys.argv[2:])
