extension Schema {
    /// The steps of this program.
    static let steps: [String] = [first, second]

    private static let first = [jobs, spaces, people, questions, ledger].joined(separator: "\n\n")

    private static let jobs = """
        -- A job: one piece of work of a kind. Times are milliseconds since 1970.
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
            state TEXT NOT NULL CHECK (\(oneOf(
                "state", "waiting", "running", "succeeded", "rejected", "failed", "cancelled",
                "uncertain"))),
            -- 'processing' is known to a live worker only and never stored.
            phase TEXT CHECK (\(oneOf("phase", "preparing", "uploading", "saving"))),
            reason TEXT NOT NULL CHECK (state <> 'waiting' OR \(oneOf(
                "reason", "new", "scheduled", "cooldown", "daily_cap", "provider_halted", "retry",
                "interrupted", "answered", "budget", "refused"))),
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
            most_a_day INTEGER CHECK (most_a_day >= 0),
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

        -- The queue proper: the few jobs that run, and a provider's waiting jobs in the order in which they are taken.
        -- The person lets a claim find all jobs of one at the cap.
        CREATE INDEX job_open ON job (state, provider, priority DESC, due_at, id, space, person)
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
        """

    private static let ledger = """
        -- A charge: one request that may cost money. It outlives its job.
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
            state TEXT NOT NULL CHECK (\(oneOf("state", "started", "paid", "free", "unknown"))),
            -- Millionths of a US dollar.
            estimate INTEGER CHECK (estimate >= 0),
            cost INTEGER CHECK (cost >= 0),
            receipt TEXT CHECK (receipt IS NULL OR json_valid(receipt)),
            started_at INTEGER NOT NULL,
            settled_at INTEGER,
            -- The number of the payments journal's line that says all this.
            line INTEGER NOT NULL UNIQUE,
            CHECK ((state = 'started') = (settled_at IS NULL))
        ) STRICT;

        -- The database itself refuses a second payment for a job.
        CREATE UNIQUE INDEX charge_once ON charge (job) WHERE state <> 'free';
        -- For counting the cap.
        CREATE INDEX charge_cap ON charge (space, person, kind, day) WHERE state <> 'free';
        CREATE INDEX charge_mark ON charge (mark) WHERE mark IS NOT NULL;
        CREATE INDEX charge_question ON charge (question) WHERE question IS NOT NULL;
        -- For sums over a day or a month.
        CREATE INDEX charge_day ON charge (day);
        -- For a job's history.
        CREATE INDEX charge_job ON charge (job);

        -- The gate of a provider's model, or of the whole provider: a cooldown or a halt, shared by all processes.
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

        -- The models of a provider that workers learned of: the one that they ask unless another is named, and those that
        -- the provider answered 404 for.
        CREATE TABLE model (
            provider TEXT NOT NULL,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            state TEXT NOT NULL CHECK (state IN ('chosen', 'gone')),
            changed_at INTEGER NOT NULL,
            PRIMARY KEY (provider, name)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX model_chosen ON model (provider) WHERE state = 'chosen';

        -- The cap that waiting jobs were last judged by; another one lets them be judged anew.
        CREATE TABLE cap (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            charges INTEGER NOT NULL,
            time_zone TEXT NOT NULL,
            -- Millionths of a US dollar a day; NULL is no limit.
            spend INTEGER
        ) STRICT;

        -- The photos that are no job's any more and can be removed from the store.
        CREATE TABLE removal (
            photo TEXT PRIMARY KEY
        ) STRICT, WITHOUT ROWID;

        -- The jobs that still need a photo that goes with the last of them.
        CREATE TABLE loan (
            job INTEGER PRIMARY KEY,
            photo TEXT NOT NULL
        ) STRICT;
        CREATE INDEX loan_photo ON loan (photo);
        CREATE TRIGGER job_borrows AFTER INSERT ON job
        WHEN NEW.space <> '' AND NEW.input IS NOT NULL
            -- A fleeting job leaves no photo anywhere.
            AND (NEW.expires_at IS NOT NULL
                OR EXISTS (SELECT 1 FROM space WHERE name = NEW.space AND keeps_photos = 0))
        BEGIN
            INSERT INTO loan (job, photo) VALUES (NEW.id, NEW.input);
        END;
        -- Wherever a job ends, here its photo goes. What became of an uncertain job is not decided yet.
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

        -- What outlives every job: the largest number that was ever removed, so that no job gets it again.
        CREATE TABLE mark (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            removed_job INTEGER NOT NULL
        ) STRICT;
        """

    /// A condition that a column has one of these values.
    ///
    /// Not IN: SQLite makes a temporary table of a list of more than two for each row that it checks.
    static func oneOf(_ column: String, _ values: String...) -> String {
        values.map { "\(column) = '\($0)'" }.joined(separator: " OR ")
    }
}
