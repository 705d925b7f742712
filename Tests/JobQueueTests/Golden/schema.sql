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

CREATE INDEX charge_day ON charge (day);

CREATE INDEX charge_job ON charge (job);

CREATE INDEX charge_mark ON charge (mark) WHERE mark IS NOT NULL;

CREATE UNIQUE INDEX charge_once ON charge (job) WHERE state <> 'free';

CREATE INDEX charge_question ON charge (question) WHERE question IS NOT NULL;

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

CREATE INDEX delivery_open ON delivery (space, state, due_at) WHERE state <> 'delivered';

CREATE TABLE departed (
    space TEXT NOT NULL,
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (space, hash)
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

CREATE TRIGGER job_borrows AFTER INSERT ON job
WHEN NEW.space <> '' AND NEW.input IS NOT NULL
    -- A fleeting job leaves no photo anywhere.
    AND (NEW.expires_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM space WHERE name = NEW.space AND keeps_photos = 0))
BEGIN
    INSERT INTO loan (job, photo) VALUES (NEW.id, NEW.input);
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
    reason TEXT NOT NULL CHECK (state <> 'waiting' OR reason = 'new' OR reason = 'scheduled' OR reason = 'cooldown' OR reason = 'daily_cap' OR reason = 'provider_halted' OR reason = 'retry' OR reason = 'interrupted' OR reason = 'answered' OR reason = 'budget' OR reason = 'refused' OR reason = 'photo'),
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

CREATE INDEX job_answered ON job (id) WHERE state = 'waiting' AND reason = 'answered';

CREATE INDEX job_budget ON job (id) WHERE state = 'waiting' AND reason = 'budget';

CREATE INDEX job_capped ON job (space, person) WHERE state = 'waiting' AND reason = 'daily_cap';

CREATE INDEX job_ended ON job (state, id, input)
WHERE state <> 'running' AND state <> 'waiting';

CREATE INDEX job_fleeting ON job (expires_at)
WHERE state = 'waiting' AND expires_at IS NOT NULL;

CREATE INDEX job_interrupted ON job (provider, due_at)
WHERE state = 'waiting' AND reason = 'interrupted';

CREATE UNIQUE INDEX job_key ON job (space, person, key) WHERE key IS NOT NULL;

CREATE INDEX job_open ON job (state, provider, space, priority DESC, due_at, id, person)
WHERE state = 'running' OR state = 'waiting';

CREATE INDEX job_person ON job (space, person, id) WHERE space <> '';

CREATE INDEX job_retry ON job (retry_of) WHERE retry_of IS NOT NULL;

CREATE INDEX job_second ON job (second_input) WHERE second_input IS NOT NULL;

CREATE INDEX job_space ON job (space, state, id) WHERE space > '';

CREATE TABLE loan (
    job INTEGER PRIMARY KEY,
    photo TEXT NOT NULL
) STRICT;

CREATE INDEX loan_photo ON loan (photo);

CREATE TABLE mark (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    removed_job INTEGER NOT NULL
) STRICT;

CREATE TABLE model (
    provider TEXT NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    state TEXT NOT NULL CHECK (state IN ('chosen', 'gone')),
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (provider, name)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX model_chosen ON model (provider) WHERE state = 'chosen';

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
    leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1)),
    PRIMARY KEY (space, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_leaving ON person (space, person) WHERE leaving = 1;

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
    sent_at INTEGER NOT NULL,
    PRIMARY KEY (space, person, day, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE removal (
    photo TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

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
) STRICT;

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
, limits TEXT NOT NULL DEFAULT '{}', hard_moments TEXT NOT NULL DEFAULT 'models' CHECK (hard_moments = 'models' OR hard_moments = 'local')) STRICT, WITHOUT ROWID;

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

CREATE TABLE streak (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    count INTEGER NOT NULL CHECK (count > 0),
    last_done INTEGER NOT NULL,
    last_day TEXT NOT NULL CHECK (length(last_day) = 10),
    zone TEXT NOT NULL,
    total_days INTEGER NOT NULL CHECK (total_days > 0),
    best INTEGER NOT NULL CHECK (best > 0),
    freezes_used INTEGER NOT NULL CHECK (freezes_used >= 0),
    PRIMARY KEY (space, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE streak_freeze (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    -- What gave it: the store's news or the operator's grant; the same gives one.
    id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
    granted_at INTEGER NOT NULL,
    used_at INTEGER,
    PRIMARY KEY (space, person, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE task (
    space TEXT NOT NULL,
    person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
    day TEXT NOT NULL CHECK (length(day) = 10),
    task TEXT NOT NULL CHECK (length(task) BETWEEN 1 AND 32),
    done_at INTEGER NOT NULL,
    PRIMARY KEY (space, person, day, task)
) STRICT, WITHOUT ROWID;

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

CREATE INDEX turn_job ON turn (job) WHERE job IS NOT NULL;

CREATE INDEX turn_person ON turn (space, person, seq);

CREATE INDEX turn_said ON turn (said_at);

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

CREATE INDEX upload_photo ON upload (photo);

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
    celebrity TEXT CHECK (celebrity IS NULL OR json_valid(celebrity)),
    PRIMARY KEY (space, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX wish_reminded ON wish (space, person) WHERE reminders = 1;
