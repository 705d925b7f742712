"""Makes a long history of a queue, for the benchmarks that read one."""

import sqlite3


def fill(queue, state, count):
    """Copies a job in a state so often, under other numbers."""
    with sqlite3.connect(queue, timeout=60) as db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(job)")]
        job = db.execute("SELECT id FROM job WHERE state = ? LIMIT 1", [state]).fetchone()[0]
        first = db.execute("SELECT min(id) FROM job").fetchone()[0]
        kept = ", ".join(name for name in columns if name not in ("id", "key"))
        db.execute(
            f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
            f" INSERT INTO job (id, {kept}) SELECT {first} - i, {kept} FROM n, job WHERE job.id = {job}")
