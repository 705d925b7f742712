extension Schema {
    /// The spaces, who may act in them, and what their persons hand in.
    static let spaces = """
        -- A space: an app or a team whose people are apart from all others. The command line's own space has no row.
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
            streak TEXT NOT NULL CHECK (\(oneOf("streak", "window", "calendar"))),
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
        ) STRICT, WITHOUT ROWID;

        -- What a space's webhook is told: written in the transaction that ends the job.
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
        -- The few that are not delivered, in the order in which a space's are sent.
        CREATE INDEX delivery_open ON delivery (space, state, due_at) WHERE state <> 'delivered';

        -- A token: a secret with which an app or a server acts in a space. Only its SHA-256 is here.
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
        -- For the few tokens of a space.
        CREATE INDEX token_space ON token (space);

        -- The persons of a space whom a server has met.
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
        -- For finding the few who leave.
        CREATE INDEX person_leaving ON person (space, person) WHERE leaving = 1;

        -- What a person pays a space for.
        CREATE TABLE entitlement (
            space TEXT NOT NULL,
            person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 128),
            plan TEXT NOT NULL CHECK (\(oneOf("plan", "free", "trial", "pro"))),
            -- When the plan ends; NULL is never.
            expires_at INTEGER,
            -- When the store or the operator said so; older news changes nothing.
            said_at INTEGER NOT NULL,
            PRIMARY KEY (space, person)
        ) STRICT, WITHOUT ROWID;
        -- The news of a store that have arrived, by the SHA-256 of their ids; they outlive the person.
        CREATE TABLE store_event (
            space TEXT NOT NULL,
            hash TEXT NOT NULL CHECK (length(hash) = 64),
            PRIMARY KEY (space, hash)
        ) STRICT, WITHOUT ROWID;

        -- A photo of a person that was rated at once.
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
        -- For a person's history.
        CREATE INDEX scan_person ON scan (space, person, seq);
        CREATE UNIQUE INDEX scan_key ON scan (space, person, key) WHERE key IS NOT NULL;
        -- For knowing which photos are still needed.
        CREATE INDEX scan_photo ON scan (photo) WHERE photo IS NOT NULL;
        CREATE INDEX scan_side_photo ON scan (side_photo) WHERE side_photo IS NOT NULL;
        -- A photo that a person handed in over HTTP, and that may be ordered from for a day.
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
        -- For removing old ones, and for knowing which photos are still needed.
        CREATE INDEX upload_created ON upload (created_at);
        CREATE INDEX upload_photo ON upload (photo);

        -- How many persons a space met on a day; those who were forgotten since count, too.
        CREATE TABLE newcomer (
            space TEXT NOT NULL,
            day TEXT NOT NULL,
            persons INTEGER NOT NULL CHECK (persons > 0),
            PRIMARY KEY (space, day)
        ) STRICT, WITHOUT ROWID;
        """
}
