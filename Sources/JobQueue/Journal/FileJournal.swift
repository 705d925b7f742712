import Foundation

/// Keeps the payments journal as one synced JSON line for each change of a charge, in a file beside the queue.
///
/// The queue numbers the lines, so that one can see which of the two is behind. Callers hold the queue's write lock.
struct FileJournal: PaymentJournal {
    let path: String

    /// The number of the last line; 0 if there is none.
    func lastNumber() throws(JobQueueError) -> Int64 {
        try AppendOnlyFile(path: path)?.lastLine().map(number(of:)) ?? 0
    }

    /// The lines with numbers above `number`, in order.
    func lines(after number: Int64) throws(JobQueueError) -> [JournalLine] {
        guard let file = try AppendOnlyFile(path: path) else { return [] }
        var lines: [JournalLine] = []
        for bytes in try file.lines() {
            guard let line = try line(bytes), line.line > number else { continue }
            lines.append(line)
        }
        return lines
    }

    /// The first line; `nil` while the journal is empty.
    func header() throws(JobQueueError) -> JournalHeader? {
        guard let bytes = try AppendOnlyFile(path: path)?.firstLine() else { return nil }
        guard let header = try? JSONDecoder().decode(JournalHeader.self, from: bytes) else {
            throw .damagedJournal(path: path)
        }
        return header
    }

    /// Appends lines, after the header if they are the first, and returns once they are on the disk.
    func append(_ lines: [JournalLine], header: JournalHeader) throws(JobQueueError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
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

    private func number(of bytes: Data) throws(JobQueueError) -> Int64 {
        try line(bytes)?.line ?? 0
    }

    /// A line's content; `nil` for the header.
    private func line(_ bytes: Data) throws(JobQueueError) -> JournalLine? {
        let decoder = JSONDecoder()
        if let line = try? decoder.decode(JournalLine.self, from: bytes) { return line }
        guard (try? decoder.decode(JournalHeader.self, from: bytes)) != nil else {
            throw .damagedJournal(path: path)
        }
        return nil
    }

    private let newline = Data("\n".utf8)
}

extension FileJournal {
    /// Names the journal of a home.
    init(home: String) { self.init(path: "\(home)/payments.jsonl") }
}
