import Foundation
import Ground

/// Keeps the payments journal as one synced JSON line for each change of a charge, in a file beside the queue.
///
/// The queue numbers the lines, so that one can see which of the two is behind. Callers hold the queue's write lock.
package struct FileLedger: Sendable {
    let path: String

    /// The number of the last line; 0 if there is none.
    func lastNumber() throws(JobQueueError) -> Int64 {
        guard let file = try AppendOnlyFile(path: path), let last = try file.lastLine() else {
            return 0
        }
        do {
            return try Self.change(in: last)?.line ?? 0
        } catch {
            throw .damagedJournal(path: path, line: try file.lines().count)
        }
    }

    /// The lines with numbers above `number`, in order.
    func lines(after number: Int64) throws(JobQueueError) -> [LedgerLine] {
        guard let file = try AppendOnlyFile(path: path) else { return [] }
        var lines: [LedgerLine] = []
        for (index, bytes) in try file.lines().enumerated() {
            do {
                if let line = try Self.change(in: bytes), line.line > number { lines.append(line) }
            } catch {
                throw .damagedJournal(path: path, line: index + 1)
            }
        }
        return lines
    }

    /// The first line; `nil` while the journal is empty.
    func header() throws(JobQueueError) -> LedgerHeader? {
        guard let bytes = try AppendOnlyFile(path: path)?.firstLine() else { return nil }
        guard let header = try? JSONDecoder().decode(LedgerHeader.self, from: bytes) else {
            throw .damagedJournal(path: path, line: 1)
        }
        return header
    }

    /// Appends lines, after the header if they are the first, and returns once they are on the disk.
    func append(_ lines: [LedgerLine], header: LedgerHeader) throws(JobQueueError) {
        let encoder = JSONEncoder.ordered
        let file = try AppendOnlyFile(making: path)
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

    /// The change in a line, `nil` in the header; throws for a damaged line.
    private static func change(in bytes: Data) throws -> LedgerLine? {
        let decoder = JSONDecoder()
        if let line = try? decoder.decode(LedgerLine.self, from: bytes), line.isSound {
            return line
        }
        _ = try decoder.decode(LedgerHeader.self, from: bytes)
        return nil
    }

    private let newline = Data("\n".utf8)
}

extension FileLedger {
    /// Names the journal of a home.
    init(home: String) { self.init(path: "\(home)/payments.jsonl") }
}
