public import Foundation

/// While a long transaction is open beside a queue on a server, its indexes keep an entry of each job that was ever claimed since.
///
/// A claim then begins where waiting jobs begin: what lies before is passed in the index, without a look at each old row. From
/// time to time it begins at the beginning, since jobs may have come back with earlier times.
struct Lookout: Sendable {
    /// When claims begin at the beginning again.
    var ends: Date
    /// For each provider, when the first of its waiting jobs is due; none is known before the first claim.
    var floors: [String: Int64] = [:]
}

extension JobStore {
    /// Notes whether a transaction of another program has been open for long.
    public func noteLongTransaction(now: Date) async throws(JobQueueError) {
        guard let seconds = try await oldestTransaction()?.seconds else { return }
        if seconds < Self.longTransaction {
            lookout = nil
        } else if lookout == nil {
            lookout = Lookout(ends: now)
        }
    }

    /// The oldest transaction of another session on the queue's server; `nil` for a queue in a file.
    package nonisolated func oldestTransaction() async throws(JobQueueError) -> OldestTransaction? {
        try await server?.oldestTransaction()
    }

    /// Lets a claim begin where the waiting jobs of each provider begin; at the beginning without a long transaction.
    func setFloors(of search: inout JobSearch, now: Date) throws(JobQueueError) {
        guard var lookout else { return }
        if now >= lookout.ends || lookout.ends > now + Self.lookoutLasts {
            lookout = Lookout(ends: now + Self.lookoutLasts)
        } else {
            search.looksAgain = lookout.ends
        }
        let providers = search.providers.map(\.name) + [search.freeProvider].compactMap(\.self)
        let unknown = providers.filter { lookout.floors[$0] == nil }
        if !unknown.isEmpty {
            let leftOut = search.leftOut
            let found = try write(isNews: false) { tx in
                try unknown.map { provider in
                    let next: Int64? = try tx.value(
                        tx.dialect.nextDue, [provider, "", leftOut, Int64.min])
                    // A job that is submitted at this moment may be due a moment ago.
                    return (provider, min(next ?? .max, (now - Self.lookoutLasts).milliseconds))
                }
            }
            lookout.floors.merge(found) { $1 }
            self.lookout = lookout
        }
        search.floors = lookout.floors
    }

    /// Seconds; transactions of the queue itself take milliseconds.
    private static let longTransaction = 10
    /// Seconds, after which a job that came back with an earlier time is found.
    private static let lookoutLasts: TimeInterval = 5
}
