CREATE TABLE asked (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
    job INTEGER NOT NULL UNIQUE,
    asked_at INTEGER NOT NULL,
    -- Whether what it was about is gone, and the words with it.
    forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1)),
    -- What the model answered, as JSON; NULL as long as there is nothing, and if there never is.
    answer TEXT CHECK (answer IS NULL OR json_valid(answer)),
    PRIMARY KEY (space, person, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE cap (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    charges INTEGER NOT NULL,
    time_zone TEXT NOT NULL,
    -- Millionths of a US dollar a day; NULL is no limit.
    spend INTEGER
) STRICT;

CREATE TABLE cap_change (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    last_job INTEGER NOT NULL
) STRICT;

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

CREATE INDEX changed_gone ON changed (space, person, client) WHERE gone = 1;

CREATE INDEX changed_person ON changed (space, person, seq);

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

CREATE TABLE charge (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    job INTEGER NOT NULL,
    kind TEXT NOT NULL,
    space TEXT NOT NULL,
    -- NULL once the person is forgotten.
    person TEXT,
    -- Stands for a person of whom only the payments journal has told.
    mark TEXT,
    -- Stands for a question of which only the payments journal has told.
    question TEXT,
    -- The day that it counts for, in the cap's time zone.
    day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state = 'started' OR state = 'paid' OR state = 'free' OR state = 'unknown'),
    -- Millionths of a US dollar.
    estimate INTEGER CHECK (estimate >= 0),
    cost INTEGER CHECK (cost >= 0),
    receipt TEXT CHECK (receipt IS NULL OR json_valid(receipt)),
    started_at INTEGER NOT NULL,
    settled_at INTEGER,
    -- The number of the payments journal's line that says all this.
    line INTEGER NOT NULL UNIQUE, bound INTEGER CHECK (bound >= 0),
    CHECK ((state = 'started') = (settled_at IS NULL))
) STRICT;

CREATE INDEX charge_above_bound ON charge (provider, model, kind, cost) WHERE cost > bound;

CREATE INDEX charge_cap ON charge (space, person, kind, day) WHERE state <> 'free';

CREATE INDEX charge_free ON charge (space, person) WHERE state = 'free';

CREATE INDEX charge_job ON charge (job);

CREATE INDEX charge_mark ON charge (mark) WHERE mark IS NOT NULL;

CREATE UNIQUE INDEX charge_once ON charge (job) WHERE state <> 'free';

CREATE INDEX charge_question ON charge (question) WHERE question IS NOT NULL;

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

CREATE TRIGGER charge_part_is_summed_by_space INSTEAD OF INSERT ON charge_part
BEGIN
    INSERT INTO space_sum
    SELECT NEW.space, NEW.sign * min(coalesce(NEW.cost, NEW.bound, NEW.estimate, 0), 1000000000000),
        NEW.sign * (coalesce(NEW.cost, NEW.bound, NEW.estimate) IS NULL)
    WHERE NEW.state <> 'free'
    ON CONFLICT DO UPDATE SET held = held + excluded.held, unbounded = unbounded + excluded.unbounded;
END;

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

CREATE TABLE delivery (
    -- The same in each attempt, and after a restore.
    id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    space TEXT NOT NULL,
    job INTEGER NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    type TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    state TEXT NOT NULL CHECK (state IN ('pending', 'failed', 'delivered')),
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    due_at INTEGER NOT NULL,
    -- What came of the latest attempt.
    tried_at INTEGER,
    last_status INTEGER,
    last_failure TEXT,
    created_at INTEGER NOT NULL,
    done_at INTEGER,
    CHECK ((state = 'pending') = (done_at IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX delivery_done ON delivery (state, done_at) WHERE state <> 'pending';

CREATE INDEX delivery_open ON delivery (space, state, due_at) WHERE state <> 'delivered';

CREATE INDEX delivery_person ON delivery (space, person);

CREATE INDEX delivery_tried ON delivery (space, tried_at)
WHERE state <> 'delivered' AND tried_at IS NOT NULL AND last_failure IS NOT NULL;

CREATE INDEX delivery_waiting ON delivery (job) WHERE state = 'pending';

CREATE TABLE delivery_count (
    space TEXT NOT NULL,
    state TEXT NOT NULL,
    deliveries INTEGER NOT NULL,
    PRIMARY KEY (space, state)
) STRICT, WITHOUT ROWID;

CREATE TABLE departed (
    space TEXT NOT NULL,
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (space, hash)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER done_day_changes AFTER UPDATE ON done_day BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'day' AND id = NEW.day;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'day', NEW.day, NULL, 0);
END;

CREATE TRIGGER done_day_comes AFTER INSERT ON done_day BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'day' AND id = NEW.day;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'day', NEW.day, NULL, 0);
END;

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

CREATE TABLE entitlement (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    plan TEXT NOT NULL CHECK (plan = 'free' OR plan = 'trial' OR plan = 'pro'),
    -- When the plan ends; NULL is never.
    expires_at INTEGER,
    -- When the store or the operator said so; older news changes nothing.
    said_at INTEGER NOT NULL,
    PRIMARY KEY (space, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE free_work (
    space TEXT NOT NULL,
    day TEXT NOT NULL,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (space, day, person, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX free_work_person ON free_work (space, person);

CREATE TABLE gate (
    provider TEXT NOT NULL,
    -- Empty for the whole provider.
    model TEXT NOT NULL,
    -- No request before this time.
    opens_at INTEGER NOT NULL,
    -- How many requests may be on their way at once; NULL is any number. 1 after it was closed; each answer adds 1.
    allowed INTEGER CHECK (allowed > 0),
    halted INTEGER NOT NULL CHECK (halted IN (0, 1)),
    -- Free failures in a row: server errors, failed connections, refusals of different inputs.
    failures INTEGER NOT NULL CHECK (failures >= 0),
    -- Failures in a row that may have been charged.
    costly_failures INTEGER NOT NULL CHECK (costly_failures >= 0),
    -- The inputs that were refused in a row without a reason: the first digits of their names.
    refused_inputs TEXT NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (provider, model)
) STRICT, WITHOUT ROWID;

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

CREATE UNIQUE INDEX invitee_link ON invitee (link) WHERE link IS NOT NULL;

CREATE TRIGGER job_borrows AFTER INSERT ON job
WHEN NEW.space <> '' AND NEW.input IS NOT NULL
    -- A fleeting job leaves no photo anywhere.
    AND (NEW.expires_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM space WHERE name = NEW.space AND keeps_photos = 0))
BEGIN
    INSERT INTO loan (job, photo) VALUES (NEW.id, NEW.input);
END;

CREATE TRIGGER job_goes AFTER DELETE ON job WHEN OLD.key IS NOT NULL AND OLD.space <> '' BEGIN
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (OLD.space, OLD.person, 'job', CAST(OLD.id AS TEXT), OLD.key, 1);
END;

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

CREATE TRIGGER job_mark_goes AFTER DELETE ON job
BEGIN
    DELETE FROM job_mark WHERE job = OLD.id;
END;

CREATE TRIGGER job_report AFTER DELETE ON job
BEGIN
    DELETE FROM report WHERE job = OLD.id;
END;

CREATE TRIGGER job_returns AFTER UPDATE OF state ON job
WHEN NEW.space <> '' AND NEW.state IN ('succeeded', 'rejected', 'failed', 'cancelled')
    AND EXISTS (SELECT 1 FROM loan WHERE job = NEW.id)
BEGIN
    DELETE FROM loan WHERE job = NEW.id;
    INSERT INTO removal (photo)
    SELECT NEW.input WHERE NOT EXISTS (SELECT 1 FROM loan WHERE photo = NEW.input)
    ON CONFLICT DO NOTHING;
    UPDATE upload SET discarded = 1
    WHERE photo = NEW.input AND EXISTS (SELECT 1 FROM removal WHERE photo = NEW.input);
END;

CREATE TABLE job (
    -- Grows with each job; people see it in base 32.
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 0 AND 1125899906842623),
    -- What sort of work it is; the format of the payload and of the outcome depends on it.
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32),
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    -- Who does it; a worker takes the jobs of the providers that it has.
    provider TEXT NOT NULL,
    -- Where the person lives; empty for the command line's own space.
    space TEXT NOT NULL CHECK (length(space) <= 32),
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- The submitter's own name for the job.
    key TEXT CHECK (length(key) BETWEEN 1 AND 256),
    -- The photo's name in the store, which begins with the SHA-256 of its bytes, and the name that people know it
    -- by; NULL for a job that needs none.
    input TEXT CHECK (length(input) BETWEEN 64 AND 96),
    input_name TEXT,
    -- A second photo, such as one from the side.
    second_input TEXT CHECK (length(second_input) BETWEEN 64 AND 96),
    priority INTEGER NOT NULL CHECK (priority BETWEEN -100 AND 100),
    state TEXT NOT NULL CHECK (state = 'waiting' OR state = 'running' OR state = 'succeeded' OR state = 'rejected' OR state = 'failed' OR state = 'cancelled' OR state = 'uncertain'),
    -- 'processing' is known to a live worker only and never stored.
    phase TEXT CHECK (phase = 'preparing' OR phase = 'uploading' OR phase = 'saving'),
    reason TEXT NOT NULL CHECK (state <> 'waiting' OR reason = 'new' OR reason = 'scheduled' OR reason = 'cooldown' OR reason = 'daily_cap' OR reason = 'provider_halted' OR reason = 'retry' OR reason = 'interrupted' OR reason = 'answered' OR reason = 'budget' OR reason = 'refused' OR reason = 'photo' OR reason = 'storage'),
    due_at INTEGER NOT NULL,
    -- The claim: the worker that holds the job, and the token that every write of it must show.
    owner TEXT,
    token TEXT,
    cancel_requested INTEGER NOT NULL DEFAULT 0 CHECK (cancel_requested IN (0, 1)),
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    crashes INTEGER NOT NULL DEFAULT 0 CHECK (crashes >= 0),
    -- How often the provider refused it without a reason.
    refusals INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0),
    retry_of INTEGER,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    prompt TEXT,
    prompt_version TEXT,
    -- What was seen in the photo and said of it, as JSON.
    facts TEXT CHECK (facts IS NULL OR json_valid(facts)),
    findings TEXT CHECK (findings IS NULL OR json_valid(findings)),
    -- More about the reason, for the operator.
    detail TEXT,
    -- What was made, as JSON, and the path of its file; a job of words has none.
    outcome TEXT CHECK (outcome IS NULL OR json_valid(outcome)),
    result TEXT,
    -- What was told at submit: the model, and its price of a job in millionths of a US dollar, if known.
    quoted_model TEXT CHECK (length(quoted_model) BETWEEN 1 AND 200),
    quoted_price INTEGER CHECK (quoted_price >= 0),
    -- Only of a fleeting job: from when on it is not sent any more, and how many of its kind a person has a day.
    expires_at INTEGER,
    most_a_day INTEGER CHECK (most_a_day >= 0), result_hash TEXT CHECK (length(result_hash) = 64),
    CHECK ((expires_at IS NULL) = (most_a_day IS NULL)),
    CHECK (quoted_price IS NULL OR quoted_model IS NOT NULL),
    CHECK ((input IS NULL) = (input_name IS NULL)),
    CHECK (second_input IS NULL OR input IS NOT NULL),
    CHECK ((state = 'running') = (token IS NOT NULL)),
    CHECK ((token IS NULL) = (owner IS NULL)),
    CHECK ((token IS NULL) = (phase IS NULL)),
    CHECK ((state IN ('waiting', 'running')) = (ended_at IS NULL)),
    CHECK ((state = 'succeeded') = (outcome IS NOT NULL)),
    CHECK (result IS NULL OR outcome IS NOT NULL)
) STRICT;

CREATE INDEX job_age ON job (space, ended_at, id) WHERE ended_at IS NOT NULL AND state <> 'uncertain';

CREATE INDEX job_ahead ON job (created_at) WHERE id > (created_at - 1577836800000 + 60000) * 512;

CREATE INDEX job_alike ON job (space, person, substr(input, 1, 16), id)
    WHERE input IS NOT NULL AND state <> 'rejected' AND state <> 'cancelled';

CREATE INDEX job_answered ON job (id) WHERE state = 'waiting' AND reason = 'answered';

CREATE INDEX job_budget ON job (id) WHERE state = 'waiting' AND reason = 'budget';

CREATE INDEX job_budgeted ON job (provider, space, due_at)
WHERE state = 'waiting' AND (reason = 'budget' OR reason = 'storage');

CREATE INDEX job_capped ON job (space, person) WHERE state = 'waiting' AND reason = 'daily_cap';

CREATE INDEX job_ended ON job (state, id, input)
WHERE state <> 'running' AND state <> 'waiting';

CREATE INDEX job_fleeting ON job (expires_at)
WHERE state = 'waiting' AND expires_at IS NOT NULL;

CREATE INDEX job_input ON job (input) WHERE input IS NOT NULL;

CREATE INDEX job_interrupted ON job (provider, due_at)
WHERE state = 'waiting' AND reason = 'interrupted';

CREATE UNIQUE INDEX job_key ON job (space, person, key) WHERE key IS NOT NULL;

CREATE INDEX job_kind ON job (kind, provider, state, id) WHERE state <> 'running';

CREATE INDEX job_open ON job (state, provider, space, priority DESC, due_at, id, person)
WHERE state = 'running' OR state = 'waiting';

CREATE INDEX job_own ON job (person, id) WHERE length(space) = 0;

CREATE INDEX job_person ON job (space, person, id) WHERE space <> '';

CREATE INDEX job_prompt ON job (prompt) WHERE length(prompt) = 32;

CREATE INDEX job_question ON job (space, person, ended_at) WHERE expires_at IS NOT NULL AND ended_at IS NOT NULL;

CREATE INDEX job_reason ON job (reason, id) WHERE state <> 'running' AND state <> 'waiting' AND state <> 'succeeded';

CREATE INDEX job_rejudged ON job (id) WHERE state = 'waiting' AND reason = 'daily_cap';

CREATE INDEX job_retry ON job (retry_of) WHERE retry_of IS NOT NULL;

CREATE INDEX job_second ON job (second_input) WHERE second_input IS NOT NULL;

CREATE INDEX job_space ON job (state, space, kind, provider, id) WHERE space > '';

CREATE INDEX job_waiting ON job (space, person, provider, kind, due_at) WHERE state = 'waiting';

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

CREATE TABLE job_mark (
    job INTEGER PRIMARY KEY,
    mark TEXT NOT NULL CHECK (mark IN ('chosen', 'aside'))
) STRICT;

CREATE INDEX job_mark_mark ON job_mark (mark, job);

CREATE TABLE left_headshot (
    job INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    ended_at INTEGER NOT NULL
) STRICT;

CREATE INDEX left_headshot_age ON left_headshot (space, ended_at, job);

CREATE INDEX left_headshot_person ON left_headshot (space, person);

CREATE TABLE loan (
    job INTEGER PRIMARY KEY,
    photo TEXT NOT NULL
) STRICT;

CREATE INDEX loan_photo ON loan (photo);

CREATE TABLE mark (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    removed_job INTEGER NOT NULL
) STRICT;

CREATE TABLE merged (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    into_person TEXT NOT NULL CHECK (length(into_person) BETWEEN 1 AND 128),
    merged_at INTEGER NOT NULL,
    PRIMARY KEY (space, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX merged_into ON merged (space, into_person);

CREATE TABLE model (
    provider TEXT NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    state TEXT NOT NULL CHECK (state IN ('chosen', 'gone')),
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (provider, name)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX model_chosen ON model (provider) WHERE state = 'chosen';

CREATE TRIGGER moment_changes AFTER UPDATE ON moment BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'moment' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'moment', NEW.id, NEW.client, 0);
END;

CREATE TRIGGER moment_comes AFTER INSERT ON moment BEGIN
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

CREATE TABLE moment (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 32),
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- The client's own name for it, and the SHA-256 of what it sent.
    client TEXT NOT NULL CHECK (length(client) BETWEEN 1 AND 64),
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    -- The day and the moment at which it happened, where the person was.
    day TEXT NOT NULL CHECK (length(day) = 10),
    happened_at INTEGER NOT NULL,
    submitted_at INTEGER NOT NULL,
    favourite INTEGER NOT NULL CHECK (favourite IN (0, 1)),
    -- The line of a pool that was said; NULL for one that is from no pool.
    line TEXT,
    -- What was written down and what was said to it, as JSON.
    said TEXT NOT NULL CHECK (json_valid(said)),
    UNIQUE (space, person, client)
) STRICT;

CREATE INDEX moment_day ON moment (space, person, day, happened_at, seq);

CREATE INDEX moment_favourite ON moment (space, person, day, happened_at, seq) WHERE favourite = 1;

CREATE TABLE newcomer (
    space TEXT NOT NULL,
    day TEXT NOT NULL,
    persons INTEGER NOT NULL CHECK (persons > 0),
    PRIMARY KEY (space, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE person (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    created_at INTEGER NOT NULL,
    -- When a photo of theirs was scanned last, also if that scan is gone.
    scanned_at INTEGER,
    -- Whether all that is theirs goes as soon as none of their jobs runs.
    leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1)), counts_from INTEGER, counts_to INTEGER,
    PRIMARY KEY (space, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_leaving ON person (space, person) WHERE leaving = 1;

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

CREATE TABLE prompt (
    hash TEXT PRIMARY KEY CHECK (length(hash) = 32),
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE purchase (
    space TEXT NOT NULL,
    -- The store's own id, the original transaction's; or the event's, where the store names none.
    id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 256),
    -- Whose it is, as in store_name.
    customer TEXT NOT NULL CHECK (length(customer) = 64),
    has_transaction INTEGER NOT NULL CHECK (has_transaction IN (0, 1)),
    store TEXT,
    product TEXT,
    -- A JSON array of the store's entitlements; NULL where the store says nothing of them.
    entitlements TEXT CHECK (entitlements IS NULL OR json_valid(entitlements)),
    is_single INTEGER NOT NULL CHECK (is_single IN (0, 1)),
    is_trial INTEGER NOT NULL CHECK (is_trial IN (0, 1)),
    -- The plan that it gives by the space's settings.
    plan TEXT NOT NULL CHECK (plan = 'free' OR plan = 'trial' OR plan = 'pro'),
    -- The end of what is paid; NULL is never.
    expires_at INTEGER,
    -- Until when the store still tries to take a payment that failed.
    grace_until INTEGER,
    -- When it was refunded, or was over by the store's word.
    ended_at INTEGER,
    -- When the store said so, and when it last said whose it is; older events change neither.
    said_at INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    PRIMARY KEY (space, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX purchase_customer ON purchase (space, customer);

CREATE TABLE reminder (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    day TEXT NOT NULL CHECK (length(day) = 10),
    kind TEXT NOT NULL,
    sent_at INTEGER NOT NULL, leased_until INTEGER,
    PRIMARY KEY (space, person, day, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE removal (
    photo TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE report (
    job INTEGER PRIMARY KEY,
    -- What was seen in the photo and said of it.
    seen TEXT,
    -- What was made.
    made TEXT
) STRICT;

CREATE TRIGGER scan_changes AFTER UPDATE ON scan BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'scan' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'scan', NEW.id, NEW.key, 0);
END;

CREATE TRIGGER scan_comes AFTER INSERT ON scan BEGIN
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

CREATE TABLE scan (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 32),
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- The client's own name for it, and the SHA-256 of the bytes that it sent with it.
    key TEXT CHECK (length(key) BETWEEN 1 AND 256),
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    -- What was said, as JSON.
    answer TEXT NOT NULL CHECK (json_valid(answer)),
    -- The photos' names in the store; NULL where the space keeps none.
    photo TEXT CHECK (length(photo) BETWEEN 64 AND 96),
    side_photo TEXT CHECK (length(side_photo) BETWEEN 64 AND 96),
    created_at INTEGER NOT NULL
, shown_whole INTEGER NOT NULL DEFAULT 0 CHECK (shown_whole IN (0, 1))) STRICT;

CREATE INDEX scan_age ON scan (space, created_at) WHERE photo IS NOT NULL;

CREATE UNIQUE INDEX scan_key ON scan (space, person, key) WHERE key IS NOT NULL;

CREATE INDEX scan_person ON scan (space, person, seq);

CREATE INDEX scan_photo ON scan (photo) WHERE photo IS NOT NULL;

CREATE INDEX scan_side_photo ON scan (side_photo) WHERE side_photo IS NOT NULL;

CREATE TABLE space (
    name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 32),
    -- Who makes its headshots, unless an order says otherwise.
    provider TEXT NOT NULL,
    -- The most that its charges may cost a day, in millionths of a US dollar; NULL is no limit.
    budget INTEGER CHECK (budget >= 0),
    -- The most persons a day that were not seen before.
    new_persons INTEGER NOT NULL CHECK (new_persons >= 0),
    -- The words for what its persons can use, one space between two.
    features TEXT NOT NULL,
    -- What each plan gives, as JSON.
    plans TEXT NOT NULL CHECK (json_valid(plans)),
    -- Whether photos stay once no job needs them.
    keeps_photos INTEGER NOT NULL CHECK (keeps_photos IN (0, 1)),
    -- The sort of app, whose words it tells; and its own words as JSON, which take their place.
    preset TEXT NOT NULL,
    words TEXT CHECK (words IS NULL OR json_valid(words)),
    -- Where its persons are unless they say so; NULL is where the machine is.
    time_zone TEXT,
    -- How long a streak lasts.
    streak TEXT NOT NULL CHECK (streak = 'window' OR streak = 'calendar'),
    -- Whether the score of a scan that is told varies by chance.
    varies_scores INTEGER NOT NULL CHECK (varies_scores IN (0, 1)),
    -- The URL that is told of its jobs' ends; NULL for none.
    webhook TEXT CHECK (length(webhook) BETWEEN 1 AND 2048),
    -- Which secret signs: a number, since the secret itself is derived and stored nowhere.
    webhook_secret INTEGER NOT NULL DEFAULT 0 CHECK (webhook_secret >= 0),
    -- Until when the secret before signs, too.
    webhook_overlap INTEGER,
    -- When the receiver answered that it wants no more.
    webhook_refused_at INTEGER,
    -- How many requests to it succeeded and failed.
    webhook_successes INTEGER NOT NULL DEFAULT 0,
    webhook_failures INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
, limits TEXT NOT NULL DEFAULT '{}', hard_moments TEXT NOT NULL DEFAULT 'models' CHECK (hard_moments = 'models' OR hard_moments = 'local'), keep_jobs INTEGER CHECK (keep_jobs > 0), keep_photos INTEGER CHECK (keep_photos > 0), keep_headshots INTEGER CHECK (keep_headshots > 0), asks_before_models INTEGER NOT NULL DEFAULT 0 CHECK (asks_before_models IN (0, 1)), shrinks_photos INTEGER NOT NULL DEFAULT 0 CHECK (shrinks_photos IN (0, 1)), total_budget INTEGER CHECK (total_budget >= 0)) STRICT, WITHOUT ROWID;

CREATE TABLE space_sum (
    space TEXT PRIMARY KEY,
    held INTEGER NOT NULL,
    unbounded INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE spent (
    provider TEXT NOT NULL,
    space TEXT NOT NULL,
    opens_at INTEGER NOT NULL,
    -- Why: 'budget' or 'storage', as the jobs have it that wait.
    reason TEXT NOT NULL DEFAULT 'budget',
    PRIMARY KEY (provider, space)
) STRICT, WITHOUT ROWID;

CREATE INDEX spent_open ON spent (opens_at);

CREATE TABLE storage (
    space TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE store_event (
    space TEXT NOT NULL,
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (space, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE store_name (
    space TEXT NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
    is_person INTEGER NOT NULL CHECK (is_person IN (0, 1)),
    customer TEXT NOT NULL CHECK (length(customer) = 64),
    PRIMARY KEY (space, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX store_name_customer ON store_name (space, customer);

CREATE TABLE store_transfer (
    space TEXT NOT NULL,
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    moved_at INTEGER NOT NULL,
    customer TEXT NOT NULL CHECK (length(customer) = 64),
    PRIMARY KEY (space, hash, moved_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX store_transfer_customer ON store_transfer (space, customer);

CREATE TABLE stored_photo (
    photo TEXT PRIMARY KEY,
    space TEXT NOT NULL,
    bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE stored_result (
    job INTEGER PRIMARY KEY,
    space TEXT NOT NULL,
    bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT;

CREATE TABLE streak (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    count INTEGER NOT NULL CHECK (count > 0),
    last_done INTEGER NOT NULL,
    last_day TEXT NOT NULL CHECK (length(last_day) = 10),
    zone TEXT NOT NULL,
    total_days INTEGER NOT NULL CHECK (total_days > 0),
    best INTEGER NOT NULL CHECK (best > 0),
    freezes_used INTEGER NOT NULL CHECK (freezes_used >= 0), lost TEXT CHECK (lost IS NULL OR json_valid(lost)),
    PRIMARY KEY (space, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE streak_freeze (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- What gave it: the store's news or the operator's grant; the same gives one.
    id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
    granted_at INTEGER NOT NULL,
    used_at INTEGER, refunded_at INTEGER,
    PRIMARY KEY (space, person, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX streak_freeze_id ON streak_freeze (space, id);

CREATE TRIGGER task_changes AFTER UPDATE ON task BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'day' AND id = NEW.day;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'day', NEW.day, NULL, 0);
END;

CREATE TRIGGER task_comes AFTER INSERT ON task BEGIN
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

CREATE TABLE task (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    day TEXT NOT NULL CHECK (length(day) = 10),
    task TEXT NOT NULL CHECK (length(task) BETWEEN 1 AND 32),
    done_at INTEGER NOT NULL, last_at INTEGER, is_open INTEGER NOT NULL DEFAULT 0 CHECK (is_open IN (0, 1)),
    PRIMARY KEY (space, person, day, task)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER tip_changes AFTER UPDATE ON tip BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'tip' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'tip', NEW.id, NULL, 0);
END;

CREATE TRIGGER tip_comes AFTER INSERT ON tip BEGIN
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

CREATE TABLE tip (
    id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 32),
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    type TEXT NOT NULL CHECK (type = 'short' OR type = 'long'),
    -- The day or the week that it is for.
    period TEXT NOT NULL CHECK (length(period) BETWEEN 8 AND 10),
    place INTEGER NOT NULL CHECK (place >= 0),
    -- Title, body, part and searches, as JSON.
    said TEXT NOT NULL CHECK (json_valid(said)),
    completed_at INTEGER,
    created_at INTEGER NOT NULL,
    UNIQUE (space, person, type, period, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX tip_done ON tip (space, person, completed_at, id) WHERE completed_at IS NOT NULL;

CREATE INDEX tip_made ON tip (space, person, created_at);

CREATE TABLE token (
    hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
    space TEXT NOT NULL,
    holder TEXT NOT NULL CHECK (holder IN ('server', 'app', 'store')),
    -- The words for what it allows, one space between two.
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    -- When it ends, once another has taken its place.
    ends_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX token_space ON token (space);

CREATE TRIGGER turn_changes AFTER UPDATE ON turn BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'turn' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'turn', NEW.id, NEW.client, 0);
END;

CREATE TRIGGER turn_comes AFTER INSERT ON turn BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'turn' AND id = NEW.id;
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'turn', NEW.id, NEW.client, 0);
END;

CREATE TABLE turn (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 32),
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    role TEXT NOT NULL CHECK (role = 'person' OR role = 'coach'),
    -- The client's own name for the frame, and the SHA-256 of what it sent.
    client TEXT NOT NULL CHECK (length(client) BETWEEN 1 AND 64),
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    said_at INTEGER NOT NULL,
    -- The words, as JSON.
    said TEXT NOT NULL CHECK (json_valid(said)),
    -- The job that may bring a model's sentence.
    job INTEGER,
    UNIQUE (space, person, client, role)
) STRICT;

CREATE INDEX turn_asked ON turn (space, person, seq) WHERE role = 'person';

CREATE INDEX turn_job ON turn (job) WHERE job IS NOT NULL;

CREATE INDEX turn_person ON turn (space, person, seq);

CREATE INDEX turn_said ON turn (said_at);

CREATE TABLE upkeep (
    space TEXT NOT NULL,
    part TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    job INTEGER NOT NULL,
    PRIMARY KEY (space, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE upload (
    id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 32),
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- Its name in the store, and the one that people know it by.
    photo TEXT NOT NULL CHECK (length(photo) BETWEEN 64 AND 96),
    name TEXT NOT NULL,
    -- What was said of it, as JSON.
    verdict TEXT NOT NULL CHECK (json_valid(verdict)),
    -- Whether the photo is gone, because its space keeps none once no job needs it.
    discarded INTEGER NOT NULL DEFAULT 0 CHECK (discarded IN (0, 1)),
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX upload_created ON upload (created_at);

CREATE INDEX upload_person ON upload (space, person, created_at, id);

CREATE INDEX upload_photo ON upload (photo);

CREATE TRIGGER wish_changes AFTER UPDATE ON wish BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'wishes' AND id = 'wishes';
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'wishes', 'wishes', NULL, 0);
END;

CREATE TRIGGER wish_comes AFTER INSERT ON wish BEGIN
    DELETE FROM changed
    WHERE space = NEW.space AND person = NEW.person AND sort = 'wishes' AND id = 'wishes';
    INSERT INTO changed (space, person, sort, id, client, gone)
    VALUES (NEW.space, NEW.person, 'wishes', 'wishes', NULL, 0);
END;

CREATE TABLE wish (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- A name of the IANA's list; NULL is the machine's.
    time_zone TEXT CHECK (length(time_zone) BETWEEN 1 AND 64),
    reminders INTEGER NOT NULL DEFAULT 0 CHECK (reminders IN (0, 1)),
    -- In minutes since midnight.
    reminder_minutes INTEGER NOT NULL DEFAULT 480 CHECK (reminder_minutes BETWEEN 0 AND 1439),
    -- What else was said, and the answers of the quiz, as JSON.
    said TEXT NOT NULL CHECK (json_valid(said)),
    quiz TEXT CHECK (quiz IS NULL OR json_valid(quiz)),
    -- The match that was made last, as JSON.
    celebrity TEXT CHECK (celebrity IS NULL OR json_valid(celebrity)), seen_zone TEXT CHECK (length(seen_zone) BETWEEN 1 AND 64), reminders_set_at INTEGER,
    PRIMARY KEY (space, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX wish_reminded ON wish (space, person) WHERE reminders = 1;
