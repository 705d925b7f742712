-- A job: one piece of work of a kind. Times are milliseconds since 1970.
CREATE TABLE job (
    -- Grows with each job; people see it in base 32.
    id bigint PRIMARY KEY,
    -- What sort of work it is; the format of the payload and of the outcome depends on it.
    kind text COLLATE "C" NOT NULL,
    payload text COLLATE "C" NOT NULL,
    -- Who does it; a worker takes the jobs of the providers that it has.
    provider text COLLATE "C" NOT NULL,
    -- Where the person lives; empty for the command line's own space.
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    -- The submitter's own name for the job.
    key text COLLATE "C",
    -- The photo's name in the store, which begins with the SHA-256 of its bytes, and the name that people know it
    -- by; NULL for a job that needs none.
    input text COLLATE "C",
    input_name text COLLATE "C",
    -- A second photo, such as one from the side.
    second_input text COLLATE "C",
    priority bigint NOT NULL,
    state text COLLATE "C" NOT NULL,
    -- 'processing' is known to a live worker only and never stored.
    phase text COLLATE "C",
    reason text COLLATE "C" NOT NULL,
    due_at bigint NOT NULL,
    -- The claim: the worker that holds the job, and the token that every write of it must show.
    owner text COLLATE "C",
    token text COLLATE "C",
    cancel_requested bigint NOT NULL DEFAULT 0,
    attempts bigint NOT NULL DEFAULT 0,
    crashes bigint NOT NULL DEFAULT 0,
    -- How often the provider refused it without a reason.
    refusals bigint NOT NULL DEFAULT 0,
    retry_of bigint,
    created_at bigint NOT NULL,
    started_at bigint,
    ended_at bigint,
    prompt text COLLATE "C",
    prompt_version text COLLATE "C",
    -- What was seen in the photo and said of it, as JSON.
    facts text COLLATE "C",
    findings text COLLATE "C",
    -- More about the reason, for the operator.
    detail text COLLATE "C",
    -- What was made, as JSON, and the name of its file; a job of words has none.
    outcome text COLLATE "C",
    result text COLLATE "C",
    -- What was told at submit: the model, and its price of a job in millionths of a US dollar, if known.
    quoted_model text COLLATE "C",
    quoted_price bigint,
    -- Only of a fleeting job: from when on it is not sent any more, and how many of its kind a person has a day.
    expires_at bigint,
    most_a_day bigint,
    -- The SHA-256 of the result's bytes.
    result_hash text COLLATE "C"
);

-- The queue proper, by spaces: the few jobs that run, and the waiting jobs, of which a claim takes the next one of a provider's
-- next space in turn. The person lets a claim find all jobs of one at the cap.
CREATE INDEX job_open ON job (state, provider, space, priority DESC, due_at, id, person)
WHERE state = 'running' OR state = 'waiting';
-- For the few jobs that only have to be saved, whatever the gate says.
CREATE INDEX job_answered ON job (id) WHERE state = 'waiting' AND reason = 'answered';
-- For letting a person's jobs go on that wait for the next day.
CREATE INDEX job_capped ON job (space, person) WHERE state = 'waiting' AND reason = 'daily_cap';
-- For ending the fleeting jobs whose time is over.
CREATE INDEX job_fleeting ON job (expires_at)
WHERE state = 'waiting' AND expires_at IS NOT NULL;
-- For letting the jobs go on that wait for the day's money.
CREATE INDEX job_budget ON job (id) WHERE state = 'waiting' AND reason = 'budget';
-- For the few jobs that wait because a worker or the machine failed.
CREATE INDEX job_interrupted ON job (provider, due_at)
WHERE state = 'waiting' AND reason = 'interrupted';
-- For lists and counts; with the photo, so that pruning reads only this to know which photos are still needed.
-- An index in the order of the photos would be written at another place by each new job.
CREATE INDEX job_ended ON job (state, id, input)
WHERE state <> 'running' AND state <> 'waiting';
-- The same for the few jobs with two photos.
CREATE INDEX job_second ON job (second_input) WHERE second_input IS NOT NULL;
-- For one job per key.
CREATE UNIQUE INDEX job_key ON job (space, person, key) WHERE key IS NOT NULL;
-- For lists of an app's jobs: of one person, and of all. The command line's own jobs pay nothing for them. The
-- conditions differ in form alone: by repeating one, a query says which of the two it stands on.
CREATE INDEX job_person ON job (space, person, id) WHERE space <> '';
CREATE INDEX job_space ON job (space, state, id) WHERE space > '';
-- For telling which jobs were repeated.
CREATE INDEX job_retry ON job (retry_of) WHERE retry_of IS NOT NULL;

-- A space: an app or a team whose people are apart from all others. The command line's own space has no row.
CREATE TABLE space (
    name text COLLATE "C" PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 32),
    -- Who makes its headshots, unless an order says otherwise.
    provider text COLLATE "C" NOT NULL,
    -- The most that its charges may cost a day, in millionths of a US dollar; NULL is no limit.
    budget bigint CHECK (budget >= 0),
    -- The most persons a day that were not seen before.
    new_persons bigint NOT NULL CHECK (new_persons >= 0),
    -- The words for what its persons can use, one space between two.
    features text COLLATE "C" NOT NULL,
    -- What each plan gives, as JSON.
    plans text COLLATE "C" NOT NULL CHECK ((CAST(plans AS jsonb) IS NOT NULL)),
    -- Whether photos stay once no job needs them.
    keeps_photos bigint NOT NULL CHECK (keeps_photos IN (0, 1)),
    -- The sort of app, whose words it tells; and its own words as JSON, which take their place.
    preset text COLLATE "C" NOT NULL,
    words text COLLATE "C" CHECK (words IS NULL OR (CAST(words AS jsonb) IS NOT NULL)),
    -- Where its persons are unless they say so; NULL is where the machine is.
    time_zone text COLLATE "C",
    -- How long a streak lasts.
    streak text COLLATE "C" NOT NULL CHECK (streak = 'window' OR streak = 'calendar'),
    -- Whether the score of a scan that is told varies by chance.
    varies_scores bigint NOT NULL CHECK (varies_scores IN (0, 1)),
    -- The URL that is told of its jobs' ends; NULL for none.
    webhook text COLLATE "C" CHECK (length(webhook) BETWEEN 1 AND 2048),
    -- Which secret signs: a number, since the secret itself is derived and stored nowhere.
    webhook_secret bigint NOT NULL DEFAULT 0 CHECK (webhook_secret >= 0),
    -- Until when the secret before signs, too.
    webhook_overlap bigint,
    -- When the receiver answered that it wants no more.
    webhook_refused_at bigint,
    -- How many requests to it succeeded and failed.
    webhook_successes bigint NOT NULL DEFAULT 0,
    webhook_failures bigint NOT NULL DEFAULT 0,
    created_at bigint NOT NULL,
    -- Limits that the operator set, as JSON; what is absent has its default.
    limits text COLLATE "C" NOT NULL DEFAULT '{}',
    -- Who writes to moments that are hard or unclear.
    hard_moments text COLLATE "C" NOT NULL DEFAULT 'models'
        CHECK (hard_moments = 'models' OR hard_moments = 'local')
);

-- What a space's webhook is told: written in the transaction that ends the job.
CREATE TABLE delivery (
    -- The same in each attempt, and after a restore.
    id text COLLATE "C" PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    space text COLLATE "C" NOT NULL,
    job bigint NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    type text COLLATE "C" NOT NULL,
    body text COLLATE "C" NOT NULL CHECK ((CAST(body AS jsonb) IS NOT NULL)),
    state text COLLATE "C" NOT NULL CHECK (state IN ('pending', 'failed', 'delivered')),
    attempts bigint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    due_at bigint NOT NULL,
    -- What came of the latest attempt.
    tried_at bigint,
    last_status bigint,
    last_failure text COLLATE "C",
    created_at bigint NOT NULL,
    done_at bigint,
    CHECK ((state = 'pending') = (done_at IS NULL))
);
-- The few that are not delivered, in the order in which a space's are sent.
CREATE INDEX delivery_open ON delivery (space, state, due_at) WHERE state <> 'delivered';

-- A token: a secret with which an app or a server acts in a space. Only its SHA-256 is here.
CREATE TABLE token (
    hash text COLLATE "C" PRIMARY KEY CHECK (length(hash) = 64),
    space text COLLATE "C" NOT NULL,
    holder text COLLATE "C" NOT NULL CHECK (holder IN ('server', 'app', 'store')),
    -- The words for what it allows, one space between two.
    scopes text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    -- When it ends, once another has taken its place.
    ends_at bigint
);
-- For the few tokens of a space.
CREATE INDEX token_space ON token (space);

-- The persons of a space whom a server has met.
CREATE TABLE person (
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    created_at bigint NOT NULL,
    -- When a photo of theirs was scanned last, also if that scan is gone.
    scanned_at bigint,
    -- Whether all that is theirs goes as soon as none of their jobs runs.
    leaving bigint NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1)),
    PRIMARY KEY (space, person)
);
-- For finding the few who leave.
CREATE INDEX person_leaving ON person (space, person) WHERE leaving = 1;

-- What a person pays a space for.
CREATE TABLE entitlement (
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    plan text COLLATE "C" NOT NULL CHECK (plan = 'free' OR plan = 'trial' OR plan = 'pro'),
    -- When the plan ends; NULL is never.
    expires_at bigint,
    -- When the store or the operator said so; older news changes nothing.
    said_at bigint NOT NULL,
    PRIMARY KEY (space, person)
);
-- The news of a store that have arrived, by the SHA-256 of their ids; they outlive the person.
CREATE TABLE store_event (
    space text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (space, hash)
);

-- A photo of a person that was rated at once.
CREATE TABLE scan (
    seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 32),
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- The client's own name for it, and the SHA-256 of the bytes that it sent with it.
    key text COLLATE "C" CHECK (length(key) BETWEEN 1 AND 256),
    digest text COLLATE "C" NOT NULL CHECK (length(digest) = 64),
    -- What was said, as JSON.
    answer text COLLATE "C" NOT NULL CHECK ((CAST(answer AS jsonb) IS NOT NULL)),
    -- The photos' names in the store; NULL where the space keeps none.
    photo text COLLATE "C" CHECK (length(photo) BETWEEN 64 AND 96),
    side_photo text COLLATE "C" CHECK (length(side_photo) BETWEEN 64 AND 96),
    created_at bigint NOT NULL
);
-- For a person's history.
CREATE INDEX scan_person ON scan (space, person, seq);
CREATE UNIQUE INDEX scan_key ON scan (space, person, key) WHERE key IS NOT NULL;
-- For knowing which photos are still needed.
CREATE INDEX scan_photo ON scan (photo) WHERE photo IS NOT NULL;
CREATE INDEX scan_side_photo ON scan (side_photo) WHERE side_photo IS NOT NULL;
-- A photo that a person handed in over HTTP, and that may be ordered from for a day.
CREATE TABLE upload (
    id text COLLATE "C" PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 32),
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- Its name in the store, and the one that people know it by.
    photo text COLLATE "C" NOT NULL CHECK (length(photo) BETWEEN 64 AND 96),
    name text COLLATE "C" NOT NULL,
    -- What was said of it, as JSON.
    verdict text COLLATE "C" NOT NULL CHECK ((CAST(verdict AS jsonb) IS NOT NULL)),
    -- Whether the photo is gone, because its space keeps none once no job needs it.
    discarded bigint NOT NULL DEFAULT 0 CHECK (discarded IN (0, 1)),
    created_at bigint NOT NULL
);
-- For removing old ones, and for knowing which photos are still needed.
CREATE INDEX upload_created ON upload (created_at);
CREATE INDEX upload_photo ON upload (photo);

-- How many persons a space met on a day; those who were forgotten since count, too.
CREATE TABLE newcomer (
    space text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    persons bigint NOT NULL CHECK (persons > 0),
    PRIMARY KEY (space, day)
);

-- What a person said: wishes and answers; a person who said nothing has no row.
CREATE TABLE wish (
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- A name of the IANA's list; NULL is the machine's.
    time_zone text COLLATE "C" CHECK (length(time_zone) BETWEEN 1 AND 64),
    reminders bigint NOT NULL DEFAULT 0 CHECK (reminders IN (0, 1)),
    -- In minutes since midnight.
    reminder_minutes bigint NOT NULL DEFAULT 480 CHECK (reminder_minutes BETWEEN 0 AND 1439),
    -- What else was said, and the answers of the quiz, as JSON.
    said text COLLATE "C" NOT NULL CHECK ((CAST(said AS jsonb) IS NOT NULL)),
    quiz text COLLATE "C" CHECK (quiz IS NULL OR (CAST(quiz AS jsonb) IS NOT NULL)),
    -- The match that was made last, as JSON.
    celebrity text COLLATE "C" CHECK (celebrity IS NULL OR (CAST(celebrity AS jsonb) IS NOT NULL)),
    PRIMARY KEY (space, person)
);
-- For the few who want to be reminded.
CREATE INDEX wish_reminded ON wish (space, person) WHERE reminders = 1;

-- A task that a person has done on a day.
CREATE TABLE task (
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    day text COLLATE "C" NOT NULL CHECK (length(day) = 10),
    task text COLLATE "C" NOT NULL CHECK (length(task) BETWEEN 1 AND 32),
    done_at bigint NOT NULL,
    PRIMARY KEY (space, person, day, task)
);

-- The days in a row; a person who never did a day has no row.
CREATE TABLE streak (
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    count bigint NOT NULL CHECK (count > 0),
    last_done bigint NOT NULL,
    last_day text COLLATE "C" NOT NULL CHECK (length(last_day) = 10),
    zone text COLLATE "C" NOT NULL,
    total_days bigint NOT NULL CHECK (total_days > 0),
    best bigint NOT NULL CHECK (best > 0),
    freezes_used bigint NOT NULL CHECK (freezes_used >= 0),
    PRIMARY KEY (space, person)
);

-- A freeze that a person has; one that is used holds a streak for a day.
CREATE TABLE streak_freeze (
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- What gave it: the store's news or the operator's grant; the same gives one.
    id text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
    granted_at bigint NOT NULL,
    used_at bigint,
    PRIMARY KEY (space, person, id)
);

-- A reminder that was sent.
CREATE TABLE reminder (
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    day text COLLATE "C" NOT NULL CHECK (length(day) = 10),
    kind text COLLATE "C" NOT NULL,
    sent_at bigint NOT NULL,
    PRIMARY KEY (space, person, day, kind)
);

-- A small win.
CREATE TABLE moment (
    seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 32),
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- The client's own name for it, and the SHA-256 of what it sent.
    client text COLLATE "C" NOT NULL CHECK (length(client) BETWEEN 1 AND 64),
    digest text COLLATE "C" NOT NULL CHECK (length(digest) = 64),
    -- The day and the moment at which it happened, where the person was.
    day text COLLATE "C" NOT NULL CHECK (length(day) = 10),
    happened_at bigint NOT NULL,
    submitted_at bigint NOT NULL,
    favourite bigint NOT NULL CHECK (favourite IN (0, 1)),
    -- The line of a pool that was said; NULL for one that is from no pool.
    line text COLLATE "C",
    -- What was written down and what was said to it, as JSON.
    said text COLLATE "C" NOT NULL CHECK ((CAST(said AS jsonb) IS NOT NULL)),
    UNIQUE (space, person, client)
);
-- For a person's list and days, by when it happened.
CREATE INDEX moment_day ON moment (space, person, day, happened_at, seq);

-- Something that a person may try.
CREATE TABLE tip (
    id text COLLATE "C" PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 32),
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    type text COLLATE "C" NOT NULL CHECK (type = 'short' OR type = 'long'),
    -- The day or the week that it is for.
    period text COLLATE "C" NOT NULL CHECK (length(period) BETWEEN 8 AND 10),
    place bigint NOT NULL CHECK (place >= 0),
    -- Title, body, part and searches, as JSON.
    said text COLLATE "C" NOT NULL CHECK ((CAST(said AS jsonb) IS NOT NULL)),
    completed_at bigint,
    created_at bigint NOT NULL,
    UNIQUE (space, person, type, period, place)
);

-- What a person and a coach said to each other in front of a camera.
CREATE TABLE turn (
    seq bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 32),
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    role text COLLATE "C" NOT NULL CHECK (role = 'person' OR role = 'coach'),
    -- The client's own name for the frame, and the SHA-256 of what it sent.
    client text COLLATE "C" NOT NULL CHECK (length(client) BETWEEN 1 AND 64),
    digest text COLLATE "C" NOT NULL CHECK (length(digest) = 64),
    said_at bigint NOT NULL,
    -- The words, as JSON.
    said text COLLATE "C" NOT NULL CHECK ((CAST(said AS jsonb) IS NOT NULL)),
    -- The job that may bring a model's sentence.
    job bigint,
    UNIQUE (space, person, client, role)
);
-- For a person's chat, and when its last turn was.
CREATE INDEX turn_person ON turn (space, person, seq);
CREATE INDEX turn_job ON turn (job) WHERE job IS NOT NULL;
-- For removing old ones.
CREATE INDEX turn_said ON turn (said_at);

-- What a model was asked about a person's things, each once: the row outlives the job.
CREATE TABLE asked (
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
    job bigint NOT NULL UNIQUE,
    asked_at bigint NOT NULL,
    -- Whether what it was about is gone, and the words with it.
    forgotten bigint NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1)),
    -- What the model answered, as JSON; NULL as long as there is nothing, and if there never is.
    answer text COLLATE "C" CHECK (answer IS NULL OR (CAST(answer AS jsonb) IS NOT NULL)),
    PRIMARY KEY (space, person, key)
);

-- A charge: one request that may cost money. It outlives its job.
CREATE TABLE charge (
    id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    job bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    space text COLLATE "C" NOT NULL,
    -- NULL once the person is forgotten.
    person text COLLATE "C",
    -- Stands for a person of whom only the payments journal has told.
    mark text COLLATE "C",
    -- Stands for a question of which only the payments journal has told.
    question text COLLATE "C",
    -- The day that it counts for, in the cap's time zone.
    day text COLLATE "C" NOT NULL,
    provider text COLLATE "C" NOT NULL,
    model text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    -- Millionths of a US dollar.
    estimate bigint,
    cost bigint,
    receipt text COLLATE "C",
    started_at bigint NOT NULL,
    settled_at bigint,
    -- Counts the charges as they change; a server has no journal beside it.
    line bigint NOT NULL,
    -- The place of the person's day that it takes.
    slot bigint,
    -- Whether the store of payments has its state.
    journaled boolean NOT NULL DEFAULT FALSE,
    -- The most that the request is expected to cost, in millionths of a US dollar: it counts against budgets until the cost
    -- is known.
    bound bigint
);

-- The database itself refuses a second payment for a job.
CREATE UNIQUE INDEX charge_once ON charge (job) WHERE state <> 'free';
CREATE INDEX charge_mark ON charge (mark) WHERE mark IS NOT NULL;
CREATE INDEX charge_question ON charge (question) WHERE question IS NOT NULL;
-- For sums over a day or a month.
CREATE INDEX charge_day ON charge (day);
-- For a job's history.
CREATE INDEX charge_job ON charge (job);
-- For the requests that cost more than was expected.
CREATE INDEX charge_above_bound ON charge (provider, model, kind, cost) WHERE cost > bound;

-- The gate of a provider's model, or of the whole provider: a cooldown or a halt, shared by all processes.
CREATE TABLE gate (
    provider text COLLATE "C" NOT NULL,
    -- Empty for the whole provider.
    model text COLLATE "C" NOT NULL,
    -- No request before this time.
    opens_at bigint NOT NULL,
    -- How many requests may be on their way at once; NULL is any number. 1 after it was closed; each answer adds 1.
    allowed bigint CHECK (allowed > 0),
    halted bigint NOT NULL CHECK (halted IN (0, 1)),
    -- Free failures in a row: server errors, failed connections, refusals of different inputs.
    failures bigint NOT NULL CHECK (failures >= 0),
    -- Failures in a row that may have been charged.
    costly_failures bigint NOT NULL CHECK (costly_failures >= 0),
    -- The inputs that were refused in a row without a reason: the first digits of their names.
    refused_inputs text COLLATE "C" NOT NULL,
    reason text COLLATE "C" NOT NULL,
    detail text COLLATE "C",
    changed_at bigint NOT NULL,
    PRIMARY KEY (provider, model)
);

-- The models of a provider that workers learned of: the one that they ask unless another is named, and those that
-- the provider answered 404 for.
CREATE TABLE model (
    provider text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    state text COLLATE "C" NOT NULL CHECK (state IN ('chosen', 'gone')),
    changed_at bigint NOT NULL,
    PRIMARY KEY (provider, name)
);
CREATE UNIQUE INDEX model_chosen ON model (provider) WHERE state = 'chosen';

-- The cap that waiting jobs were last judged by; another one lets them be judged anew.
CREATE TABLE cap (
    one bigint PRIMARY KEY CHECK (one = 1),
    charges bigint NOT NULL,
    time_zone text COLLATE "C" NOT NULL,
    -- Millionths of a US dollar a day; NULL is no limit.
    spend bigint
);

-- The photos that are no job's any more and can be removed from the store.
CREATE TABLE removal (
    photo text COLLATE "C" PRIMARY KEY
);

-- The jobs that still need a photo that goes with the last of them.
CREATE TABLE loan (
    job bigint PRIMARY KEY,
    photo text COLLATE "C" NOT NULL
);
CREATE INDEX loan_photo ON loan (photo);
CREATE FUNCTION job_borrows() RETURNS trigger LANGUAGE plpgsql AS $trigger$
BEGIN
    -- A fleeting job leaves no photo anywhere.
    IF NEW.input IS NOT NULL AND (NEW.expires_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM space WHERE name = NEW.space AND keeps_photos = 0))
    THEN
        INSERT INTO loan (job, photo) VALUES (NEW.id, NEW.input);
    END IF;
    RETURN NULL;
END $trigger$;
CREATE TRIGGER job_borrows AFTER INSERT ON job
FOR EACH ROW WHEN (NEW.space <> '') EXECUTE FUNCTION job_borrows();
-- Wherever a job ends, here its photo goes. What became of an uncertain job is not decided yet.
CREATE FUNCTION job_returns() RETURNS trigger LANGUAGE plpgsql AS $trigger$
BEGIN
    IF NEW.state IN ('succeeded', 'rejected', 'failed', 'cancelled')
        AND EXISTS (SELECT 1 FROM loan WHERE job = NEW.id)
    THEN
        -- Of two last jobs that end at once, neither would see that the other has given its photo back.
        PERFORM 1 FROM loan WHERE photo = NEW.input ORDER BY job FOR UPDATE;
        DELETE FROM loan WHERE job = NEW.id;
        INSERT INTO removal (photo)
        SELECT NEW.input WHERE NOT EXISTS (SELECT 1 FROM loan WHERE photo = NEW.input)
        ON CONFLICT DO NOTHING;
        UPDATE upload SET discarded = 1
        WHERE photo = NEW.input AND EXISTS (SELECT 1 FROM removal WHERE photo = NEW.input);
    END IF;
    RETURN NULL;
END $trigger$;
CREATE TRIGGER job_returns AFTER UPDATE OF state ON job
FOR EACH ROW WHEN (NEW.space <> '') EXECUTE FUNCTION job_returns();

-- What outlives every job: the largest number that was ever removed, so that no job gets it again.
CREATE TABLE mark (
    one bigint PRIMARY KEY CHECK (one = 1),
    removed_job bigint NOT NULL
);

CREATE SEQUENCE charge_line;
CREATE UNIQUE INDEX charge_slot ON charge (space, person, kind, day, slot)
WHERE state <> 'free' AND person IS NOT NULL;
CREATE INDEX charge_unwritten ON charge (id) WHERE NOT journaled;
CREATE FUNCTION charge_changes() RETURNS trigger LANGUAGE plpgsql AS $trigger$
DECLARE
    taken bigint;
    latest bigint;
    -- What a new charge brings; one that the queue learns from the journal has its place anyway.
    last CONSTANT bigint := CASE TG_OP WHEN 'INSERT' THEN NEW.slot END;
BEGIN
    NEW.journaled := FALSE;
    IF NEW.state <> 'free' AND (TG_OP = 'INSERT' OR OLD.state = 'free') THEN
        SELECT count(*), coalesce(max(slot), 0) INTO taken, latest FROM charge
        WHERE space = NEW.space AND person = NEW.person AND kind = NEW.kind
            AND day = NEW.day AND state <> 'free';
        IF taken = latest THEN
            NEW.slot := taken + 1;
        ELSE
            -- A charge turned out to be free, and so its place: the smallest one that is.
            SELECT min(place) INTO NEW.slot FROM generate_series(1, taken + 1) AS place
            WHERE NOT EXISTS (
                SELECT 1 FROM charge WHERE space = NEW.space AND person = NEW.person
                    AND kind = NEW.kind AND day = NEW.day AND state <> 'free'
                    AND slot = place);
        END IF;
        IF NEW.slot > last THEN
            RAISE serialization_failure USING MESSAGE = 'a place of the day was taken';
        END IF;
    END IF;
    RETURN NEW;
END $trigger$;
CREATE TRIGGER charge_changes BEFORE INSERT OR UPDATE OF state, cost ON charge
FOR EACH ROW EXECUTE FUNCTION charge_changes();

-- How much free work a day has had: of each person, and under an empty person of the space as a whole.
CREATE TABLE free_work (
    space text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    PRIMARY KEY (space, day, person, kind)
);

-- The photos in the store that persons of spaces handed in, with their bytes.
CREATE TABLE stored_photo (
    photo text COLLATE "C" PRIMARY KEY,
    space text COLLATE "C" NOT NULL,
    bytes bigint NOT NULL CHECK (bytes >= 0)
);
-- Their sum of each space.
CREATE TABLE storage (
    space text COLLATE "C" PRIMARY KEY,
    bytes bigint NOT NULL CHECK (bytes >= 0)
);

-- What a store says of one purchase: a subscription, or something that is bought once.
CREATE TABLE purchase (
    space text COLLATE "C" NOT NULL,
    -- The store's own id, the original transaction's; or the event's, where the store names none.
    id text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 256),
    -- Whose it is, as in store_name.
    customer text COLLATE "C" NOT NULL CHECK (length(customer) = 64),
    has_transaction bigint NOT NULL CHECK (has_transaction IN (0, 1)),
    store text COLLATE "C",
    product text COLLATE "C",
    -- A JSON array of the store's entitlements; NULL where the store says nothing of them.
    entitlements text COLLATE "C" CHECK (entitlements IS NULL OR (CAST(entitlements AS jsonb) IS NOT NULL)),
    is_single bigint NOT NULL CHECK (is_single IN (0, 1)),
    is_trial bigint NOT NULL CHECK (is_trial IN (0, 1)),
    -- The plan that it gives by the space's settings.
    plan text COLLATE "C" NOT NULL CHECK (plan = 'free' OR plan = 'trial' OR plan = 'pro'),
    -- The end of what is paid; NULL is never.
    expires_at bigint,
    -- Until when the store still tries to take a payment that failed.
    grace_until bigint,
    -- When it was refunded, or was over by the store's word.
    ended_at bigint,
    -- When the store said so, and when it last said whose it is; older events change neither.
    said_at bigint NOT NULL,
    moved_at bigint NOT NULL,
    PRIMARY KEY (space, id)
);
-- For what a customer has bought.
CREATE INDEX purchase_customer ON purchase (space, customer);

-- The ids by which a store knows a customer: those of persons, and those that it made up before a person had one. Of
-- customers who have left only the SHA-256, as in departed.
CREATE TABLE store_name (
    space text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
    is_person bigint NOT NULL CHECK (is_person IN (0, 1)),
    customer text COLLATE "C" NOT NULL CHECK (length(customer) = 64),
    PRIMARY KEY (space, name)
);
CREATE INDEX store_name_customer ON store_name (space, customer);

-- Purchases that moved to another customer, for events that come late; the old names only as SHA-256.
CREATE TABLE store_transfer (
    space text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
    moved_at bigint NOT NULL,
    customer text COLLATE "C" NOT NULL CHECK (length(customer) = 64),
    PRIMARY KEY (space, hash, moved_at)
);
CREATE INDEX store_transfer_customer ON store_transfer (space, customer);

-- The SHA-256 of the ids of persons who have left; what a store says of them is kept apart.
CREATE TABLE departed (
    space text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (space, hash)
);

-- A server reads all conditions of a table anew for each statement that writes it, which costs more than the write. So a
-- trigger, whose plan is kept, checks those of the two tables that are written most.
CREATE FUNCTION job_conditions() RETURNS trigger LANGUAGE plpgsql AS $trigger$
DECLARE
    -- In the order of the names, so that all queues report the same of several.
    broken CONSTANT text := CASE
        WHEN NOT (NEW.attempts >= 0) THEN 'job_attempts_check'
        WHEN NOT (NEW.cancel_requested IN (0, 1)) THEN 'job_cancel_requested_check'
        WHEN NOT ((NEW.state <> 'waiting') OR NEW.reason IN ('new', 'scheduled', 'cooldown', 'daily_cap',
            'provider_halted', 'retry', 'interrupted', 'answered', 'budget', 'refused'))
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
CREATE TRIGGER job_conditions BEFORE INSERT OR UPDATE ON job
FOR EACH ROW EXECUTE FUNCTION job_conditions();

CREATE FUNCTION charge_conditions() RETURNS trigger LANGUAGE plpgsql AS $trigger$
DECLARE
    -- In the order of the names, so that all queues report the same of several.
    broken CONSTANT text := CASE
        WHEN NOT (NEW.bound >= 0) THEN 'charge_bound_check'
        WHEN NOT ((NEW.state = 'started') = (NEW.settled_at IS NULL)) THEN 'charge_check'
        WHEN NOT (NEW.cost >= 0) THEN 'charge_cost_check'
        WHEN NOT (NEW.day ~ '^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]$') THEN 'charge_day_check'
        WHEN NOT (NEW.estimate >= 0) THEN 'charge_estimate_check'
        WHEN NOT ((NEW.receipt IS NULL) OR (CAST(NEW.receipt AS jsonb) IS NOT NULL)) THEN 'charge_receipt_check'
        WHEN NOT (NEW.state IN ('started', 'paid', 'free', 'unknown')) THEN 'charge_state_check'
    END;
BEGIN
    IF broken IS NOT NULL THEN
        RAISE check_violation USING MESSAGE = format('a row breaks "%s"', broken);
    END IF;
    RETURN NEW;
END $trigger$;
CREATE TRIGGER charge_conditions BEFORE INSERT OR UPDATE ON charge
FOR EACH ROW EXECUTE FUNCTION charge_conditions();

-- Rows that change often find room beside themselves, and dead ones go at once.
ALTER TABLE job SET (
    fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
