import Crypto
import Foundation
import Ground

/// A record of payments outside the database: one synced JSON line for each change of a charge.
///
/// A database that is restored from a copy forgets what was paid since; this file does not. The database numbers the
/// lines, so that one can see which of the two is behind. Callers that read or write it hold the queue's write lock.
struct PaymentJournal: Sendable {
    let path: String

    /// The first line; it applies to all others.
    struct Header: Codable, Equatable {
        var format = 1
        /// Without this salt, nobody can find a person's marks by guessing the id.
        let salt: String
    }

    /// The state of a charge since a moment.
    struct Line: Codable, Equatable, Sendable {
        /// Counts up by one from 1.
        let line: Int64
        /// Milliseconds since 1970.
        let at: Int64
        let charge: Int64
        let job: JobID
        let kind: JobKind
        /// The space's name.
        let space: String
        /// Stands for the person on this day only; `nil` once the person is forgotten.
        let person: String?
        let day: String
        let provider: String
        let model: String
        let state: ChargeState
        let estimate: Int?
        let cost: Int?
    }

    /// The number of the last line; 0 if there is none.
    func lastNumber() throws(JobQueueError) -> Int64 {
        try JournalFile(path: path)?.lastLine().map(number(of:)) ?? 0
    }

    /// The lines with numbers above `number`, in order.
    func lines(after number: Int64) throws(JobQueueError) -> [Line] {
        guard let file = try JournalFile(path: path) else { return [] }
        var lines: [Line] = []
        for bytes in try file.lines() {
            guard let line = try line(bytes), line.line > number else { continue }
            lines.append(line)
        }
        return lines
    }

    /// The first line; `nil` while the journal is empty.
    func header() throws(JobQueueError) -> Header? {
        guard let bytes = try JournalFile(path: path)?.firstLine() else { return nil }
        guard let header = try? JSONDecoder().decode(Header.self, from: bytes) else {
            throw .damagedJournal(path: path)
        }
        return header
    }

    /// Appends lines, after the header if they are the first, and returns once they are on the disk.
    func append(_ lines: [Line], header: Header) throws(JobQueueError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let file = try JournalFile(making: path)
        do {
            var bytes = Data()
            if try file.lastLine() == nil { bytes += try encoder.encode(header) + newline }
            for line in lines { bytes += try encoder.encode(line) + newline }
            try file.append(bytes)
        } catch let error as JobQueueError {
            throw error
        } catch {
            throw .refused(detail: "a payment cannot be written as JSON")
        }
    }

    private func number(of bytes: Data) throws(JobQueueError) -> Int64 {
        try line(bytes)?.line ?? 0
    }

    /// A line's content; `nil` for the header.
    private func line(_ bytes: Data) throws(JobQueueError) -> Line? {
        let decoder = JSONDecoder()
        if let line = try? decoder.decode(Line.self, from: bytes) { return line }
        guard (try? decoder.decode(Header.self, from: bytes)) != nil else {
            throw .damagedJournal(path: path)
        }
        return nil
    }

    private let newline = Data("\n".utf8)

    init(path: String) {
        self.path = path
    }
}

extension PaymentJournal.Header {
    /// A pseudonym of a person on one day: enough to count the cap, too little to identify the person.
    ///
    /// - Returns: 32 hexadecimal digits of SHA-256.
    func mark(of person: Person, on day: String) -> String {
        let text = "\(salt)\n\(day)\n\(person.space)\n\(person)"
        let digest = SHA256.hash(data: Data(text.utf8))
        return digest.prefix(16).hexadecimal
    }
}
