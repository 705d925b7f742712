"""Hosts that are network namespaces on one bridge, and what can be done to their cables."""

import subprocess

HERE = "10.7.0.1"
RULES = "add table inet chaos; add chain inet chaos out { type filter hook output priority 0; }; \
add chain inet chaos in { type filter hook input priority 0; }"


def run(*words, **options):
    """Runs a command; its words are in the error if it fails."""
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def make_bridge():
    # Names of namespaces are files here; this mount is seen by nobody else.
    run("mkdir", "-p", "/run/netns")
    run("mount", "-t", "tmpfs", "none", "/run/netns")
    run("ip", "link", "set", "lo", "up")
    run("ip", "link", "add", "bridge", "type", "bridge")
    run("ip", "address", "add", f"{HERE}/24", "dev", "bridge")
    run("ip", "link", "set", "bridge", "up")


class Host:
    """A network namespace with a cable to the bridge, and a list of the authorities that it trusts."""

    def __init__(self, number, authority):
        self.name = f"hs{number}"
        self.authority = authority
        run("ip", "netns", "add", self.name)
        run("ip", "link", "add", f"cable{number}", "type", "veth", "peer", "name", "eth0", "netns", self.name)
        run("ip", "link", "set", f"cable{number}", "master", "bridge", "up")
        run("ip", "-n", self.name, "address", "add", f"10.7.0.{10 + number}/24", "dev", "eth0")
        run("ip", "-n", self.name, "link", "set", "lo", "up")
        self.plug(True)
        self.nft(RULES)

    def command(self, program, *arguments):
        """How a program is started here; its process is the one that is started."""
        trusting = f'mount --bind {self.authority} /etc/ssl/certs/ca-certificates.crt && exec "$0" "$@"'
        return ["ip", "netns", "exec", self.name, "sh", "-c", trusting, program, *arguments]

    def plug(self, is_in):
        run("ip", "-n", self.name, "link", "set", "eth0", "up" if is_in else "down")

    def drop(self, ports):
        """Loses what comes from and goes to ports, as a firewall does that was told so."""
        listed = ", ".join(map(str, ports))
        for chain, end in (("out", "dport"), ("in", "sport")):
            self.nft(f"add rule inet chaos {chain} tcp {end} {{ {listed} }} drop")

    def let_all_through(self):
        self.nft("flush table inet chaos")

    def nft(self, rules):
        run("ip", "netns", "exec", self.name, "nft", rules)
