import Foundation

/// The queue's tables in PostgreSQL: those of ``Schema`` in other words, so that they are written once, and those that only
/// a server needs.
enum PostgresSchema {
    /// The statements that take a database from a format to a schema's; for ``PostgresLink/command(_:)``.
    static func migrations(of schema: Schema, from format: Int = 0) -> [String] {
        schema.migrations[format...].map(translated) + (format == 0 ? [ofServers] : [])
    }

    /// The indexes that refuse a second charge for one place of a person's day.
    static let placesOfADay = ["charge_slot"]

    /// Refuses a database whose tables this program cannot use.
    static func check(
        _ link: PostgresLink, place: PostgresPlace, format: Int
    ) throws {
        guard let found = try self.format(link, place) else {
            throw JobQueueError.noTables(place: place.name)
        }
        if found > format {
            throw JobQueueError.newerVersion(path: place.name, found: found, known: format)
        }
        if found < format {
            throw JobQueueError.olderTables(place: place.name, found: found, known: format)
        }
    }

    /// Makes the tables that are missing, or takes older ones to a schema's format, in one transaction; waits for others
    /// who do so.
    ///
    /// - Returns: The format that was found; 0 if there were no tables.
    static func migrate(_ link: PostgresLink, place: PostgresPlace, to schema: Schema) throws -> Int
    {
        try link.transaction { tx in
            try tx.run("SELECT pg_advisory_xact_lock(?, hashtext(current_schema()))", [migrating])
            let found = try format(link, place) ?? 0
            guard found <= schema.format else {
                throw JobQueueError.newerVersion(
                    path: place.name, found: found, known: schema.format)
            }
            guard found < schema.format else { return found }
            for migration in migrations(of: schema, from: found) { _ = try link.command(migration) }
            try tx.run(
                """
                INSERT INTO meta (one, format, salt, incarnation, store) VALUES
                    (1, ?, ?, ?, NULL)
                ON CONFLICT (one) DO UPDATE SET format = excluded.format
                """, [schema.format, link.randomDigits(), link.session?.incarnation])
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

    private static let ofServers = """
        -- What holds for all that is here.
        CREATE TABLE meta (
            one bigint PRIMARY KEY CHECK (one = 1),
            -- The number of steps that the tables have gone through.
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

        CREATE SEQUENCE charge_line;
        ALTER TABLE charge
            -- The place of the person's day that it takes.
            ADD COLUMN slot bigint,
            -- Whether the store of payments has its state.
            ADD COLUMN journaled boolean NOT NULL DEFAULT FALSE;
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

        -- Of a charge, the index of places counts them, too, and no journal has lines.
        DROP INDEX charge_cap;
        ALTER TABLE charge DROP CONSTRAINT charge_line_key;
        -- A server reads all conditions of a table anew for each statement that writes it, which costs more than the write. So
        -- a trigger, whose plan is kept, checks the conditions of the two tables that are written most.
        DO $do$
        DECLARE
            written regclass;
            columns text;
            conditions text;
            names text;
            dropped text;
        BEGIN
            FOREACH written IN ARRAY ARRAY['job', 'charge'] LOOP
                SELECT string_agg(attname, '|') INTO columns FROM pg_attribute
                WHERE attrelid = written AND attnum > 0 AND NOT attisdropped;
                -- A column is that of the new row; what stands in quotes is text.
                WITH checked (name, condition) AS (
                    SELECT conname, regexp_replace(
                        pg_get_expr(conbin, conrelid), format('(?<![''\\w])(%s)(?![''\\w])', columns),
                        'NEW.\\1', 'g')
                    FROM pg_constraint WHERE conrelid = written AND contype = 'c'
                )
                -- By name, as a server checks them: without an order, queues would differ in which one they report.
                SELECT string_agg(format('(%s) IS NOT FALSE', condition), ' AND ' ORDER BY name),
                    string_agg(format('WHEN NOT (%s) THEN %L', condition, name), ' ' ORDER BY name),
                    string_agg(format('DROP CONSTRAINT %I', name), ', ')
                INTO conditions, names, dropped FROM checked;
                EXECUTE format(
                    $create$
                    CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $trigger$
                    BEGIN
                        IF %2$s THEN
                            RETURN NEW;
                        END IF;
                        RAISE check_violation USING
                            MESSAGE = format('a row breaks "%%s"', CASE %3$s END);
                    END $trigger$;
                    CREATE TRIGGER %1$I BEFORE INSERT OR UPDATE ON %4$s
                    FOR EACH ROW EXECUTE FUNCTION %1$I();
                    ALTER TABLE %4$s %5$s
                    $create$, written || '_conditions', conditions, names, written, dropped);
            END LOOP;
        END $do$;

        -- Rows that change often find room beside themselves, and dead ones go at once.
        ALTER TABLE job SET (
            fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
        """

    private static func translated(_ sql: String) -> String {
        words.reduce(sql) { sql, word in
            sql.replacingOccurrences(
                of: word.sqlite, with: word.postgres, options: .regularExpression)
        }
    }

    private static let words: [(sqlite: String, postgres: String)] = [
        (#"(?m)^ *--.*$"#, ""),
        (
            "INTEGER PRIMARY KEY AUTOINCREMENT",
            "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
        ),
        (#"\bINTEGER\b"#, "bigint"),
        // SQLite compares and sorts by bytes.
        (#"\bTEXT\b"#, #"text COLLATE "C""#),
        (#"\bjson_valid\((\w+)\)"#, "(CAST($1 AS jsonb) IS NOT NULL)"),
        (#"\bGLOB '([^']*)'"#, #"~ '^$1\$'"#),
        (#"\) STRICT(, WITHOUT ROWID)?"#, ")"),
        // Of two last jobs that end at once, neither would see that the other has given its photo back.
        (
            #"DELETE FROM loan WHERE job = NEW\.id;"#,
            """
            PERFORM 1 FROM loan WHERE photo = NEW.input ORDER BY job FOR UPDATE;
                        DELETE FROM loan WHERE job = NEW.id;
            """
        ),
        // A condition with a subquery belongs into the function; what is asked of all jobs comes before it is called.
        (
            #"(?s)CREATE TRIGGER (\w+) (AFTER [\w ]+ ON \w+)\s+WHEN (NEW\.space <> '') AND (.*?)\bBEGIN\b(.*?)\bEND;"#,
            """
            CREATE FUNCTION $1() RETURNS trigger LANGUAGE plpgsql AS \\$trigger\\$
            BEGIN
                IF $4 THEN $5 END IF;
                RETURN NULL;
            END \\$trigger\\$;
            CREATE TRIGGER $1 $2 FOR EACH ROW WHEN ($3) EXECUTE FUNCTION $1();
            """
        ),
    ]
}
