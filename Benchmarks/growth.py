"""What commands cost as the queue grows older: growth.py ENGINE HEADSHOT WORK PHOTO SIZE...

One headshot is made through the emulator that the environment names, and copied with its report and its charge until the
queue has SIZE ended jobs, ten for each person. Then each command is run some times. The same with SIZE waiting jobs, which
are due and have one photo. The page has the median of each, its ratio to the first size, and the most memory of the largest
one. ENGINE is sqlite or postgres; for the latter, a server has its socket in WORK/pg.
"""

import os
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent / "queue"))
import server  # noqa: E402

TRIES = 5
# What takes long is run less often: its time varies little.
SLOW_SECONDS = 5
JOBS_OF_PERSON = 10
# The charges are those of four weeks, so that sums of a month have something to add up.
DAYS = 28
DAY = 86_400_000


def commands(home):
    """The commands by the names that the page has; each leaves about as many jobs as it found."""
    photo = home.photo
    return {
        "`submit` of one photo": ["submit", photo, "--person", "new", "--force", "--again"],
        "`drain` of one job": ["drain"],
        "`list`, the newest 50": ["list"],
        "`list --state failed`": ["list", "--state", "failed"],
        "`list --reason`": ["list", "--reason", "blocked_prompt"],
        "`list --person`": ["list", "--person", "person-1"],
        "`status`": ["status"],
        "`metrics`": ["metrics"],
        "`usage`": ["usage"],
        "`sheet --person`": ["sheet", str(home.folder / "sheet.html"), "--person", "person-2"],
        "`prune --dry-run`": ["prune", "--dry-run"],
        "`doctor`": ["doctor", "--offline"],
        "`forget` of one person": ["forget", "{fresh}", "--yes"],
        "`list --json` of all": ["list", "--json", "--limit", "100000000"],
    } | ({} if home.is_server else {"`backup`": ["backup", str(home.folder / "backup")]})


def commands_beside_waiting(home):
    """The commands that are tried while very many jobs wait."""
    of_all = commands(home)
    names = (
        "`submit` of one photo", "`list`, the newest 50", "`list --person`", "`status`", "`metrics`", "`usage`", "`doctor`")
    lists = {f"`list --state {state}`": ["list", "--state", state] for state in ("waiting", "running")}
    return {name: of_all[name] for name in names} | lists


class Home:
    """A home with a queue that has grown."""

    def __init__(self, engine, program, work, photo, size, waits=False):
        self.program, self.photo, self.size = program, photo, size
        self.is_server = engine == "postgres"
        self.folder = work / f"{engine}-{size}{'-waiting' if waits else ''}"
        self.folder.mkdir()
        self.environment = {
            **os.environ, "HEADSHOT_HOME": str(self.folder / "home"), "HEADSHOT_DAILY_CAP": "1000000",
            "HEADSHOT_TIME_ZONE": "UTC"}
        self.forgotten = 0
        if self.is_server:
            self.server, self.schema = server.Server(str(work / "pg")), f"growth_{size}{'_waiting' if waits else ''}"
            self.server.sql(f"create schema {self.schema}")
            self.environment["HEADSHOT_QUEUE"] = self.server.url(self.schema)
            self.run(["queue", "migrate"])
        self.run(["submit", photo, "--person", "person-0", "--provider", "gemini", "--force", "--again"])
        if waits:
            self.fill_with_waiting()
        else:
            self.run(["drain", "--prompts", "prompts"])
            self.fill()

    def run(self, arguments):
        """Runs a command; returns its seconds, and its most memory in megabytes."""
        start = time.perf_counter()
        with open(self.folder / "output", "w") as output:
            child = subprocess.Popen(
                [self.program, *arguments], env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.PIPE)
            errors = child.stderr.read()
            _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        # A doctor that finds something to say, or a drain that was given nothing, has done its work.
        if os.waitstatus_to_exitcode(status) not in (0, 1, 78):
            sys.exit(f"{' '.join(arguments)}: {errors.decode()}")
        return seconds, usage.ru_maxrss / 1024

    def fill(self):
        """Copies the job until there are enough."""
        person = f"'person-' || (n / {JOBS_OF_PERSON})"
        before = f"(n % {DAYS}) * CAST({DAY} AS bigint)"
        day = (
            f"to_char(now() - (n % {DAYS}) * interval '1 day', 'YYYY-MM-DD')" if self.is_server
            else f"date('now', '-' || (n % {DAYS}) || ' days')")
        times = {name: f"{name} - {before}" for name in ("created_at", "started_at", "ended_at", "due_at", "settled_at")}
        # Photos and headshots of the copies are nowhere: only the queue grows.
        photo = "lpad(to_hex(n + 1), 64, '0')" if self.is_server else "printf('%064x', n + 1)"
        of_job = times | {
            "id": "job.id - 1 - n", "key": "NULL", "person": person, "input": photo, "result": "NULL",
            "result_hash": "NULL"}
        of_charge = {
            name: times[name] for name in ("started_at", "settled_at")
        } | {"job": "charge.job - 1 - n", "person": person, "line": "line + 1 + n", "day": day}
        for table, changes, left_out in (
                ("job", of_job, ()), ("report", {"job": "report.job - 1 - n"}, ()),
                ("charge", of_charge, ("id", "slot", "journaled"))):
            columns = [name for name in self.columns(table) if name not in left_out]
            values = ", ".join(changes.get(name, name) for name in columns)
            self.copy(table, ", ".join(columns), values)
        self.settle()

    def fill_with_waiting(self):
        """Copies the job that waits until there are enough."""
        changes = {"id": "job.id - 1 - n", "key": "NULL", "person": f"'person-' || (n / {JOBS_OF_PERSON})"}
        columns = self.columns("job")
        self.copy("job", ", ".join(columns), ", ".join(changes.get(name, name) for name in columns))
        if not self.is_server:
            with sqlite3.connect(self.queue) as queue:
                queue.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return
        # As housekeeping folds them.
        keys = "space, provider, kind, state, reason"
        self.server.sql(
            f"create table folded as select {keys}, sum(jobs) as jobs from job_count group by {keys}; delete from job_count; "
            f"insert into job_count ({keys}, jobs, is_folded) select {keys}, jobs, true from folded; drop table folded",
            self.schema)
        self.server.sql("vacuum analyze")
        self.server.sql("checkpoint")

    def columns(self, table):
        if self.is_server:
            return self.server.sql(
                f"select column_name from information_schema.columns where table_name = '{table}' "
                f"and table_schema = '{self.schema}' order by ordinal_position").split()
        with sqlite3.connect(self.queue) as queue:
            return [row[1] for row in queue.execute(f"PRAGMA table_info({table})")]

    def copy(self, table, columns, values):
        count = self.size - 1
        if self.is_server:
            self.server.sql(
                f"insert into {table} ({columns}) select {values} from {table}, "
                f"generate_series(0, {count - 1}) as numbers (n)", self.schema)
            return
        with sqlite3.connect(self.queue) as queue:
            queue.execute("PRAGMA synchronous = OFF")
            queue.execute(
                f"WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < {count}), "
                f"one AS (SELECT * FROM {table} LIMIT 1) "
                f"INSERT INTO {table} ({columns}) SELECT {values.replace(f'{table}.', 'one.')} FROM one, numbers")

    def settle(self):
        """Does what is done while a queue grows, and not by the command that comes after very many jobs at once."""
        if not self.is_server:
            # The payments journal gets the charges.
            self.run(["drain", "--prompts", "prompts"])
            with sqlite3.connect(self.queue) as queue:
                queue.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return
        self.server.sql("update charge set journaled = true", self.schema)
        self.server.sql(f"select setval('charge_line', {self.size + 10})", self.schema)
        # Housekeeping folds what each job added to the counts and sums.
        new = " union all ".join(
            f"select 1 from {table} where not is_folded"
            for table in ("job_count", "provider_sum", "day_sum", "person_sum", "space_sum"))
        while self.server.sql(f"select count(*) from ({new}) as rows", self.schema).strip() != "0":
            self.run(["drain", "--prompts", "prompts"])
        self.server.sql("vacuum analyze")
        self.server.sql("checkpoint")

    @property
    def queue(self):
        return self.folder / "home" / "queue.sqlite"

    def bytes(self):
        if not self.is_server:
            return self.queue.stat().st_size
        return sum(
            int(self.server.sql(f"select pg_total_relation_size('{table}')", self.schema))
            for table in ("job", "report", "charge"))

    def measure(self, arguments):
        """The median of the seconds, and the most memory."""
        seconds, most = [], 0
        while len(seconds) < TRIES and sum(seconds) < SLOW_SECONDS:
            self.forgotten += 1
            fresh = f"person-{self.forgotten + 10}"
            (self.folder / "sheet.html").unlink(missing_ok=True)
            shutil.rmtree(self.folder / "backup", ignore_errors=True)
            if arguments[0] == "drain":
                self.run(["submit", self.photo, "--person", "drained", "--force", "--again"])
            time_taken, memory = self.run([fresh if part == "{fresh}" else part for part in arguments])
            seconds.append(time_taken)
            most = max(most, memory)
        return statistics.median(seconds), most


def figure(seconds):
    return f"{seconds:.3f}" if seconds < 1 else f"{seconds:.2f}"


def measure(engine, waits, sizes):
    """Fills a queue of each size, and returns the figures of each command, and the bytes of each queue."""
    program, work, photo = sys.argv[2:5]
    table, sizes_on_disk = {}, []
    for size in sizes:
        print(f"filling a queue on {engine} with {size:,} {'waiting' if waits else 'ended'} jobs", file=sys.stderr)
        home = Home(engine, program, pathlib.Path(work), os.path.abspath(photo), size, waits)
        sizes_on_disk.append(home.bytes())
        for name, arguments in (commands_beside_waiting if waits else commands)(home).items():
            print(f"  {name}", file=sys.stderr)
            table.setdefault(name, []).append(home.measure(arguments))
    return table, sizes_on_disk


def print_table(table, sizes, kind):
    print("| seconds | " + " | ".join(f"{size:,} {kind} jobs" for size in sizes) + " | last to first | most MB |")
    print("|---|" + "---:|" * (len(sizes) + 2))
    for command, figures in table.items():
        seconds = [figure(median) for median, _ in figures]
        ratio = figures[-1][0] / figures[0][0]
        print(f"| {command} | " + " | ".join(seconds) + f" | {ratio:.1f} | {figures[-1][1]:.0f} |")
    print()


def main():
    engine = sys.argv[1]
    sizes = [int(size) for size in sys.argv[5:]]
    print("## The queue in a file\n" if engine == "sqlite" else "## The queue on PostgreSQL\n")
    table, sizes_on_disk = measure(engine, False, sizes)
    print_table(table, sizes, "ended")
    on_disk = ", ".join(f"{size / 1e6:,.0f}" for size in sizes_on_disk)
    print(f"MB on disk: {on_disk}; {sizes_on_disk[-1] / sizes[-1] / 1000:.1f} KB a job with its charge and its report.\n")
    table, _ = measure(engine, True, sizes)
    print_table(table, sizes, "waiting")


if __name__ == "__main__":
    main()
