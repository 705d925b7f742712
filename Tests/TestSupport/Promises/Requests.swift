import Foundation

/// The provider's requests beside the queue's charges: what was paid, by whom, and how often.
struct Requests {
    /// A request that may have been paid, with the charge that announced it.
    private struct Payment {
        let entry: LedgerEntry
        let charge: QueueSight.Charge
    }

    private let ledger: [LedgerEntry]
    private let charges: [String: QueueSight.Charge]

    init(ledger: [LedgerEntry], charges: [QueueSight.Charge]) {
        self.ledger = ledger
        self.charges = Dictionary(
            charges.map { ("\($0.job)-\($0.id)", $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The SHA-256 of the pictures that were sent for a job, in order.
    func pictures(for job: String) -> [String] {
        ledger.filter { charge(of: $0)?.job == job }.compactMap(\.picture)
    }

    /// The jobs for which each photo was sent, by its SHA-256 as sent.
    var jobsOfPhotos: [String: [String]] {
        ledger.reduce(into: [:]) { jobs, entry in
            guard let photo = entry.photo, let charge = charge(of: entry) else { return }
            jobs[photo, default: []].append(charge.job)
        }
    }

    /// Nothing is paid twice, nobody passes the cap, and the queue knows of every payment.
    func brokenPromises(cap: Int, zone: TimeZone) -> [String] {
        let payments = ledger.filter { $0.charged != .no }.compactMap { entry in
            charge(of: entry).map { Payment(entry: entry, charge: $0) }
        }
        return unannounced + misjudged + again + twice(payments)
            + overCap(payments, cap: cap, zone: zone)
    }

    private func charge(of entry: LedgerEntry) -> QueueSight.Charge? {
        entry.requestID.flatMap { charges[$0] }
    }

    private var unannounced: [String] {
        let unknown = ledger.filter { charge(of: $0) == nil }
            .map { "Request \($0.requestID ?? "?") was sent without a charge." }
        let counts = Dictionary(grouping: ledger.compactMap(\.requestID)) { $0 }
        let repeated = counts.filter { $0.value.count > 1 }.keys.sorted()
            .map { "Request \($0) was sent more than once." }
        return unknown + repeated
    }

    private var misjudged: [String] {
        ledger.compactMap { entry in
            guard let charge = charge(of: entry) else { return nil }
            let isWrong =
                entry.charged == .no
                ? charge.state == "paid" : charge.state == "free" || charge.state == "started"
            guard isWrong else { return nil }
            return "Charge \(charge.id) is \(charge.state), and the provider has \(entry.charged)."
        }
    }

    private var again: [String] {
        Dictionary(grouping: ledger.filter { charge(of: $0) != nil }) { charge(of: $0)?.job ?? "" }
            .filter { _, entries in
                entries.sorted { $0.timeMilliseconds < $1.timeMilliseconds }.dropLast()
                    .contains { $0.charged == .yes }
            }
            .map { "Job \($0.key) was asked for again after it was paid." }.sorted()
    }

    private func twice(_ payments: [Payment]) -> [String] {
        Dictionary(grouping: payments, by: \.charge.job).filter { $0.value.count > 1 }
            .map { "Job \($0.key) was paid \($0.value.count) times." }.sorted()
    }

    private func overCap(_ payments: [Payment], cap: Int, zone: TimeZone) -> [String] {
        // By the moment of the charge: a request may arrive after midnight that was charged before it.
        Dictionary(grouping: payments) {
            // The same id in two spaces is two people.
            let payer = [$0.charge.space, $0.charge.payer].filter { !$0.isEmpty }
                .joined(separator: "/")
            return "\($0.charge.kind) of \(payer) on \(day(of: $0.charge, in: zone))"
        }
        .filter { $0.value.count > cap }
        .map { "The cap of \(cap) was passed: \($0.value.count) for \($0.key)." }.sorted()
    }

    private func day(of charge: QueueSight.Charge, in zone: TimeZone) -> String {
        charge.started.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day())
    }
}
