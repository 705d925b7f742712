import Hashing
import Foundation
import Ground

/// What only a reader of one job wants, in the form in which it is stored beside the job's row.
enum Report {
    /// What was seen in a photo and said of it; `nil` if that is short, and so stays in the row.
    static func seen(_ facts: String?, _ findings: String?) -> String? {
        let parts = [facts ?? "", findings ?? ""]
        guard !parts.contains(where: { $0.contains(separator) }) else { return nil }
        return ShortText.of(parts.joined(separator: String(separator)))
    }

    /// The facts and the findings of ``seen(_:_:)``.
    static func parts(of seen: String) throws -> (facts: String?, findings: String?) {
        let parts = ShortText.text(of: seen)?.split(
            separator: separator, omittingEmptySubsequences: false
        ).map { $0.isEmpty ? nil : String($0) }
        guard let parts, parts.count == 2 else { throw DamagedRow(column: "seen") }
        return (parts[0], parts[1])
    }

    /// What was made; `nil` if that is short, and so stays in the row.
    static func made(_ outcome: String?) -> String? { outcome.flatMap(ShortText.of) }

    /// The outcome of ``made(_:)``.
    static func outcome(of made: String) throws -> String {
        guard let outcome = ShortText.text(of: made) else { throw DamagedRow(column: "made") }
        return outcome
    }

    /// What the row has in place of an outcome that is kept beside it.
    static let outcomeElsewhere = "{}"

    /// The name of a prompt that is stored once for all jobs; `nil` for one that is short, and so stays in the row.
    static func name(ofPrompt text: String) -> String? {
        guard text.utf8.count > longestInRow else { return nil }
        return String(SHA256.hash(data: Data(text.utf8)).hexadecimal.prefix(nameLength))
    }

    /// Whether a row's prompt is the name of one.
    static func isName(ofPrompt text: String) -> Bool { text.utf8.count == nameLength }

    private static let nameLength = 32

    /// In bytes.
    private static let longestInRow = 256

    /// JSON has it only escaped.
    private static let separator: Character = "\u{1F}"
}

extension JobStore {
    /// Keeps what was seen beside the row of a job that this transaction has found.
    static func keep(seen: String, of job: JobID, _ tx: any QueueTransaction) throws {
        try tx.send(
            """
            INSERT INTO report (job, seen) VALUES (?, ?)
            ON CONFLICT (job) DO UPDATE SET seen = excluded.seen
            """, [job.rawValue, seen])
    }

    /// Keeps what was made beside the row of a job that this transaction has found.
    static func keep(made: String, of job: JobID, _ tx: any QueueTransaction) throws {
        try tx.send(
            """
            INSERT INTO report (job, made) VALUES (?, ?)
            ON CONFLICT (job) DO UPDATE SET made = excluded.made
            """, [job.rawValue, made])
    }

    /// Removes prompts that no job names any longer.
    ///
    /// On a server, a charge that is written meanwhile may lose its prompt; the next one with the same prompt brings it back.
    static func removeUnused(prompts names: Set<String>, _ tx: any QueueTransaction) throws {
        for name in names.sorted() where Report.isName(ofPrompt: name) {
            try tx.run(
                """
                DELETE FROM prompt WHERE hash = ?
                    AND NOT EXISTS (SELECT 1 FROM job WHERE length(prompt) = 32 AND prompt = ?)
                """, [name, name])
        }
    }

    /// Stores a prompt once for all jobs, if it is long; returns what a job's row has of it.
    static func keep(prompt text: String, _ tx: any QueueTransaction) throws -> String {
        guard let name = Report.name(ofPrompt: text) else { return text }
        try tx.send(
            "INSERT INTO prompt (hash, text) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING",
            [name, text])
        return name
    }
}
