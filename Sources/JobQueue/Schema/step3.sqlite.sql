-- part 52a
-- For finding a person's waiting jobs, and the persons who have some.
CREATE INDEX job_waiting ON job (space, person, provider, kind, due_at) WHERE state = 'waiting';
-- For letting the jobs of a space go on that wait for the day's money, or for room in the space's storage.
CREATE INDEX job_budgeted ON job (provider, space, due_at)
WHERE state = 'waiting' AND (reason = 'budget' OR reason = 'storage');
-- For judging the jobs anew, in the order of their numbers, that wait for the cap.
CREATE INDEX job_rejudged ON job (id) WHERE state = 'waiting' AND reason = 'daily_cap';
-- The spaces whose money of the day is spent, or whose storage is full, by provider: no job of theirs is claimed before a
-- time. "~" is all spaces. Once that has passed, jobs may still have to follow that were made to wait.
CREATE TABLE spent (
    provider TEXT NOT NULL,
    space TEXT NOT NULL,
    opens_at INTEGER NOT NULL,
    -- Why: 'budget' or 'storage', as the jobs have it that wait.
    reason TEXT NOT NULL DEFAULT 'budget',
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

-- part 52b
-- Counts of jobs and sums of charges, which change in the transaction of what they count. Triggers keep them, so that
-- each statement of each program does, also of one that began before there were any.
CREATE TABLE job_count (
    space TEXT NOT NULL,
    provider TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    jobs INTEGER NOT NULL,
    PRIMARY KEY (space, provider, kind, state)
) STRICT, WITHOUT ROWID;
-- All charges. Those that are paid also by the seconds until the answer, rounded up, from 0 to 121: 121 is any longer
-- time, after which no answer comes.
CREATE TABLE provider_sum (
    provider TEXT NOT NULL,
    state TEXT NOT NULL,
    seconds INTEGER NOT NULL,
    charges INTEGER NOT NULL,
    known INTEGER NOT NULL,
    estimated INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    -- The milliseconds that they took.
    took INTEGER NOT NULL,
    PRIMARY KEY (provider, state, seconds)
) STRICT, WITHOUT ROWID;
-- The charges of a day that are not free, with their money by how well it is known, in millionths of a US dollar.
CREATE TABLE day_sum (
    day TEXT NOT NULL,
    space TEXT NOT NULL,
    kind TEXT NOT NULL,
    provider TEXT NOT NULL,
    charges INTEGER NOT NULL,
    known INTEGER NOT NULL,
    estimated INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    -- How many have neither a cost nor an estimate.
    unpriced INTEGER NOT NULL,
    -- What counts against budgets, and how many charges of which even that is not known.
    held INTEGER NOT NULL,
    unbounded INTEGER NOT NULL,
    PRIMARY KEY (day, space, kind, provider)
) STRICT, WITHOUT ROWID;
-- The same of each person, by month; an empty person has the charges of persons who were forgotten.
CREATE TABLE person_sum (
    month TEXT NOT NULL,
    space TEXT NOT NULL,
    person TEXT NOT NULL,
    day TEXT NOT NULL,
    kind TEXT NOT NULL,
    provider TEXT NOT NULL,
    charges INTEGER NOT NULL,
    known INTEGER NOT NULL,
    estimated INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    unpriced INTEGER NOT NULL,
    PRIMARY KEY (month, space, person, day, kind, provider)
) STRICT, WITHOUT ROWID;

-- A charge as the sums see it; a row with the sign -1 is taken off them. Amounts are bounded, so that sums of a million
-- do not exceed their type.
CREATE VIEW charge_part (sign, space, person, day, kind, provider, state, estimate, bound, cost, took) AS
SELECT 1, space, person, day, kind, provider, state, estimate, bound, cost, settled_at - started_at FROM charge;
CREATE TRIGGER charge_part_is_summed INSTEAD OF INSERT ON charge_part
BEGIN
    INSERT INTO provider_sum VALUES (
        NEW.provider, NEW.state,
        CASE WHEN NEW.state <> 'paid' OR NEW.took <= 0 THEN 0 WHEN NEW.took > 120000 THEN 121
            ELSE (NEW.took + 999) / 1000 END,
        NEW.sign,
        NEW.sign * min(coalesce(CASE WHEN NEW.state = 'paid' THEN NEW.cost END, 0), 1000000000000),
        NEW.sign *
            min(coalesce(CASE WHEN NEW.state = 'paid' AND NEW.cost IS NULL THEN NEW.estimate END, 0), 1000000000000),
        NEW.sign *
            min(coalesce(CASE WHEN NEW.state IN ('started', 'unknown') THEN NEW.estimate END, 0), 1000000000000),
        NEW.sign * CASE WHEN NEW.state = 'paid' AND NEW.took BETWEEN 1 AND 120000 THEN NEW.took ELSE 0 END)
    ON CONFLICT DO UPDATE SET charges = charges + excluded.charges, known = known + excluded.known,
        estimated = estimated + excluded.estimated, unknown = unknown + excluded.unknown,
        took = took + excluded.took;
    INSERT INTO day_sum
    SELECT NEW.day, NEW.space, NEW.kind, NEW.provider, NEW.sign,
        NEW.sign * min(coalesce(CASE WHEN NEW.state = 'paid' THEN NEW.cost END, 0), 1000000000000),
        NEW.sign *
            min(coalesce(CASE WHEN NEW.state = 'paid' AND NEW.cost IS NULL THEN NEW.estimate END, 0), 1000000000000),
        NEW.sign *
            min(coalesce(CASE WHEN NEW.state IN ('started', 'unknown') THEN NEW.estimate END, 0), 1000000000000),
        NEW.sign * (coalesce(NEW.cost, NEW.estimate) IS NULL),
        NEW.sign * min(coalesce(NEW.cost, NEW.bound, NEW.estimate, 0), 1000000000000),
        NEW.sign * (coalesce(NEW.cost, NEW.bound, NEW.estimate) IS NULL)
    WHERE NEW.state <> 'free'
    ON CONFLICT DO UPDATE SET charges = charges + excluded.charges, known = known + excluded.known,
        estimated = estimated + excluded.estimated, unknown = unknown + excluded.unknown,
        unpriced = unpriced + excluded.unpriced, held = held + excluded.held,
        unbounded = unbounded + excluded.unbounded;
    INSERT INTO person_sum
    SELECT substr(NEW.day, 1, 7), NEW.space, coalesce(NEW.person, ''), NEW.day, NEW.kind, NEW.provider, NEW.sign,
        NEW.sign * min(coalesce(CASE WHEN NEW.state = 'paid' THEN NEW.cost END, 0), 1000000000000),
        NEW.sign *
            min(coalesce(CASE WHEN NEW.state = 'paid' AND NEW.cost IS NULL THEN NEW.estimate END, 0), 1000000000000),
        NEW.sign *
            min(coalesce(CASE WHEN NEW.state IN ('started', 'unknown') THEN NEW.estimate END, 0), 1000000000000),
        NEW.sign * (coalesce(NEW.cost, NEW.estimate) IS NULL)
    WHERE NEW.state <> 'free'
    ON CONFLICT DO UPDATE SET charges = charges + excluded.charges, known = known + excluded.known,
        estimated = estimated + excluded.estimated, unknown = unknown + excluded.unknown,
        unpriced = unpriced + excluded.unpriced;
END;
INSERT INTO charge_part SELECT * FROM charge_part;
CREATE TRIGGER charge_is_summed AFTER INSERT ON charge
BEGIN
    INSERT INTO charge_part VALUES (
        1, NEW.space, NEW.person, NEW.day, NEW.kind, NEW.provider, NEW.state, NEW.estimate, NEW.bound, NEW.cost,
        NEW.settled_at - NEW.started_at);
END;
CREATE TRIGGER charge_is_summed_anew
AFTER UPDATE OF space, person, day, kind, provider, state, estimate, bound, cost, started_at, settled_at ON charge
BEGIN
    INSERT INTO charge_part VALUES (
        -1, OLD.space, OLD.person, OLD.day, OLD.kind, OLD.provider, OLD.state, OLD.estimate, OLD.bound, OLD.cost,
        OLD.settled_at - OLD.started_at);
    INSERT INTO charge_part VALUES (
        1, NEW.space, NEW.person, NEW.day, NEW.kind, NEW.provider, NEW.state, NEW.estimate, NEW.bound, NEW.cost,
        NEW.settled_at - NEW.started_at);
END;
CREATE TRIGGER charge_is_taken_off AFTER DELETE ON charge
BEGIN
    INSERT INTO charge_part VALUES (
        -1, OLD.space, OLD.person, OLD.day, OLD.kind, OLD.provider, OLD.state, OLD.estimate, OLD.bound, OLD.cost,
        OLD.settled_at - OLD.started_at);
END;

INSERT INTO job_count SELECT space, provider, kind, state, count(*) FROM job GROUP BY space, provider, kind, state;
CREATE TRIGGER job_is_counted AFTER INSERT ON job
BEGIN
    INSERT INTO job_count VALUES (NEW.space, NEW.provider, NEW.kind, NEW.state, 1)
    ON CONFLICT DO UPDATE SET jobs = jobs + 1;
END;
CREATE TRIGGER job_is_counted_anew AFTER UPDATE OF space, provider, kind, state ON job
BEGIN
    UPDATE job_count SET jobs = jobs - 1
    WHERE space = OLD.space AND provider = OLD.provider AND kind = OLD.kind AND state = OLD.state;
    INSERT INTO job_count VALUES (NEW.space, NEW.provider, NEW.kind, NEW.state, 1)
    ON CONFLICT DO UPDATE SET jobs = jobs + 1;
END;
CREATE TRIGGER job_is_taken_off AFTER DELETE ON job
BEGIN
    UPDATE job_count SET jobs = jobs - 1
    WHERE space = OLD.space AND provider = OLD.provider AND kind = OLD.kind AND state = OLD.state;
END;

-- For lists of a person's jobs in the command line's own space.
-- Not `space = ''`: SQLite would plan each statement with `space = ?` anew for each space.
CREATE INDEX job_own ON job (person, id) WHERE length(space) = 0;
-- For lists of jobs by what they are and who did them.
CREATE INDEX job_kind ON job (kind, provider, state, id) WHERE state <> 'running' AND state <> 'waiting';
-- For lists of the jobs of a day: the few whose numbers are more than a minute ahead of the time, since the clock was
-- set back.
CREATE INDEX job_ahead ON job (created_at) WHERE id > (created_at - 1577836800000 + 60000) * 512;
-- For which jobs need a photo.
CREATE INDEX job_input ON job (input) WHERE input IS NOT NULL;
-- For a person's charges that turned out to be free; charge_cap has the others.
CREATE INDEX charge_free ON charge (space, person) WHERE state = 'free';
-- For all that is kept of a person who leaves.
CREATE INDEX delivery_person ON delivery (space, person);
CREATE INDEX free_work_person ON free_work (space, person);
CREATE INDEX upload_person ON upload (space, person, created_at, id);
-- For removing old ones.
CREATE INDEX delivery_done ON delivery (state, done_at) WHERE state <> 'pending';

-- part 52c
--
-- For how many seconds a space keeps its ended jobs, their photos and their headshots; NULL is until somebody removes them.
ALTER TABLE space ADD COLUMN keep_jobs INTEGER CHECK (keep_jobs > 0);
ALTER TABLE space ADD COLUMN keep_photos INTEGER CHECK (keep_photos > 0);
ALTER TABLE space ADD COLUMN keep_headshots INTEGER CHECK (keep_headshots > 0);
-- For finding what has been kept for long enough. What became of an uncertain job is not decided yet.
CREATE INDEX job_age ON job (space, ended_at, id) WHERE ended_at IS NOT NULL AND state <> 'uncertain';
CREATE INDEX scan_age ON scan (space, created_at) WHERE photo IS NOT NULL;
-- For the jobs whose ends have not been reported yet.
CREATE INDEX delivery_waiting ON delivery (job) WHERE state = 'pending';
-- How far the ended jobs of a space have been looked through, in the order in which they ended.
CREATE TABLE upkeep (
    space TEXT NOT NULL,
    part TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    job INTEGER NOT NULL,
    PRIMARY KEY (space, part)
) STRICT, WITHOUT ROWID;
-- The headshots whose jobs were removed: whose they are, and when the jobs ended.
CREATE TABLE left_headshot (
    job INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    ended_at INTEGER NOT NULL
) STRICT;
CREATE INDEX left_headshot_age ON left_headshot (space, ended_at, job);
CREATE INDEX left_headshot_person ON left_headshot (space, person);
-- What only a reader of one job wants, in short form. A job whose texts are short has no row.
CREATE TABLE report (
    job INTEGER PRIMARY KEY,
    -- What was seen in the photo and said of it.
    seen TEXT,
    -- What was made.
    made TEXT
) STRICT;
-- The prompts of headshots, each once, as long as a job was asked for with it: they are made of the files of styles, and of
-- nothing that a person wrote. The column of the job has the first digits of the SHA-256.
CREATE TABLE prompt (
    hash TEXT PRIMARY KEY CHECK (length(hash) = 32),
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX job_prompt ON job (prompt) WHERE length(prompt) = 32;
CREATE TRIGGER job_report AFTER DELETE ON job
BEGIN
    DELETE FROM report WHERE job = OLD.id;
END;
-- Older rows become thin in the background.
INSERT INTO upkeep (space, part, ended_at, job)
SELECT '', 'reports', 0, 0 WHERE EXISTS (SELECT 1 FROM job);

-- Where a person was last, by a header or a moment.
ALTER TABLE wish ADD COLUMN seen_zone TEXT CHECK (length(seen_zone) BETWEEN 1 AND 64);
-- When the person last changed whether, or when, to be reminded.
ALTER TABLE wish ADD COLUMN reminders_set_at INTEGER;

-- Until when a program has claimed a reminder that it has not sent; NULL for one that was sent.
ALTER TABLE reminder ADD COLUMN leased_until INTEGER;

-- A day that counts for a person, with the streak as it was then: a day that is sent late finds its place among them.
CREATE TABLE done_day (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    day TEXT NOT NULL CHECK (length(day) = 10),
    done_at INTEGER NOT NULL,
    zone TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    -- How many freezes hold the streak after this day.
    freezes_used INTEGER NOT NULL CHECK (freezes_used >= 0),
    PRIMARY KEY (space, person, day)
) STRICT, WITHOUT ROWID;
INSERT INTO done_day (space, person, day, done_at, zone, count, freezes_used)
SELECT space, person, last_day, last_done, zone, count, freezes_used FROM streak;

-- A person who has become another of the same space.
CREATE TABLE merged (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    into_person TEXT NOT NULL CHECK (length(into_person) BETWEEN 1 AND 128),
    merged_at INTEGER NOT NULL,
    PRIMARY KEY (space, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX merged_into ON merged (space, into_person);

-- What was added, changed or removed of a person: the last change of each thing, in the order of the changes.
CREATE TABLE changed (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    sort TEXT NOT NULL,
    id TEXT NOT NULL,
    -- The client's own name for it; NULL for a thing without.
    client TEXT,
    gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    -- When it was known to be gone; NULL until then.
    gone_at INTEGER,
    UNIQUE (space, person, sort, id)
) STRICT;
CREATE INDEX changed_person ON changed (space, person, seq);
CREATE INDEX changed_gone ON changed (space, person, client) WHERE gone = 1;
INSERT INTO changed (space, person, sort, id, client)
SELECT space, person, 'moment', id, client FROM moment ORDER BY seq;
INSERT INTO changed (space, person, sort, id, client)
SELECT space, person, 'scan', id, key FROM scan ORDER BY seq;
INSERT INTO changed (space, person, sort, id) SELECT space, person, 'tip', id FROM tip ORDER BY created_at;
INSERT INTO changed (space, person, sort, id, client)
SELECT space, person, 'turn', id, client FROM turn ORDER BY seq;
INSERT INTO changed (space, person, sort, id)
SELECT space, person, 'day', day
FROM (SELECT space, person, day FROM task UNION SELECT space, person, day FROM done_day) AS days ORDER BY day;
INSERT INTO changed (space, person, sort, id) SELECT space, person, 'wishes', 'wishes' FROM wish;
-- Each change deletes the row of the one before, since an upsert would have its own way with a conflict in a trigger.
CREATE TRIGGER moment_comes AFTER INSERT ON moment BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'moment' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'moment', NEW.id, NEW.client, 0);
END;
CREATE TRIGGER moment_changes AFTER UPDATE ON moment BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'moment' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'moment', NEW.id, NEW.client, 0);
END;
CREATE TRIGGER moment_goes AFTER DELETE ON moment BEGIN
    DELETE FROM changed
    WHERE space = OLD.space AND person = OLD.person AND sort = 'moment' AND id = OLD.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (OLD.space, OLD.person, 'moment', OLD.id, OLD.client, 1);
END;
CREATE TRIGGER scan_comes AFTER INSERT ON scan BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'scan' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'scan', NEW.id, NEW.key, 0);
END;
CREATE TRIGGER scan_changes AFTER UPDATE ON scan BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'scan' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'scan', NEW.id, NEW.key, 0);
END;
CREATE TRIGGER scan_goes AFTER DELETE ON scan BEGIN
    DELETE FROM changed
    WHERE space = OLD.space AND person = OLD.person AND sort = 'scan' AND id = OLD.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (OLD.space, OLD.person, 'scan', OLD.id, OLD.key, 1);
END;
CREATE TRIGGER tip_comes AFTER INSERT ON tip BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'tip' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'tip', NEW.id, NULL, 0);
END;
CREATE TRIGGER tip_changes AFTER UPDATE ON tip BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'tip' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'tip', NEW.id, NULL, 0);
END;
CREATE TRIGGER tip_goes AFTER DELETE ON tip BEGIN
    DELETE FROM changed
    WHERE space = OLD.space AND person = OLD.person AND sort = 'tip' AND id = OLD.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (OLD.space, OLD.person, 'tip', OLD.id, NULL, 1);
END;
CREATE TRIGGER turn_comes AFTER INSERT ON turn BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'turn' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'turn', NEW.id, NEW.client, 0);
END;
CREATE TRIGGER turn_changes AFTER UPDATE ON turn BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'turn' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'turn', NEW.id, NEW.client, 0);
END;
CREATE TRIGGER task_comes AFTER INSERT ON task BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'day' AND id = NEW.day;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'day', NEW.day, NULL, 0);
END;
CREATE TRIGGER task_changes AFTER UPDATE ON task BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'day' AND id = NEW.day;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'day', NEW.day, NULL, 0);
END;
CREATE TRIGGER task_goes AFTER DELETE ON task BEGIN
    DELETE FROM changed
    WHERE space = OLD.space AND person = OLD.person AND sort = 'day' AND id = OLD.day;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (OLD.space, OLD.person, 'day', OLD.day, NULL, 0);
END;
CREATE TRIGGER done_day_comes AFTER INSERT ON done_day BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'day' AND id = NEW.day;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'day', NEW.day, NULL, 0);
END;
CREATE TRIGGER done_day_changes AFTER UPDATE ON done_day BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'day' AND id = NEW.day;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'day', NEW.day, NULL, 0);
END;
CREATE TRIGGER wish_comes AFTER INSERT ON wish BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'wishes' AND id = 'wishes';
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'wishes', 'wishes', NULL, 0);
END;
CREATE TRIGGER wish_changes AFTER UPDATE ON wish BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'wishes' AND id = 'wishes';
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'wishes', 'wishes', NULL, 0);
END;
-- A key under which a person of an app ordered a job stays known once the job is removed: an order that is sent late is not
-- made, and paid, again.
CREATE TRIGGER job_goes AFTER DELETE ON job WHEN OLD.key IS NOT NULL AND OLD.space <> '' BEGIN
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (OLD.space, OLD.person, 'job', CAST(OLD.id AS TEXT), OLD.key, 1);
END;

-- The streak that was over when the present one began, as JSON: a freeze can bring it back.
ALTER TABLE streak ADD COLUMN lost TEXT CHECK (lost IS NULL OR json_valid(lost));

-- When the store gave the money for a freeze back; one that is not used is gone with it.
ALTER TABLE streak_freeze ADD COLUMN refunded_at INTEGER;
-- For what the store says of a freeze, whoever has it by now.
CREATE INDEX streak_freeze_id ON streak_freeze (space, id);

-- Whether a plan has shown all of a scan: it stays shown when the plan ends.
ALTER TABLE scan ADD COLUMN shown_whole INTEGER NOT NULL DEFAULT 0 CHECK (shown_whole IN (0, 1));

-- What a person last did with a task: a tick and an opening may arrive in another order than they happened. NULL is done_at.
ALTER TABLE task ADD COLUMN last_at INTEGER;
ALTER TABLE task ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0 CHECK (is_open IN (0, 1));

-- The day for which a person's texts by models count: from its first moment to the first of the next; NULL before there are any.
ALTER TABLE person ADD COLUMN counts_from INTEGER;
ALTER TABLE person ADD COLUMN counts_to INTEGER;

-- Whether nothing of a person goes to a model before the person agrees.
ALTER TABLE space ADD COLUMN asks_before_models INTEGER NOT NULL DEFAULT 0 CHECK (asks_before_models IN (0, 1));

-- Whether photos that are too large are made smaller here.
ALTER TABLE space ADD COLUMN shrinks_photos INTEGER NOT NULL DEFAULT 0 CHECK (shrinks_photos IN (0, 1));

-- part 37
-- A wait reason: the storage of the job's space is full. As in the step before, no row changes.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'reason = ''photo''', 'reason = ''photo'' OR reason = ''storage''')
WHERE type = 'table' AND name = 'job';
PRAGMA writable_schema = RESET;
-- The files of free jobs that count for the storage of their spaces; a row goes when the files have left the disk.
CREATE TABLE stored_result (
    job INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT;

-- The deliveries of each space by state, counted as the jobs are.
CREATE TABLE delivery_count (
    space TEXT NOT NULL,
    state TEXT NOT NULL,
    deliveries INTEGER NOT NULL,
    PRIMARY KEY (space, state)
) STRICT, WITHOUT ROWID;
INSERT INTO delivery_count SELECT space, state, count(*) FROM delivery GROUP BY space, state;
CREATE TRIGGER delivery_is_counted AFTER INSERT ON delivery
BEGIN
    INSERT INTO delivery_count VALUES (NEW.space, NEW.state, 1)
    ON CONFLICT DO UPDATE SET deliveries = deliveries + 1;
END;
CREATE TRIGGER delivery_is_counted_anew AFTER UPDATE OF space, state ON delivery
BEGIN
    UPDATE delivery_count SET deliveries = deliveries - 1 WHERE space = OLD.space AND state = OLD.state;
    INSERT INTO delivery_count VALUES (NEW.space, NEW.state, 1)
    ON CONFLICT DO UPDATE SET deliveries = deliveries + 1;
END;
CREATE TRIGGER delivery_is_taken_off AFTER DELETE ON delivery
BEGIN
    UPDATE delivery_count SET deliveries = deliveries - 1 WHERE space = OLD.space AND state = OLD.state;
END;
-- For what came of the latest attempt, among very many that have not arrived.
CREATE INDEX delivery_tried ON delivery (space, tried_at)
WHERE state <> 'delivered' AND tried_at IS NOT NULL AND last_failure IS NOT NULL;
