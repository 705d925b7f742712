import Hashing
import Foundation
import Ground

/// What applies to all lines of a payments journal.
struct LedgerHeader: Codable, Equatable {
    var format = 1
    /// Without this salt, no one can find a person's marks by guessing the id.
    let salt: String
}

/// The state of a charge since a moment.
struct LedgerLine: Codable, Equatable, Sendable {
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
    /// Absent in lines of older programs.
    let bound: Int?
    let cost: Int?
    /// Stands for the question that the request asked; `nil` if there was none, or the person is forgotten.
    let question: String?
}

extension LedgerLine {
    /// Whether the queue can count on from its numbers; no journal of ours has as many lines, or such sums.
    var isSound: Bool {
        (1...Self.most).contains(line) && (1...Self.most).contains(charge)
            && [estimate, bound, cost].allSatisfy { Int.money.contains($0 ?? 0) }
    }

    private static let most: Int64 = 1 << 53
}

extension LedgerHeader {
    /// A pseudonym of a person on one day: enough to count the cap, too little to identify the person.
    ///
    /// - Returns: 32 hexadecimal digits of SHA-256.
    func mark(of person: Person, on day: String) -> String {
        digest(of: "\(day)\n\(person.space)\n\(person)")
    }

    /// A pseudonym of a person's question: enough to see that it was asked, too little to tell whose it is.
    ///
    /// - Returns: 32 hexadecimal digits of SHA-256.
    func mark(of key: String, of person: Person) -> String {
        digest(of: "question\n\(person.space)\n\(person)\n\(key)")
    }

    private func digest(of text: String) -> String {
        SHA256.hash(data: Data("\(salt)\n\(text)".utf8)).prefix(16).hexadecimal
    }
}
