"""The queue on a PostgreSQL server, for the benchmark: its tables filled, its processes timed, its worker watched."""

import os
import subprocess
import sys
import time

PERSONS = 8_000
HEX = "md5({0}::text) || md5(({0} + 1)::text)"


class Server:
    """A server that runs already, by the folder of its socket."""

    def __init__(self, folder):
        self.folder = folder
        self.connection = f"host={folder} user=postgres dbname=postgres"

    def url(self, schema="public"):
        place = self.folder.replace("/", "%2F")
        return f"postgres://postgres@{place}/postgres?options=-csearch_path%3D{schema}"

    def sql(self, statement, schema="public"):
        done = subprocess.run(
            ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
             "--dbname", self.connection,
             # A trigger's plan is kept: one that was made while a table was empty would read all of it for each row.
             "--command", f"set search_path = {schema}; set enable_seqscan = off", "--command", statement],
            capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stderr)
        return done.stdout.strip()

    def session(self, statements):
        """A session of its own that stays open after its statements."""
        session = subprocess.Popen(
            ["psql", "--no-psqlrc", "--quiet", "--dbname", self.connection], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        session.stdin.write(f"{statements}\n")
        session.stdin.flush()
        return session

    def fill(self, schema, jobs, ended=0):
        """Empties a queue, and fills it with jobs that wait and with others that have ended and were paid."""
        self.sql(f"truncate job, charge, gate, latest_write, {', '.join(SUMS)} cascade", schema)
        self.sql(INSERT.format(
            state="succeeded", extra=", started_at, ended_at, prompt_version, findings, outcome, result",
            values=", i, i, '1', '[]', '{}', '/headshots/' || i || '.png'",
            photo=HEX.format("i"), first=1, last=ended, persons=PERSONS), schema)
        self.sql(f"""
            insert into charge (job, kind, space, person, day, provider, model, state, estimate, cost,
                started_at, settled_at, line)
            select i, 'headshot', '', 'person-' || i % {PERSONS},
                to_char(to_timestamp(1e9 + i * 30), 'YYYY-MM-DD'), 'gemini', 'model', 'paid', 39000, 39000,
                i, i, nextval('charge_line') from generate_series(1, {ended}) as i;
            update charge set journaled = true""", schema)
        self.sql(INSERT.format(
            state="waiting", extra="", values="", photo=HEX.format("i"),
            first=ended + 1, last=ended + jobs, persons=PERSONS), schema)
        for table in SUMS:
            self.fold(table, schema)
        self.sql("vacuum analyze job", schema)
        # Charges that were never counted get plans for some; what was counted as none would get plans for none.
        if ended:
            self.sql("vacuum analyze charge", schema)
        self.sql("checkpoint")

    def fold(self, table, schema):
        """Makes one row of each key of a table of sums, as housekeeping does every half minute."""
        columns = [line.split("|") for line in self.sql(
            f"select column_name, data_type from information_schema.columns"
            f" where table_schema = '{schema}' and table_name = '{table}' and column_name <> 'is_folded'"
            f" order by ordinal_position", schema).splitlines()]
        keys = ", ".join(name for name, kind in columns if kind == "text" or name == "seconds")
        values = ", ".join(f"sum({name})" for name, kind in columns if kind != "text" and name != "seconds")
        self.sql(
            f"with gone as (delete from {table} returning *)"
            f" insert into {table} select {keys}, {values}, true from gone group by {keys}", schema)
        self.sql(f"vacuum {table}", schema)


SUMS = ("job_count", "provider_sum", "day_sum", "person_sum", "space_sum", "delivery_count")

INSERT = """
    insert into job (id, kind, payload, provider, space, person, input, input_name, priority, state, reason,
        due_at, attempts, created_at {extra})
    select i, 'headshot', '{{"style":"' || repeat('x', 188) || '"}}', 'gemini', '', 'person-' || i % {persons},
        {photo}, 'photo.jpg', 0, '{state}', case '{state}' when 'waiting' then 'new' else '{state}' end,
        i, 0, i {values}
    from generate_series({first}, {last}) as i"""


def seconds(command, processes, jobs):
    """Starts processes that wait for the word to go, and returns how long the slowest took."""
    children = [
        subprocess.Popen(
            [*command, str(jobs // processes), "1"], text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(processes)]
    for child in children:
        child.stdout.readline()
    start = time.perf_counter()
    for child in children:
        child.stdin.write("\n")
        child.stdin.flush()
    answers = [child.stdout.readline() for child in children]
    took = time.perf_counter() - start
    errors = [child.communicate()[1] for child in children]
    if any(answer != "done\n" for answer in answers):
        sys.exit(next(filter(None, errors), "a process said nothing"))
    return took


def idle_share(process, pause):
    """The share of a core that a process uses while it waits, once it has started."""
    time.sleep(5)
    before = processor_seconds(process)
    time.sleep(pause)
    return (processor_seconds(process) - before) / pause


def processor_seconds(process):
    """From the scheduler, which counts nanoseconds; the threads that wait are all there from the start."""
    total = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/schedstat") as file:
            total += int(file.read().split()[0])
    return total / 1e9
