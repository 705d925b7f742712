-- No charge is written meanwhile, since the sums begin with those that are there.
LOCK TABLE space IN ACCESS EXCLUSIVE MODE;
LOCK TABLE charge IN SHARE ROW EXCLUSIVE MODE;
-- What all charges of a space may cost together, in millionths of a US dollar; NULL for no limit.
ALTER TABLE space ADD COLUMN total_budget bigint CHECK (total_budget >= 0);
-- What the charges of a space that are not free count against budgets, and how many of them have an unknown price; kept as
-- the sums of each day are.
CREATE TABLE space_sum (
    space text COLLATE "C" NOT NULL,
    held bigint NOT NULL,
    unbounded bigint NOT NULL,
    is_folded boolean NOT NULL DEFAULT FALSE
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX space_sum_space ON space_sum (space);
CREATE INDEX space_sum_new ON space_sum (is_folded) WHERE NOT is_folded;
INSERT INTO space_sum SELECT space, sum(held), sum(unbounded), TRUE FROM day_sum GROUP BY space;
-- An SQL function would be planned anew for each charge.
CREATE OR REPLACE FUNCTION charge_part(
    c charge, OUT seconds bigint, OUT took bigint, OUT known bigint, OUT estimated bigint, OUT unknown bigint,
    OUT unpriced bigint, OUT held bigint, OUT unbounded bigint
) LANGUAGE plpgsql IMMUTABLE AS $function$
BEGIN
    seconds := CASE WHEN c.state <> 'paid' OR c.settled_at <= c.started_at THEN 0
        WHEN c.settled_at - c.started_at > 120000 THEN 121
        ELSE (c.settled_at - c.started_at + 999) / 1000 END;
    took := CASE WHEN c.state = 'paid' AND c.settled_at - c.started_at BETWEEN 1 AND 120000
        THEN c.settled_at - c.started_at ELSE 0 END;
    known := least(coalesce(CASE WHEN c.state = 'paid' THEN c.cost END, 0), 1000000000000);
    estimated := least(
        coalesce(CASE WHEN c.state = 'paid' AND c.cost IS NULL THEN c.estimate END, 0), 1000000000000);
    unknown := least(coalesce(CASE WHEN c.state IN ('started', 'unknown') THEN c.estimate END, 0), 1000000000000);
    unpriced := CASE WHEN coalesce(c.cost, c.estimate) IS NULL THEN 1 ELSE 0 END;
    held := least(coalesce(c.cost, c.bound, c.estimate, 0), 1000000000000);
    unbounded := CASE WHEN coalesce(c.cost, c.bound, c.estimate) IS NULL THEN 1 ELSE 0 END;
END $function$;
CREATE OR REPLACE FUNCTION sum_charge(sign bigint, c charge) RETURNS void LANGUAGE plpgsql AS $function$
DECLARE
    part record;
BEGIN
    part := charge_part(c);
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
        INSERT INTO space_sum VALUES (c.space, sign * part.held, sign * part.unbounded);
    END IF;
END $function$;
-- A charge that counts as before in all but its money adds one row to each sum, with what has changed.
CREATE OR REPLACE FUNCTION charge_is_summed() RETURNS trigger LANGUAGE plpgsql AS $trigger$
DECLARE
    before record;
    now record;
BEGIN
    IF TG_OP <> 'UPDATE' OR OLD.state = 'free' OR NEW.state = 'free'
        OR (OLD.day, OLD.space, OLD.person, OLD.kind, OLD.provider)
            IS DISTINCT FROM (NEW.day, NEW.space, NEW.person, NEW.kind, NEW.provider)
    THEN
        IF TG_OP <> 'INSERT' THEN PERFORM sum_charge(-1, OLD); END IF;
        IF TG_OP <> 'DELETE' THEN PERFORM sum_charge(1, NEW); END IF;
        RETURN NULL;
    END IF;
    before := charge_part(OLD);
    now := charge_part(NEW);
    INSERT INTO provider_sum VALUES
        (OLD.provider, OLD.state, before.seconds, -1, -before.known, -before.estimated, -before.unknown, -before.took),
        (NEW.provider, NEW.state, now.seconds, 1, now.known, now.estimated, now.unknown, now.took);
    INSERT INTO day_sum VALUES (
        NEW.day, NEW.space, NEW.kind, NEW.provider, 0, now.known - before.known, now.estimated - before.estimated,
        now.unknown - before.unknown, now.unpriced - before.unpriced, now.held - before.held,
        now.unbounded - before.unbounded);
    INSERT INTO person_sum VALUES (
        substr(NEW.day, 1, 7), NEW.space, coalesce(NEW.person, ''), NEW.day, NEW.kind, NEW.provider, 0,
        now.known - before.known, now.estimated - before.estimated, now.unknown - before.unknown,
        now.unpriced - before.unpriced);
    IF (now.held, now.unbounded) <> (before.held, before.unbounded) THEN
        INSERT INTO space_sum VALUES (NEW.space, now.held - before.held, now.unbounded - before.unbounded);
    END IF;
    RETURN NULL;
END $trigger$;

-- Sums over a day or a month are kept since format 4.
DROP INDEX charge_day;

-- A person whom an operator invited, or who came by the public link of a space. The row without an id is the public link.
CREATE TABLE invitee (
    space text COLLATE "C" NOT NULL,
    -- Of a person who has left, the SHA-256 of the id, as in departed.
    person text COLLATE "C" NOT NULL CHECK (length(person) <= 128),
    -- For people alone: no log, provider or file name gets them.
    name text COLLATE "C" NOT NULL CHECK (length(name) <= 200),
    department text COLLATE "C" NOT NULL CHECK (length(department) <= 200),
    email text COLLATE "C" NOT NULL CHECK (length(email) <= 254),
    -- The styles that may be ordered, one space between two; empty for all.
    styles text COLLATE "C" NOT NULL,
    -- The most that the headshots of the person may cost in all, in millionths of a US dollar; NULL is no limit.
    pay_up_to bigint CHECK (pay_up_to >= 0),
    -- Whether the person came by the public link, and has no other.
    by_public bigint NOT NULL DEFAULT 0 CHECK (by_public IN (0, 1)),
    -- 'choose' is computed: 'making', with headshots, and no order open.
    state text COLLATE "C" NOT NULL CHECK (state IN ('created', 'opened', 'photo', 'retake', 'making', 'chosen', 'approved', 'left')),
    -- Why a new photo is asked for, and since when: headshots that were ordered before do not count.
    retake_reason text COLLATE "C",
    retake_words text COLLATE "C" NOT NULL DEFAULT '' CHECK (length(retake_words) <= 500),
    retake_at bigint,
    -- The job of the chosen headshot.
    chosen bigint,
    -- The SHA-256 of the link's secret, which is stored nowhere; NULL for a person without a link.
    link text COLLATE "C" CHECK (length(link) = 64),
    link_created_at bigint,
    link_ends_at bigint,
    link_revoked_at bigint,
    created_at bigint NOT NULL,
    -- When the state changed last.
    changed_at bigint NOT NULL,
    reminded_at bigint,
    PRIMARY KEY (space, person),
    CHECK ((link IS NULL) = (link_created_at IS NULL)),
    CHECK ((link IS NULL) = (link_ends_at IS NULL)),
    CHECK (link IS NOT NULL OR link_revoked_at IS NULL)
);
-- For entering by a link.
CREATE UNIQUE INDEX invitee_link ON invitee (link) WHERE link IS NOT NULL;

-- What invited persons agreed to. It stays when the person leaves, under the SHA-256 of the id.
CREATE TABLE consent (
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- The version of the text.
    version text COLLATE "C" NOT NULL CHECK (length(version) BETWEEN 1 AND 64),
    given_at bigint NOT NULL,
    -- When the person withdrew it, or left.
    withdrawn_at bigint,
    PRIMARY KEY (space, person, version, given_at)
);

-- What an operator says of headshots.
CREATE TABLE job_mark (
    job bigint PRIMARY KEY,
    mark text COLLATE "C" NOT NULL CHECK (mark IN ('chosen', 'aside'))
);
CREATE INDEX job_mark_mark ON job_mark (mark, job);
CREATE FUNCTION job_mark_goes() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
    DELETE FROM job_mark WHERE job = OLD.id;
    RETURN NULL;
END $function$;
CREATE TRIGGER job_mark_goes AFTER DELETE ON job FOR EACH ROW EXECUTE FUNCTION job_mark_goes();

-- For lists of a space's jobs, also by what they are and who did them. The state comes first, or PostgreSQL would take
-- job_person, which is smaller, and read the whole space.
DROP INDEX job_space;
CREATE INDEX job_space ON job (state, space, kind, provider, id) WHERE space > '';

-- For lists of jobs by what they are and who does them, also of those that wait. Those that run are few.
DROP INDEX job_kind;
CREATE INDEX job_kind ON job (kind, provider, state, id) WHERE state <> 'running';

-- Waiting jobs are counted by why they wait, too. Since an index of jobs has been made above, no job is written meanwhile.
ALTER TABLE job_count RENAME TO job_count_before;
CREATE TABLE job_count (
    space text COLLATE "C" NOT NULL,
    provider text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    -- Empty for jobs that do not wait.
    reason text COLLATE "C" NOT NULL,
    jobs bigint NOT NULL,
    is_folded boolean NOT NULL DEFAULT FALSE
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
INSERT INTO job_count
SELECT space, provider, kind, state, '', sum(jobs), TRUE FROM job_count_before WHERE state <> 'waiting'
GROUP BY space, provider, kind, state HAVING sum(jobs) <> 0;
DROP TABLE job_count_before;
INSERT INTO job_count
SELECT space, provider, kind, state, reason, count(*), TRUE FROM job WHERE state = 'waiting'
GROUP BY space, provider, kind, state, reason;
CREATE OR REPLACE FUNCTION job_is_counted() RETURNS trigger LANGUAGE plpgsql AS $trigger$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO job_count (space, provider, kind, state, reason, jobs)
        VALUES (OLD.space, OLD.provider, OLD.kind, OLD.state,
            CASE WHEN OLD.state = 'waiting' THEN OLD.reason ELSE '' END, -1);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO job_count (space, provider, kind, state, reason, jobs)
        VALUES (NEW.space, NEW.provider, NEW.kind, NEW.state,
            CASE WHEN NEW.state = 'waiting' THEN NEW.reason ELSE '' END, 1);
    END IF;
    RETURN NULL;
END $trigger$;
DROP TRIGGER job_is_counted ON job;
CREATE TRIGGER job_is_counted AFTER INSERT OR DELETE OR UPDATE OF space, provider, kind, state, reason ON job
FOR EACH ROW EXECUTE FUNCTION job_is_counted();

-- For a person's earlier jobs of a photo, which others may have sent, too: a photo's name begins with the SHA-256 of its bytes.
CREATE INDEX job_alike ON job (space, person, substr(input, 1, 16), id)
    WHERE input IS NOT NULL AND state <> 'rejected' AND state <> 'cancelled';

-- For lists of the jobs that ended without success, by their reasons.
CREATE INDEX job_reason ON job (reason, id) WHERE state <> 'running' AND state <> 'waiting' AND state <> 'succeeded';

-- For a worker's jobs that are to stop, without a look at its others.
CREATE INDEX job_stopping ON job (owner) WHERE coalesce(state, '') = 'running' AND cancel_requested = 1;
-- In the order of the changes, so that a look begins where the one before has ended.
DROP INDEX charge_unwritten;
CREATE INDEX charge_unwritten ON charge (line) WHERE NOT journaled;
-- How often the worker has said so: its next row replaces this one.
ALTER TABLE progress ADD COLUMN number bigint NOT NULL DEFAULT 0;
ALTER TABLE progress DROP CONSTRAINT progress_pkey, ADD PRIMARY KEY (worker, number);

-- For lists of a person's moments that the person likes to come back to.
CREATE INDEX moment_favourite ON moment (space, person, day, happened_at, seq) WHERE favourite = 1;
-- For a person's tips in the order of lists, and those that were done.
CREATE INDEX tip_made ON tip (space, person, created_at);
CREATE INDEX tip_done ON tip (space, person, completed_at, id) WHERE completed_at IS NOT NULL;
-- For the last question of a person, whatever the coach has said since.
CREATE INDEX turn_asked ON turn (space, person, seq) WHERE role = 'person';
-- For the questions of a person that have ended lately, whatever was asked before.
CREATE INDEX job_question ON job (space, person, ended_at) WHERE expires_at IS NOT NULL AND ended_at IS NOT NULL;
