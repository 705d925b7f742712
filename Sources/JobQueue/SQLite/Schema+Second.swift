extension Schema {
    /// The second step; each subject has a part.
    static let second = [fairness].joined(separator: "\n\n")

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
}
