-- What all charges of a space may cost together, in millionths of a US dollar; NULL for no limit.
ALTER TABLE space ADD COLUMN total_budget INTEGER CHECK (total_budget >= 0);
-- What the charges of a space that are not free count against budgets, and how many of them have an unknown price; kept as
-- the sums of each day are.
CREATE TABLE space_sum (
    space TEXT PRIMARY KEY,
    held INTEGER NOT NULL,
    unbounded INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO space_sum SELECT space, sum(held), sum(unbounded) FROM day_sum GROUP BY space;
CREATE TRIGGER charge_part_is_summed_by_space INSTEAD OF INSERT ON charge_part
BEGIN
    INSERT INTO space_sum
    SELECT NEW.space, NEW.sign * min(coalesce(NEW.cost, NEW.bound, NEW.estimate, 0), 1000000000000),
        NEW.sign * (coalesce(NEW.cost, NEW.bound, NEW.estimate) IS NULL)
    WHERE NEW.state <> 'free'
    ON CONFLICT DO UPDATE SET held = held + excluded.held, unbounded = unbounded + excluded.unbounded;
END;

-- Sums over a day or a month are kept since format 4.
DROP INDEX charge_day;

-- A person whom an operator invited, or who came by the public link of a space. The row without an id is the public link.
CREATE TABLE invitee (
    space TEXT NOT NULL,
    -- Of a person who has left, the SHA-256 of the id, as in departed.
    person TEXT NOT NULL CHECK (length(person) <= 128),
    -- For people alone: no log, provider or file name gets them.
    name TEXT NOT NULL CHECK (length(name) <= 200),
    department TEXT NOT NULL CHECK (length(department) <= 200),
    email TEXT NOT NULL CHECK (length(email) <= 254),
    -- The styles that may be ordered, one space between two; empty for all.
    styles TEXT NOT NULL,
    -- The most that the headshots of the person may cost in all, in millionths of a US dollar; NULL is no limit.
    pay_up_to INTEGER CHECK (pay_up_to >= 0),
    -- Whether the person came by the public link, and has no other.
    by_public INTEGER NOT NULL DEFAULT 0 CHECK (by_public IN (0, 1)),
    -- 'choose' is computed: 'making', with headshots, and no order open.
    state TEXT NOT NULL CHECK (state IN ('created', 'opened', 'photo', 'retake', 'making', 'chosen', 'approved', 'left')),
    -- Why a new photo is asked for, and since when: headshots that were ordered before do not count.
    retake_reason TEXT,
    retake_words TEXT NOT NULL DEFAULT '' CHECK (length(retake_words) <= 500),
    retake_at INTEGER,
    -- The job of the chosen headshot.
    chosen INTEGER,
    -- The SHA-256 of the link's secret, which is stored nowhere; NULL for a person without a link.
    link TEXT CHECK (length(link) = 64),
    link_created_at INTEGER,
    link_ends_at INTEGER,
    link_revoked_at INTEGER,
    created_at INTEGER NOT NULL,
    -- When the state changed last.
    changed_at INTEGER NOT NULL,
    reminded_at INTEGER,
    PRIMARY KEY (space, person),
    CHECK ((link IS NULL) = (link_created_at IS NULL)),
    CHECK ((link IS NULL) = (link_ends_at IS NULL)),
    CHECK (link IS NOT NULL OR link_revoked_at IS NULL)
) STRICT, WITHOUT ROWID;
-- For entering by a link.
CREATE UNIQUE INDEX invitee_link ON invitee (link) WHERE link IS NOT NULL;

-- What invited persons agreed to. It stays when the person leaves, under the SHA-256 of the id.
CREATE TABLE consent (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- The version of the text.
    version TEXT NOT NULL CHECK (length(version) BETWEEN 1 AND 64),
    given_at INTEGER NOT NULL,
    -- When the person withdrew it, or left.
    withdrawn_at INTEGER,
    PRIMARY KEY (space, person, version, given_at)
) STRICT, WITHOUT ROWID;

-- What an operator says of headshots.
CREATE TABLE job_mark (
    job INTEGER PRIMARY KEY,
    mark TEXT NOT NULL CHECK (mark IN ('chosen', 'aside'))
) STRICT;
CREATE INDEX job_mark_mark ON job_mark (mark, job);
CREATE TRIGGER job_mark_goes AFTER DELETE ON job
BEGIN
    DELETE FROM job_mark WHERE job = OLD.id;
END;

-- For lists of a space's jobs, also by what they are and who did them. The state comes first, or PostgreSQL would take
-- job_person, which is smaller, and read the whole space.
DROP INDEX job_space;
CREATE INDEX job_space ON job (state, space, kind, provider, id) WHERE space > '';

-- For lists of jobs by what they are and who does them, also of those that wait. Those that run are few.
DROP INDEX job_kind;
CREATE INDEX job_kind ON job (kind, provider, state, id) WHERE state <> 'running';

-- Waiting jobs are counted by why they wait, too.
DROP TRIGGER job_is_counted;
DROP TRIGGER job_is_counted_anew;
DROP TRIGGER job_is_taken_off;
ALTER TABLE job_count RENAME TO job_count_before;
CREATE TABLE job_count (
    space TEXT NOT NULL,
    provider TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    -- Empty for jobs that do not wait.
    reason TEXT NOT NULL,
    jobs INTEGER NOT NULL,
    PRIMARY KEY (space, provider, kind, state, reason)
) STRICT, WITHOUT ROWID;
INSERT INTO job_count SELECT space, provider, kind, state, '', jobs FROM job_count_before WHERE state <> 'waiting';
DROP TABLE job_count_before;
INSERT INTO job_count
SELECT space, provider, kind, state, reason, count(*) FROM job WHERE state = 'waiting'
GROUP BY space, provider, kind, state, reason;
CREATE TRIGGER job_is_counted AFTER INSERT ON job
BEGIN
    INSERT INTO job_count
    VALUES (NEW.space, NEW.provider, NEW.kind, NEW.state, iif(NEW.state = 'waiting', NEW.reason, ''), 1)
    ON CONFLICT DO UPDATE SET jobs = jobs + 1;
END;
CREATE TRIGGER job_is_counted_anew AFTER UPDATE OF space, provider, kind, state, reason ON job
BEGIN
    UPDATE job_count SET jobs = jobs - 1
    WHERE space = OLD.space AND provider = OLD.provider AND kind = OLD.kind AND state = OLD.state
        AND reason = iif(OLD.state = 'waiting', OLD.reason, '');
    INSERT INTO job_count
    VALUES (NEW.space, NEW.provider, NEW.kind, NEW.state, iif(NEW.state = 'waiting', NEW.reason, ''), 1)
    ON CONFLICT DO UPDATE SET jobs = jobs + 1;
END;
CREATE TRIGGER job_is_taken_off AFTER DELETE ON job
BEGIN
    UPDATE job_count SET jobs = jobs - 1
    WHERE space = OLD.space AND provider = OLD.provider AND kind = OLD.kind AND state = OLD.state
        AND reason = iif(OLD.state = 'waiting', OLD.reason, '');
END;

-- For a person's earlier jobs of a photo, which others may have sent, too: a photo's name begins with the SHA-256 of its bytes.
CREATE INDEX job_alike ON job (space, person, substr(input, 1, 16), id)
    WHERE input IS NOT NULL AND state <> 'rejected' AND state <> 'cancelled';

-- For lists of the jobs that ended without success, by their reasons.
CREATE INDEX job_reason ON job (reason, id) WHERE state <> 'running' AND state <> 'waiting' AND state <> 'succeeded';

-- For lists of a person's moments that the person likes to come back to.
CREATE INDEX moment_favourite ON moment (space, person, day, happened_at, seq) WHERE favourite = 1;
-- For a person's tips in the order of lists, and those that were done.
CREATE INDEX tip_made ON tip (space, person, created_at);
CREATE INDEX tip_done ON tip (space, person, completed_at, id) WHERE completed_at IS NOT NULL;
-- For the last question of a person, whatever the coach has said since.
CREATE INDEX turn_asked ON turn (space, person, seq) WHERE role = 'person';
-- For the questions of a person that have ended lately, whatever was asked before.
CREATE INDEX job_question ON job (space, person, ended_at) WHERE expires_at IS NOT NULL AND ended_at IS NOT NULL;
