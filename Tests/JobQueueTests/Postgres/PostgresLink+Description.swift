@testable import Database

extension PostgresLink {
    /// What the server has in the queue's schema: columns, conditions, indexes, triggers and functions, by name.
    ///
    /// The order of the columns is left out: it differs where some were added.
    func description() throws -> String {
        let lines = try run(Self.everything).rows.compactMap { $0[0] as String? }
        return lines.map { $0 + "\n" }.joined()
    }

    private static let everything = """
        SELECT line FROM (
            SELECT format('%s.%s %s%s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                CASE WHEN a.attcollation <> t.typcollation THEN ' COLLATE "C"' END,
                CASE WHEN a.attnotnull THEN ' NOT NULL' END,
                CASE WHEN a.attidentity <> '' THEN ' IDENTITY ' || CAST(a.attidentity AS text) END,
                ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS line
            FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
                JOIN pg_type AS t ON t.oid = a.atttypid
                LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
            WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
                AND a.attnum > 0 AND NOT a.attisdropped
            UNION ALL
            SELECT format('%s: %s', relname,
                concat_ws(' ', relkind, relpersistence, array_to_string(reloptions, ' ')))
            FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'S')
            UNION ALL
            SELECT format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
            WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
            UNION ALL
            SELECT replace(indexdef, current_schema() || '.', '') FROM pg_indexes
            WHERE schemaname = current_schema()
            UNION ALL
            SELECT replace(pg_get_triggerdef(t.oid), current_schema() || '.', '')
            FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = tgrelid
            WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal
            UNION ALL
            SELECT format('%s: %s', proname, prosrc) FROM pg_proc
            WHERE pronamespace = current_schema()::regnamespace
        ) AS described ORDER BY line COLLATE "C"
        """
}
