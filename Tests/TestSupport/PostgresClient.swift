import Foundation

/// A PostgreSQL database as its own client, psql, sees it.
public struct PostgresClient: Sendable {
    /// Where the database is, as libpq takes it.
    public let url: String
    /// The schema of the queue, if it is not the usual one.
    public let schema: String?

    /// Names a database.
    public init(url: String, schema: String? = nil) {
        self.url = url
        self.schema = schema
    }

    /// A schema of its own, which is there and empty, on the server of this process.
    public static func newSchema() async throws -> PostgresClient {
        let (place, schema) = try SharedPostgres.newSchema()
        let client = PostgresClient(url: place, schema: schema)
        try await client.run("CREATE SCHEMA \(schema)")
        return client
    }

    /// Removes the schema and all that is in it.
    public func dropSchema() async throws {
        if let schema { try await run("DROP SCHEMA \(schema) CASCADE") }
    }

    /// Runs statements, each in a transaction of its own, and returns what they print: a line for each row.
    @discardableResult
    public func run(_ sql: String) async throws -> String {
        let result = try await Program(path: "\(PostgresServer.programs ?? "")/psql").run(
            ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url], input: Data(sql.utf8))
        guard result.exit == .status(0) else {
            throw ProgramError.endedEarly(output: result.output, errors: result.errors)
        }
        return result.output.trimmingCharacters(in: .newlines)
    }

    /// Waits until a query says that something is so; the server itself looks again and again.
    public func wait(for query: String) async throws {
        try await run(
            """
            DO $wait$ BEGIN
                WHILE NOT (\(query)) LOOP
                    COMMIT;
                    PERFORM pg_sleep(0.02);
                END LOOP;
            END $wait$
            """)
    }

    /// The rows of a query, each by its columns.
    func rows<Row: Decodable>(_ query: String, as type: Row.Type) async throws -> [Row] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try await run("SELECT to_jsonb(found) FROM (\(query)) AS found").split(
            separator: "\n"
        ).map { line in try decoder.decode(Row.self, from: Data(line.utf8)) }
    }
}
