-- part 52a: replaced by its statements, or removed

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
CREATE INDEX job_own ON job (person, id) WHERE space = '';
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

-- part 52c: replaced by its statements, or removed

-- part 51a: replaced by its statements, or removed

-- part 51b: replaced by its statements, or removed

-- part 51c: replaced by its statements, or removed

