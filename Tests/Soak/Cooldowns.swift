import Foundation
import JobQueue
import TestSupport

/// A line of the payments journal: what happened to a charge, in the order in which the queue's lock was held.
struct JournalEntry: Decodable {
    let at: Int64
    let charge: Int64
    let job: String
    let state: String

    var request: String { "\(job)-\(charge)" }

    /// The journal of a home, without its header.
    static func entries(home: String) throws -> [JournalEntry] {
        try Data(contentsOf: URL(filePath: "\(home)/payments.jsonl"))
            .split(separator: UInt8(ascii: "\n")).dropFirst()
            .map { try JSONDecoder().decode(JournalEntry.self, from: $0) }
    }
}

/// When nothing may be sent: from a 429 until somebody clears the gate.
///
/// No soak waits for a cooldown's own end. After a clearing one request goes first, and each that is answered lets one
/// more be on its way, until any number may.
struct Cooldowns {
    private let refused: Set<String>
    private let clears: [Date]

    init(ledger: [LedgerEntry], clears: [Date]) {
        refused = Set(ledger.filter { $0.answer.hasPrefix("429") }.compactMap(\.requestID))
        self.clears = clears
    }

    /// The requests that were begun while none was allowed, or more at once than were.
    func breaches(in journal: [JournalEntry]) -> [String] {
        var closed: Date?
        var answered: Int?
        var underWay: Set<Int64> = []
        var breaches: [String] = []
        for entry in journal {
            let moment = Date(timeIntervalSince1970: Double(entry.at) / 1000)
            if entry.state == "started" {
                underWay.insert(entry.charge)
                if let closed, !isCleared(since: closed, before: moment) {
                    breaches.append("Request \(entry.request) was begun during a cooldown.")
                }
                if let answered, underWay.count > answered + 1 {
                    breaches.append(
                        "Request \(entry.request) was the \(underWay.count)th at once after a cooldown."
                    )
                }
            } else {
                let isNews = underWay.remove(entry.charge) != nil
                if entry.state == "free", refused.contains(entry.request) {
                    closed = moment
                    answered = 0
                } else if isNews {
                    answered = answered.flatMap { $0 + 1 < Gate.mostAllowed ? $0 + 1 : nil }
                }
            }
        }
        return breaches
    }

    /// Whether anybody began to clear the gate meanwhile; a command may wait for the queue's lock for a while.
    private func isCleared(since closed: Date, before moment: Date) -> Bool {
        clears.contains { $0 > closed - 2 && $0 < moment + 2 }
    }
}
