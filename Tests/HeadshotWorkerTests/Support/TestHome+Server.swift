import Companion
import HeadshotWorker
import JobQueue
import TestSupport
import Testing

extension TestHome {
    /// Makes a home with its files in folders and its queue on a server for as long as `body` runs.
    ///
    /// - Parameter body: Gets the home, and the tables as a stranger sees them.
    static func onServer(_ body: (TestHome, PostgresClient) async throws -> Void) async throws {
        let tables = try await PostgresClient.newSchema()
        let place = try PostgresPlace(url: tables.url)
        #expect(try JobStore.migrate(place))
        try await withTemporaryFolder { folder in
            let home = HeadshotHome(root: folder)
            try home.prepare()
            let queue = try JobStore(
                place, folder: folder, patience: .seconds(60), records: [.days])
            try await with(home, results: home.results, queue: queue) { test in
                try await body(test, tables)
            }
        }
        try await tables.dropSchema()
    }
}
