extension Schema {
    /// What is kept of the persons of spaces from day to day.
    ///
    /// Each table begins with the space and the person.
    static let people = """
        -- What a person said: wishes and answers; a person who said nothing has no row.
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
        -- For the few who want to be reminded.
        CREATE INDEX wish_reminded ON wish (space, person) WHERE reminders = 1;

        -- A task that a person has done on a day.
        CREATE TABLE task (
            space TEXT NOT NULL,
            person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
            day TEXT NOT NULL CHECK (length(day) = 10),
            task TEXT NOT NULL CHECK (length(task) BETWEEN 1 AND 32),
            done_at INTEGER NOT NULL,
            PRIMARY KEY (space, person, day, task)
        ) STRICT, WITHOUT ROWID;

        -- The days in a row; a person who never did a day has no row.
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

        -- A freeze that a person has; one that is used holds a streak for a day.
        CREATE TABLE streak_freeze (
            space TEXT NOT NULL,
            person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
            -- What gave it: the store's news or the operator's grant; the same gives one.
            id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
            granted_at INTEGER NOT NULL,
            used_at INTEGER,
            PRIMARY KEY (space, person, id)
        ) STRICT, WITHOUT ROWID;

        -- A reminder that was sent.
        CREATE TABLE reminder (
            space TEXT NOT NULL,
            person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
            day TEXT NOT NULL CHECK (length(day) = 10),
            kind TEXT NOT NULL,
            sent_at INTEGER NOT NULL,
            PRIMARY KEY (space, person, day, kind)
        ) STRICT, WITHOUT ROWID;

        -- A small win.
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
        -- For a person's list and days, by when it happened.
        CREATE INDEX moment_day ON moment (space, person, day, happened_at, seq);

        -- Something that a person may try.
        CREATE TABLE tip (
            id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 32),
            space TEXT NOT NULL,
            person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
            type TEXT NOT NULL CHECK (\(oneOf("type", "short", "long"))),
            -- The day or the week that it is for.
            period TEXT NOT NULL CHECK (length(period) BETWEEN 8 AND 10),
            place INTEGER NOT NULL CHECK (place >= 0),
            -- Title, body, part and searches, as JSON.
            said TEXT NOT NULL CHECK (json_valid(said)),
            completed_at INTEGER,
            created_at INTEGER NOT NULL,
            UNIQUE (space, person, type, period, place)
        ) STRICT, WITHOUT ROWID;

        -- What a person and a coach said to each other in front of a camera.
        CREATE TABLE turn (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 32),
            space TEXT NOT NULL,
            person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
            role TEXT NOT NULL CHECK (\(oneOf("role", "person", "coach"))),
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
        -- For a person's chat, and when its last turn was.
        CREATE INDEX turn_person ON turn (space, person, seq);
        CREATE INDEX turn_job ON turn (job) WHERE job IS NOT NULL;
        -- For removing old ones.
        CREATE INDEX turn_said ON turn (said_at);
        """

    /// What models were asked; it begins with the space and the person, too.
    static let questions = """
        -- What a model was asked about a person's things, each once: the row outlives the job.
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
        """
}
