import Foundation

@testable import Database
@testable import JobQueue

extension TestQueue {
    /// Whether a text is anywhere in the files of the queue, or in a row of any table on a server.
    func holds(_ text: String) async throws -> Bool {
        guard place == nil else {
            return try await store.read { tx in
                let tables: [String] = try tx.values(
                    "SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = current_schema()"
                )
                return try tables.contains { table in
                    try tx.value(
                        "SELECT EXISTS (SELECT 1 FROM \(table) AS t WHERE strpos(CAST(t AS text), ?) > 0)",
                        [text]) ?? false
                }
            }
        }
        return try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
            let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)")
            return bytes?.range(of: Data(text.utf8)) != nil
        }
    }
}
