import Hashing
import Foundation

/// The payments journal and the charges say the same, line by line.
func journalPromises(home: String, _ charges: [QueueSight.Charge]) throws -> [String] {
    let path = "\(home)/payments.jsonl"
    guard let bytes = FileManager.default.contents(atPath: path) else {
        return charges.isEmpty ? [] : ["There is no payments journal."]
    }
    // What is not ended by a line feed was cut short by a crash, and counts as not written.
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .dropLast()
    guard let first = lines.first else {
        return charges.isEmpty ? [] : ["The payments journal is empty."]
    }
    let salt = try JSONDecoder().decode(JournalHeader.self, from: first).salt
    let payments = try lines.dropFirst().map { line in
        try JSONDecoder().decode(JournalLine.self, from: line)
    }
    var broken: [String] = []
    for (earlier, later) in zip(payments, payments.dropFirst()) where later.line <= earlier.line {
        broken.append("Line \(later.line) of the journal follows line \(earlier.line).")
    }
    let histories = Dictionary(grouping: payments, by: \.charge)
    for (charge, history) in histories.sorted(by: { $0.key < $1.key }) {
        let isTakenBack = history.dropLast().contains { ["paid", "free"].contains($0.state) }
        if isTakenBack { broken.append("The journal takes back what it said of charge \(charge).") }
    }
    let known = Dictionary(uniqueKeysWithValues: charges.map { ($0.id, $0) })
    for charge in histories.keys.sorted() where known[charge] == nil {
        broken.append("Charge \(charge) is in the journal and not in the queue.")
    }
    return broken
        + charges.compactMap { charge in
            guard let last = histories[charge.id]?.last else {
                return "Charge \(charge.id) is not in the journal."
            }
            return last.says(charge, salt: salt)
                ? nil : "Charge \(charge.id) is \(charge.state), and the journal has \(last.state)."
        }
}

private struct JournalHeader: Decodable {
    let salt: String
}

private struct JournalLine: Decodable {
    let line: Int64
    let charge: Int64
    let job: String
    let kind: String
    let space: String
    let person: String?
    let day: String
    let state: String
    let estimate: Int?
    let cost: Int?

    /// Whether it says what a row of the queue says.
    func says(_ row: QueueSight.Charge, salt: String) -> Bool {
        let mark = row.person.map { person in
            hexadecimal(
                SHA256.hash(data: Data("\(salt)\n\(day)\n\(space)\n\(person)".utf8)).prefix(16))
        }
        return line == row.line && job == row.job && kind == row.kind && space == row.space
            && day == row.day && state == row.state
            && estimate == row.estimate && cost == row.cost && (mark == nil || mark == person)
    }
}

/// Two lower-case digits for each byte.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
