/// The format of a database.
extension Schema {
    /// Refuses a database whose tables this program cannot use.
    func check(_ link: PostgresLink, place: PostgresPlace) throws {
        guard let found = try Self.format(link, place) else {
            throw JobQueueError.noTables(place: place.name)
        }
        try check(found, of: place.name)
        if found < format {
            throw JobQueueError.olderTables(place: place.name, found: found, known: format)
        }
    }

    /// Makes the tables that are missing, or takes older ones to this format, in one transaction; waits for others who do so.
    ///
    /// - Returns: The format that was found; 0 if there were no tables.
    func migrate(_ link: PostgresLink, place: PostgresPlace) throws -> Int {
        try link.transaction { tx in
            try tx.run(
                "SELECT pg_advisory_xact_lock(?, hashtext(current_schema()))", [Self.migrating])
            let found = try Self.format(link, place) ?? 0
            try check(found, of: place.name)
            guard found < format else { return found }
            if found == 0 { _ = try link.command(Self.ofEngine) }
            for step in steps(after: found) { _ = try link.command(step.postgres) }
            try tx.run(
                """
                INSERT INTO meta (one, format, salt, incarnation, store) VALUES
                    (1, ?, ?, ?, NULL)
                ON CONFLICT (one) DO UPDATE SET format = excluded.format
                """, [format, link.randomDigits(), link.session?.incarnation])
            return found
        }
    }

    /// The first key of the lock on migrations.
    private static let migrating = 70

    /// The format of the tables; `nil` if there are none.
    ///
    /// Refuses those of another program.
    private static func format(_ link: PostgresLink, _ place: PostgresPlace) throws -> Int? {
        let row = try link.run(
            """
            SELECT to_regclass('job') IS NOT NULL OR to_regclass('meta') IS NOT NULL, EXISTS (
                SELECT 1 FROM pg_attribute
                WHERE attrelid = to_regclass('meta') AND attname = 'incarnation')
            """
        ).rows.first
        guard row?[1] == true else {
            if row?[0] == true { throw JobQueueError.notAQueue(path: place.name) }
            return nil
        }
        return try link.run("SELECT format FROM meta").rows.first?[0]
    }

    /// The tables of the engine itself, which come before the first step.
    static let ofEngine = """
        -- What holds for all that is here.
        CREATE TABLE meta (
            one bigint PRIMARY KEY CHECK (one = 1),
            -- The format of the tables.
            format bigint NOT NULL,
            -- Without this salt, nobody can find a person's marks by guessing the id.
            salt text NOT NULL,
            -- The server that knows what was paid; another one may have forgotten something.
            incarnation text NOT NULL,
            -- Since when, if it took the place of another one.
            known_since timestamptz NOT NULL DEFAULT '-infinity',
            -- Where the photos are; NULL until a program has said so.
            store text
        );
        -- The transaction that each writing connection has committed last, by which the next one knows what became of it.
        CREATE TABLE latest_write (
            client text PRIMARY KEY,
            mark text NOT NULL,
            at timestamptz NOT NULL
        ) WITH (fillfactor = 50);
        -- The workers that have not gone in order.
        CREATE TABLE worker (
            id text COLLATE "C" PRIMARY KEY,
            -- The second key of the lock that its connection holds.
            lock_key integer GENERATED ALWAYS AS IDENTITY UNIQUE,
            -- The newest format that its program knows.
            format bigint NOT NULL,
            started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            -- Since when its lock was found free.
            missing_since timestamptz
        );
        -- How far the jobs of live workers are; gone after a crash of the server.
        CREATE UNLOGGED TABLE progress (
            worker text COLLATE "C" PRIMARY KEY,
            jobs text NOT NULL
        );
        """
}
