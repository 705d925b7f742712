-- part 52a
-- For finding a person's waiting jobs, and the persons who have some.
CREATE INDEX job_waiting ON job (space, person, provider, kind, due_at) WHERE state = 'waiting';
-- For letting the jobs of a space go on that wait for the day's money, or for room in the space's storage.
CREATE INDEX job_budgeted ON job (provider, space, due_at)
WHERE coalesce(state, '') = 'waiting' AND (reason = 'budget' OR reason = 'storage');
-- For judging the jobs anew, in the order of their numbers, that wait for the cap.
CREATE INDEX job_rejudged ON job (id) WHERE coalesce(state, '') = 'waiting' AND coalesce(reason, '') = 'daily_cap';
-- The planner may use each index whose condition a statement meets. Where it found no waiting jobs when it counted last,
-- it takes all of them to be equally short, also one with the entries of all jobs that waited since. So these conditions
-- have a form of their own, which only the statements repeat that stand on the index.
DROP INDEX job_answered, job_capped, job_fleeting, job_interrupted;
CREATE INDEX job_answered ON job (id) WHERE coalesce(state, '') = 'waiting' AND reason = 'answered';
CREATE INDEX job_capped ON job (space, person) WHERE coalesce(state, '') = 'waiting' AND reason = 'daily_cap';
CREATE INDEX job_fleeting ON job (expires_at) WHERE coalesce(state, '') = 'waiting' AND expires_at IS NOT NULL;
CREATE INDEX job_interrupted ON job (provider, due_at)
WHERE coalesce(state, '') = 'waiting' AND reason = 'interrupted';
-- The spaces whose money of the day is spent, or whose storage is full, by provider: no job of theirs is claimed before a
-- time. "~" is all spaces. Once that has passed, jobs may still have to follow that were made to wait.
CREATE TABLE spent (
    provider text COLLATE "C" NOT NULL,
    space text COLLATE "C" NOT NULL,
    opens_at bigint NOT NULL,
    -- Why: 'budget' or 'storage', as the jobs have it that wait.
    reason text COLLATE "C" NOT NULL DEFAULT 'budget',
    PRIMARY KEY (provider, space)
);
-- For the few whose jobs may go.
CREATE INDEX spent_open ON spent (opens_at);
INSERT INTO spent (provider, space, opens_at)
SELECT provider, space, max(due_at) FROM job WHERE state = 'waiting' AND reason = 'budget' GROUP BY provider, space;
-- The jobs that wait for a cap which has changed since: those with larger numbers.
CREATE TABLE cap_change (
    one bigint PRIMARY KEY CHECK (one = 1),
    last_job bigint NOT NULL
);

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
CREATE INDEX job_own ON job (person, id) WHERE length(space) = 0;
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

-- part 52c
--
-- For how many seconds a space keeps its ended jobs, their photos and their headshots; NULL is until somebody removes them.
ALTER TABLE space ADD COLUMN keep_jobs bigint CHECK (keep_jobs > 0);
ALTER TABLE space ADD COLUMN keep_photos bigint CHECK (keep_photos > 0);
ALTER TABLE space ADD COLUMN keep_headshots bigint CHECK (keep_headshots > 0);
-- For finding what has been kept for long enough. What became of an uncertain job is not decided yet.
CREATE INDEX job_age ON job (space, ended_at, id) WHERE ended_at IS NOT NULL AND state <> 'uncertain';
CREATE INDEX scan_age ON scan (space, created_at) WHERE photo IS NOT NULL;
-- For the jobs whose ends have not been reported yet.
CREATE INDEX delivery_waiting ON delivery (job) WHERE state = 'pending';
-- How far the ended jobs of a space have been looked through, in the order in which they ended.
CREATE TABLE upkeep (
    space text COLLATE "C" NOT NULL,
    part text COLLATE "C" NOT NULL,
    ended_at bigint NOT NULL,
    job bigint NOT NULL,
    PRIMARY KEY (space, part)
);
-- The headshots whose jobs were removed: whose they are, and when the jobs ended.
CREATE TABLE left_headshot (
    job bigint PRIMARY KEY,
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    ended_at bigint NOT NULL
);
CREATE INDEX left_headshot_age ON left_headshot (space, ended_at, job);
CREATE INDEX left_headshot_person ON left_headshot (space, person);
-- What only a reader of one job wants, in short form. A job whose texts are short has no row.
CREATE TABLE report (
    job bigint PRIMARY KEY,
    -- What was seen in the photo and said of it.
    seen text COLLATE "C",
    -- What was made.
    made text COLLATE "C"
);
-- The prompts of headshots, each once, as long as a job was asked for with it: they are made of the files of styles, and of
-- nothing that a person wrote. The column of the job has the first digits of the SHA-256.
CREATE TABLE prompt (
    hash text COLLATE "C" PRIMARY KEY CHECK (length(hash) = 32),
    text text COLLATE "C" NOT NULL
);
CREATE INDEX job_prompt ON job (prompt) WHERE length(prompt) = 32;
CREATE FUNCTION job_report() RETURNS trigger LANGUAGE plpgsql AS $trigger$
BEGIN
    DELETE FROM report WHERE job = OLD.id;
    RETURN NULL;
END $trigger$;
CREATE TRIGGER job_report AFTER DELETE ON job FOR EACH ROW EXECUTE FUNCTION job_report();
-- Older rows become thin in the background.
INSERT INTO upkeep (space, part, ended_at, job)
SELECT '', 'reports', 0, 0 WHERE EXISTS (SELECT 1 FROM job);

-- Where a person was last, by a header or a moment.
ALTER TABLE wish ADD COLUMN seen_zone text COLLATE "C" CHECK (length(seen_zone) BETWEEN 1 AND 64);
-- When the person last changed whether, or when, to be reminded.
ALTER TABLE wish ADD COLUMN reminders_set_at bigint;

-- Until when a program has claimed a reminder that it has not sent; NULL for one that was sent.
ALTER TABLE reminder ADD COLUMN leased_until bigint;

-- A day that counts for a person, with the streak as it was then: a day that is sent late finds its place among them.
CREATE TABLE done_day (
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    day text COLLATE "C" NOT NULL CHECK (length(day) = 10),
    done_at bigint NOT NULL,
    zone text COLLATE "C" NOT NULL,
    count bigint NOT NULL CHECK (count > 0),
    -- How many freezes hold the streak after this day.
    freezes_used bigint NOT NULL CHECK (freezes_used >= 0),
    PRIMARY KEY (space, person, day)
);
INSERT INTO done_day (space, person, day, done_at, zone, count, freezes_used)
SELECT space, person, last_day, last_done, zone, count, freezes_used FROM streak;

-- A person who has become another of the same space.
CREATE TABLE merged (
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    into_person text COLLATE "C" NOT NULL CHECK (length(into_person) BETWEEN 1 AND 128),
    merged_at bigint NOT NULL,
    PRIMARY KEY (space, person)
);
CREATE INDEX merged_into ON merged (space, into_person);

-- What was added, changed or removed of a person: the last change of each thing, in the order of the changes.
CREATE TABLE changed (
    seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    sort text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    -- The client's own name for it; NULL for a thing without.
    client text COLLATE "C",
    gone bigint NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    -- When it was known to be gone; NULL until then.
    gone_at bigint,
    UNIQUE (space, person, sort, id)
);
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
-- The changes of a person are numbered in the order in which they are committed: otherwise a reader would miss the one that
-- was numbered first and committed last.
CREATE FUNCTION thing_changes() RETURNS trigger LANGUAGE plpgsql AS $trigger$
DECLARE
    thing jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
    name text := coalesce(thing ->> TG_ARGV[1], TG_ARGV[0]);
BEGIN
    PERFORM 1 FROM person
    WHERE space = thing ->> 'space' AND person = thing ->> 'person' FOR NO KEY UPDATE;
    DELETE FROM changed
    WHERE space = thing ->> 'space' AND person = thing ->> 'person' AND sort = TG_ARGV[0] AND id = name;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (
        thing ->> 'space', thing ->> 'person', TG_ARGV[0], name,
        coalesce(thing ->> 'client', thing ->> 'key'),
        CASE WHEN TG_OP = 'DELETE' AND TG_ARGV[0] <> 'day' THEN 1 ELSE 0 END);
    RETURN NULL;
END
$trigger$;
CREATE TRIGGER moment_changes AFTER INSERT OR UPDATE OR DELETE ON moment
FOR EACH ROW EXECUTE FUNCTION thing_changes('moment', 'id');
CREATE TRIGGER scan_changes AFTER INSERT OR UPDATE OR DELETE ON scan
FOR EACH ROW EXECUTE FUNCTION thing_changes('scan', 'id');
CREATE TRIGGER tip_changes AFTER INSERT OR UPDATE OR DELETE ON tip
FOR EACH ROW EXECUTE FUNCTION thing_changes('tip', 'id');
CREATE TRIGGER turn_changes AFTER INSERT OR UPDATE ON turn
FOR EACH ROW EXECUTE FUNCTION thing_changes('turn', 'id');
CREATE TRIGGER task_changes AFTER INSERT OR UPDATE OR DELETE ON task
FOR EACH ROW EXECUTE FUNCTION thing_changes('day', 'day');
CREATE TRIGGER done_day_changes AFTER INSERT OR UPDATE ON done_day
FOR EACH ROW EXECUTE FUNCTION thing_changes('day', 'day');
CREATE TRIGGER wish_changes AFTER INSERT OR UPDATE ON wish
FOR EACH ROW EXECUTE FUNCTION thing_changes('wishes', 'wishes');
-- A key under which a person of an app ordered a job stays known once the job is removed: an order that is sent late is not
-- made, and paid, again.
CREATE FUNCTION job_goes() RETURNS trigger LANGUAGE plpgsql AS $trigger$
BEGIN
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (OLD.space, OLD.person, 'job', CAST(OLD.id AS text), OLD.key, 1);
    RETURN NULL;
END
$trigger$;
CREATE TRIGGER job_goes AFTER DELETE ON job FOR EACH ROW WHEN (OLD.key IS NOT NULL AND OLD.space <> '')
EXECUTE FUNCTION job_goes();

-- The streak that was over when the present one began, as JSON: a freeze can bring it back.
ALTER TABLE streak ADD COLUMN lost text COLLATE "C" CHECK (lost IS NULL OR (CAST(lost AS jsonb) IS NOT NULL));

-- When the store gave the money for a freeze back; one that is not used is gone with it.
ALTER TABLE streak_freeze ADD COLUMN refunded_at bigint;
-- For what the store says of a freeze, whoever has it by now.
CREATE INDEX streak_freeze_id ON streak_freeze (space, id);

-- Whether a plan has shown all of a scan: it stays shown when the plan ends.
ALTER TABLE scan ADD COLUMN shown_whole bigint NOT NULL DEFAULT 0 CHECK (shown_whole IN (0, 1));

-- What a person last did with a task: a tick and an opening may arrive in another order than they happened. NULL is done_at.
ALTER TABLE task ADD COLUMN last_at bigint;
ALTER TABLE task ADD COLUMN is_open bigint NOT NULL DEFAULT 0 CHECK (is_open IN (0, 1));

-- The day for which a person's texts by models count: from its first moment to the first of the next; NULL before there are any.
ALTER TABLE person ADD COLUMN counts_from bigint;
ALTER TABLE person ADD COLUMN counts_to bigint;

-- Whether nothing of a person goes to a model before the person agrees.
ALTER TABLE space ADD COLUMN asks_before_models bigint NOT NULL DEFAULT 0 CHECK (asks_before_models IN (0, 1));

-- Whether photos that are too large are made smaller here.
ALTER TABLE space ADD COLUMN shrinks_photos bigint NOT NULL DEFAULT 0 CHECK (shrinks_photos IN (0, 1));

-- part 37
-- A wait reason: the storage of the job's space is full.
CREATE OR REPLACE FUNCTION job_conditions() RETURNS trigger LANGUAGE plpgsql AS $trigger$
DECLARE
    -- In the order of the names, so that all queues report the same of several.
    broken CONSTANT text := CASE
        WHEN NOT (NEW.attempts >= 0) THEN 'job_attempts_check'
        WHEN NOT (NEW.cancel_requested IN (0, 1)) THEN 'job_cancel_requested_check'
        WHEN NOT ((NEW.state <> 'waiting') OR NEW.reason IN ('new', 'scheduled', 'cooldown', 'daily_cap',
            'provider_halted', 'retry', 'interrupted', 'answered', 'budget', 'refused', 'photo',
            'storage'))
            THEN 'job_check'
        WHEN NOT ((NEW.expires_at IS NULL) = (NEW.most_a_day IS NULL)) THEN 'job_check1'
        WHEN NOT ((NEW.result IS NULL) OR (NEW.outcome IS NOT NULL)) THEN 'job_check10'
        WHEN NOT ((NEW.quoted_price IS NULL) OR (NEW.quoted_model IS NOT NULL)) THEN 'job_check2'
        WHEN NOT ((NEW.input IS NULL) = (NEW.input_name IS NULL)) THEN 'job_check3'
        WHEN NOT ((NEW.second_input IS NULL) OR (NEW.input IS NOT NULL)) THEN 'job_check4'
        WHEN NOT ((NEW.state = 'running') = (NEW.token IS NOT NULL)) THEN 'job_check5'
        WHEN NOT ((NEW.token IS NULL) = (NEW.owner IS NULL)) THEN 'job_check6'
        WHEN NOT ((NEW.token IS NULL) = (NEW.phase IS NULL)) THEN 'job_check7'
        WHEN NOT ((NEW.state IN ('waiting', 'running')) = (NEW.ended_at IS NULL)) THEN 'job_check8'
        WHEN NOT ((NEW.state = 'succeeded') = (NEW.outcome IS NOT NULL)) THEN 'job_check9'
        WHEN NOT (NEW.crashes >= 0) THEN 'job_crashes_check'
        WHEN NOT ((NEW.facts IS NULL) OR (CAST(NEW.facts AS jsonb) IS NOT NULL)) THEN 'job_facts_check'
        WHEN NOT ((NEW.findings IS NULL) OR (CAST(NEW.findings AS jsonb) IS NOT NULL)) THEN 'job_findings_check'
        WHEN NOT (NEW.id BETWEEN 0 AND 1125899906842623) THEN 'job_id_check'
        WHEN NOT (length(NEW.input) BETWEEN 64 AND 96) THEN 'job_input_check'
        WHEN NOT (length(NEW.key) BETWEEN 1 AND 256) THEN 'job_key_check'
        WHEN NOT (length(NEW.kind) BETWEEN 1 AND 32) THEN 'job_kind_check'
        WHEN NOT (NEW.most_a_day >= 0) THEN 'job_most_a_day_check'
        WHEN NOT ((NEW.outcome IS NULL) OR (CAST(NEW.outcome AS jsonb) IS NOT NULL)) THEN 'job_outcome_check'
        WHEN NOT (CAST(NEW.payload AS jsonb) IS NOT NULL) THEN 'job_payload_check'
        WHEN NOT (length(NEW.person) BETWEEN 1 AND 128) THEN 'job_person_check'
        WHEN NOT (NEW.phase IN ('preparing', 'uploading', 'saving')) THEN 'job_phase_check'
        WHEN NOT (NEW.priority BETWEEN -100 AND 100) THEN 'job_priority_check'
        WHEN NOT (length(NEW.quoted_model) BETWEEN 1 AND 200) THEN 'job_quoted_model_check'
        WHEN NOT (NEW.quoted_price >= 0) THEN 'job_quoted_price_check'
        WHEN NOT (NEW.refusals >= 0) THEN 'job_refusals_check'
        WHEN NOT (length(NEW.result_hash) = 64) THEN 'job_result_hash_check'
        WHEN NOT (length(NEW.second_input) BETWEEN 64 AND 96) THEN 'job_second_input_check'
        WHEN NOT (length(NEW.space) <= 32) THEN 'job_space_check'
        WHEN NOT (NEW.state IN ('waiting', 'running', 'succeeded', 'rejected', 'failed', 'cancelled', 'uncertain'))
            THEN 'job_state_check'
    END;
BEGIN
    IF broken IS NOT NULL THEN
        RAISE check_violation USING MESSAGE = format('a row breaks "%s"', broken);
    END IF;
    RETURN NEW;
END $trigger$;
-- The files of free jobs that count for the storage of their spaces; a row goes when the files have left the disk.
CREATE TABLE stored_result (
    job bigint PRIMARY KEY,
    space text COLLATE "C" NOT NULL,
    bytes bigint NOT NULL CHECK (bytes >= 0)
);

-- The deliveries of each space by state, counted as the jobs are.
CREATE TABLE delivery_count (
    space text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    deliveries bigint NOT NULL,
    is_folded boolean NOT NULL DEFAULT FALSE
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
CREATE FUNCTION delivery_is_counted() RETURNS trigger LANGUAGE plpgsql AS $trigger$
BEGIN
    IF TG_OP <> 'INSERT' THEN INSERT INTO delivery_count VALUES (OLD.space, OLD.state, -1); END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO delivery_count VALUES (NEW.space, NEW.state, 1); END IF;
    RETURN NULL;
END $trigger$;
INSERT INTO delivery_count SELECT space, state, count(*), TRUE FROM delivery GROUP BY space, state;
CREATE TRIGGER delivery_is_counted AFTER INSERT OR DELETE OR UPDATE OF space, state ON delivery
FOR EACH ROW EXECUTE FUNCTION delivery_is_counted();
-- For what came of the latest attempt, among very many that have not arrived.
CREATE INDEX delivery_tried ON delivery (space, tried_at)
WHERE state <> 'delivered' AND tried_at IS NOT NULL AND last_failure IS NOT NULL;
