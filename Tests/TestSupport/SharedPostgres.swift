internal import Synchronization

/// A PostgreSQL server for all tests of this process, started when the first one asks; it ends with the process.
public enum SharedPostgres {
    /// A connection string for a schema of its own, which is empty.
    public static func newSchema() throws -> (place: String, schema: String) {
        let schema = "test\(count.wrappingAdd(1, ordering: .relaxed).newValue)"
        return (try server.get().url(schema: schema), schema)
    }

    /// The server.
    public static let server = Result { try KeptPostgres() }

    private static let count = Atomic(0)
}
