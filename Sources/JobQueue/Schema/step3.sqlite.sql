-- part 52a
-- For finding a person's waiting jobs, and the persons who have some.
CREATE INDEX job_waiting ON job (space, person, provider, kind, due_at) WHERE state = 'waiting';
-- For letting the jobs of a space go on that wait for the day's money.
CREATE INDEX job_budgeted ON job (provider, space, due_at) WHERE state = 'waiting' AND reason = 'budget';
-- For judging the jobs anew, in the order of their numbers, that wait for the cap.
CREATE INDEX job_rejudged ON job (id) WHERE state = 'waiting' AND reason = 'daily_cap';
-- For what a space's charges of a day cost.
CREATE INDEX charge_space ON charge (space, day) WHERE space > '' AND state <> 'free';
-- The spaces whose money of the day is spent, by provider: no job of theirs is claimed before a time. "~" is all spaces.
-- Once that has passed, jobs may still have to follow that were made to wait.
CREATE TABLE spent (
    provider TEXT NOT NULL,
    space TEXT NOT NULL,
    opens_at INTEGER NOT NULL,
    PRIMARY KEY (provider, space)
) STRICT, WITHOUT ROWID;
-- For the few whose jobs may go.
CREATE INDEX spent_open ON spent (opens_at);
INSERT INTO spent (provider, space, opens_at)
SELECT provider, space, max(due_at) FROM job WHERE state = 'waiting' AND reason = 'budget' GROUP BY provider, space;
-- The jobs that wait for a cap which has changed since: those with larger numbers.
CREATE TABLE cap_change (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    last_job INTEGER NOT NULL
) STRICT;

-- part 52b: replaced by its statements, or removed

-- part 52c: replaced by its statements, or removed

-- part 51a: replaced by its statements, or removed

-- part 51b: replaced by its statements, or removed

-- part 51c: replaced by its statements, or removed

