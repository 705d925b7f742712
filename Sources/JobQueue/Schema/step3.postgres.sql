-- part 52a: replaced by its statements, or removed

-- part 52b
-- Counts of jobs and sums of charges, which change in the transaction of what they count. Triggers keep them, so that
-- each statement of each program does, also of one that began before there were any. A transaction adds rows and waits
-- for no other one: a count is the sum of its rows. Housekeeping folds those that are new into one of each key.
CREATE TABLE job_count (
    space text COLLATE "C" NOT NULL,
    provider text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    jobs bigint NOT NULL,
    is_folded boolean NOT NULL DEFAULT FALSE
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
-- All charges. Those that are paid also by the seconds until the answer, rounded up, from 0 to 121: 121 is any longer
-- time, after which no answer comes.
CREATE TABLE provider_sum (
    provider text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    seconds bigint NOT NULL,
    charges bigint NOT NULL,
    known bigint NOT NULL,
    estimated bigint NOT NULL,
    unknown bigint NOT NULL,
    -- The milliseconds that they took.
    took bigint NOT NULL,
    is_folded boolean NOT NULL DEFAULT FALSE
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
-- The charges of a day that are not free, with their money by how well it is known, in millionths of a US dollar.
CREATE TABLE day_sum (
    day text COLLATE "C" NOT NULL,
    space text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    provider text COLLATE "C" NOT NULL,
    charges bigint NOT NULL,
    known bigint NOT NULL,
    estimated bigint NOT NULL,
    unknown bigint NOT NULL,
    -- How many have neither a cost nor an estimate.
    unpriced bigint NOT NULL,
    -- What counts against budgets, and how many charges of which even that is not known.
    held bigint NOT NULL,
    unbounded bigint NOT NULL,
    is_folded boolean NOT NULL DEFAULT FALSE
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
-- The same of each person, by month; an empty person has the charges of persons who were forgotten.
CREATE TABLE person_sum (
    month text COLLATE "C" NOT NULL,
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    provider text COLLATE "C" NOT NULL,
    charges bigint NOT NULL,
    known bigint NOT NULL,
    estimated bigint NOT NULL,
    unknown bigint NOT NULL,
    unpriced bigint NOT NULL,
    is_folded boolean NOT NULL DEFAULT FALSE
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX day_sum_day ON day_sum (day, space);
CREATE INDEX day_sum_new ON day_sum (is_folded) WHERE NOT is_folded;
CREATE INDEX person_sum_person ON person_sum (month, space, person);
CREATE INDEX person_sum_new ON person_sum (is_folded) WHERE NOT is_folded;

-- What a charge adds to the sums. Amounts are bounded, so that sums of a million do not exceed their type.
CREATE FUNCTION charge_part(
    c charge, OUT seconds bigint, OUT took bigint, OUT known bigint, OUT estimated bigint, OUT unknown bigint,
    OUT unpriced bigint, OUT held bigint, OUT unbounded bigint
) LANGUAGE sql IMMUTABLE AS $function$
    SELECT
        CASE WHEN c.state <> 'paid' OR c.settled_at <= c.started_at THEN 0
            WHEN c.settled_at - c.started_at > 120000 THEN 121
            ELSE (c.settled_at - c.started_at + 999) / 1000 END,
        CASE WHEN c.state = 'paid' AND c.settled_at - c.started_at BETWEEN 1 AND 120000
            THEN c.settled_at - c.started_at ELSE 0 END,
        least(coalesce(CASE WHEN c.state = 'paid' THEN c.cost END, 0), 1000000000000),
        least(coalesce(CASE WHEN c.state = 'paid' AND c.cost IS NULL THEN c.estimate END, 0), 1000000000000),
        least(coalesce(CASE WHEN c.state IN ('started', 'unknown') THEN c.estimate END, 0), 1000000000000),
        CASE WHEN coalesce(c.cost, c.estimate) IS NULL THEN 1 ELSE 0 END,
        least(coalesce(c.cost, c.bound, c.estimate, 0), 1000000000000),
        CASE WHEN coalesce(c.cost, c.bound, c.estimate) IS NULL THEN 1 ELSE 0 END
$function$;
CREATE FUNCTION sum_charge(sign bigint, c charge) RETURNS void LANGUAGE plpgsql AS $function$
DECLARE
    part record;
BEGIN
    SELECT * INTO part FROM charge_part(c);
    INSERT INTO provider_sum VALUES (
        c.provider, c.state, part.seconds, sign, sign * part.known, sign * part.estimated, sign * part.unknown,
        sign * part.took);
    IF c.state <> 'free' THEN
        INSERT INTO day_sum VALUES (
            c.day, c.space, c.kind, c.provider, sign, sign * part.known, sign * part.estimated, sign * part.unknown,
            sign * part.unpriced, sign * part.held, sign * part.unbounded);
        INSERT INTO person_sum VALUES (
            substr(c.day, 1, 7), c.space, coalesce(c.person, ''), c.day, c.kind, c.provider, sign,
            sign * part.known, sign * part.estimated, sign * part.unknown, sign * part.unpriced);
    END IF;
END $function$;
CREATE FUNCTION charge_is_summed() RETURNS trigger LANGUAGE plpgsql AS $trigger$
BEGIN
    IF TG_OP <> 'INSERT' THEN PERFORM sum_charge(-1, OLD); END IF;
    IF TG_OP <> 'DELETE' THEN PERFORM sum_charge(1, NEW); END IF;
    RETURN NULL;
END $trigger$;
INSERT INTO provider_sum
SELECT provider, state, seconds, count(*), sum(known), sum(estimated), sum(unknown), sum(took), TRUE
FROM charge CROSS JOIN LATERAL charge_part(charge) GROUP BY provider, state, seconds;
INSERT INTO day_sum
SELECT day, space, kind, provider, count(*), sum(known), sum(estimated), sum(unknown), sum(unpriced), sum(held),
    sum(unbounded), TRUE
FROM charge CROSS JOIN LATERAL charge_part(charge) WHERE state <> 'free' GROUP BY day, space, kind, provider;
INSERT INTO person_sum
SELECT substr(day, 1, 7), space, coalesce(person, ''), day, kind, provider, count(*), sum(known), sum(estimated),
    sum(unknown), sum(unpriced), TRUE
FROM charge CROSS JOIN LATERAL charge_part(charge) WHERE state <> 'free'
GROUP BY day, space, coalesce(person, ''), kind, provider;
CREATE TRIGGER charge_is_summed
AFTER INSERT OR DELETE
    OR UPDATE OF space, person, day, kind, provider, state, estimate, bound, cost, started_at, settled_at ON charge
FOR EACH ROW EXECUTE FUNCTION charge_is_summed();

CREATE FUNCTION job_is_counted() RETURNS trigger LANGUAGE plpgsql AS $trigger$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO job_count VALUES (OLD.space, OLD.provider, OLD.kind, OLD.state, -1);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO job_count VALUES (NEW.space, NEW.provider, NEW.kind, NEW.state, 1);
    END IF;
    RETURN NULL;
END $trigger$;
INSERT INTO job_count
SELECT space, provider, kind, state, count(*), TRUE FROM job GROUP BY space, provider, kind, state;
CREATE TRIGGER job_is_counted AFTER INSERT OR DELETE OR UPDATE OF space, provider, kind, state ON job
FOR EACH ROW EXECUTE FUNCTION job_is_counted();

-- For lists of a person's jobs in the command line's own space.
CREATE INDEX job_own ON job (person, id) WHERE space = '';
-- For lists of jobs by what they are and who did them.
CREATE INDEX job_kind ON job (kind, provider, state, id) WHERE state <> 'running' AND state <> 'waiting';
-- For lists of the jobs of a day: the few whose numbers are more than a minute ahead of the time, since the clock was
-- set back.
CREATE INDEX job_ahead ON job (created_at) WHERE id > (created_at - 1577836800000 + 60000) * 512;
-- For which jobs need a photo.
CREATE INDEX job_input ON job (input) WHERE input IS NOT NULL;
-- For a person's charges that turned out to be free; charge_slot has the others.
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

