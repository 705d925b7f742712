extension Schema {
    /// The second step; each subject has a part.
    static let second = [fairness, purchases, bounds, results, moments].joined(separator: "\n\n")

    /// What keeps a space, or a person, from using up what all share.
    private static let fairness = """
        -- The queue proper, by spaces: a claim takes the next job of a provider's next space in turn.
        DROP INDEX job_open;
        CREATE INDEX job_open ON job (state, provider, space, priority DESC, due_at, id, person)
        WHERE state = 'running' OR state = 'waiting';

        -- Limits that the operator set for a space, as JSON; what is absent has its default.
        ALTER TABLE space ADD COLUMN limits TEXT NOT NULL DEFAULT '{}';

        -- How much free work a day has had: of each person, and under an empty person of the space as a whole.
        CREATE TABLE free_work (
            space TEXT NOT NULL,
            day TEXT NOT NULL,
            person TEXT NOT NULL,
            kind TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount > 0),
            PRIMARY KEY (space, day, person, kind)
        ) STRICT, WITHOUT ROWID;

        -- The photos in the store that persons of spaces handed in, with their bytes.
        CREATE TABLE stored_photo (
            photo TEXT PRIMARY KEY,
            space TEXT NOT NULL,
            bytes INTEGER NOT NULL CHECK (bytes >= 0)
        ) STRICT, WITHOUT ROWID;
        -- Their sum of each space.
        CREATE TABLE storage (
            space TEXT PRIMARY KEY,
            bytes INTEGER NOT NULL CHECK (bytes >= 0)
        ) STRICT, WITHOUT ROWID;
        """

    /// What stores say of purchases.
    private static let purchases = """
        -- What a store says of one purchase: a subscription, or something that is bought once.
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
        -- For what a customer has bought.
        CREATE INDEX purchase_customer ON purchase (space, customer);

        -- The ids by which a store knows a customer: those of persons, and those that it made up before a person had one. Of
        -- customers who have left only the SHA-256, as in departed.
        CREATE TABLE store_name (
            space TEXT NOT NULL,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
            is_person INTEGER NOT NULL CHECK (is_person IN (0, 1)),
            customer TEXT NOT NULL CHECK (length(customer) = 64),
            PRIMARY KEY (space, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX store_name_customer ON store_name (space, customer);

        -- Purchases that moved to another customer, for events that come late; the old names only as SHA-256.
        CREATE TABLE store_transfer (
            space TEXT NOT NULL,
            hash TEXT NOT NULL CHECK (length(hash) = 64),
            moved_at INTEGER NOT NULL,
            customer TEXT NOT NULL CHECK (length(customer) = 64),
            PRIMARY KEY (space, hash, moved_at)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX store_transfer_customer ON store_transfer (space, customer);

        -- The SHA-256 of the ids of persons who have left; what a store says of them is kept apart.
        CREATE TABLE departed (
            space TEXT NOT NULL,
            hash TEXT NOT NULL CHECK (length(hash) = 64),
            PRIMARY KEY (space, hash)
        ) STRICT, WITHOUT ROWID;
        """

    private static let bounds = """
        -- The most that a request is expected to cost, in millionths of a US dollar: it counts against budgets until the cost is
        -- known.
        ALTER TABLE charge ADD COLUMN bound INTEGER CHECK (bound >= 0);
        -- For the requests that cost more than that.
        CREATE INDEX charge_above_bound ON charge (provider, model, kind, cost) WHERE cost > bound;
        """

    /// Where results are, in a way that holds in another home and on another machine.
    private static let results = """
        -- The SHA-256 of the result's bytes; NULL for one that was saved before this was noted.
        ALTER TABLE job ADD COLUMN result_hash TEXT CHECK (length(result_hash) = 64);
        -- The result's name in the folder of results, in place of a path that may lead to another home's.
        UPDATE job SET result = replace(result, rtrim(result, replace(result, '/', '')), '')
        WHERE result LIKE '%/%';
        """

    /// Who writes to moments that are hard or unclear.
    private static let moments = """
        ALTER TABLE space ADD COLUMN hard_moments TEXT NOT NULL DEFAULT 'models' CHECK (\(oneOf(
            "hard_moments", "models", "local")));
        -- A journal of small wins keeps them here, as a new one does.
        UPDATE space SET hard_moments = 'local' WHERE preset = 'great';
        """
}
