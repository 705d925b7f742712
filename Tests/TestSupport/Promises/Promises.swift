public import Foundation

/// Checks every promise about a home after its last process has ended and its leftovers were swept.
///
/// It reads the files as a stranger does and shares no code with the program. The provider's own ledger is the judge of
/// what was paid.
///
/// - Parameters:
///   - home: The folder of the queue.
///   - results: The folder of the headshots.
///   - printed: The ids of jobs that any `submit` printed.
///   - ledger: All generation requests of all emulators that the home's processes asked.
///   - cap: The most charges of a person in a day.
///   - budgets: The most that a day may cost.
///   - webhooks: What the receivers of webhooks got.
///   - zone: The zone of the queue's days.
///   - mayWait: Whether jobs may still wait, for a cap or a cooldown say; they never may run.
/// - Returns: One sentence for each promise that is broken; none if all are kept.
public func checkPromises(
    home: String, results: String, printed: [String], ledger: [LedgerEntry], cap: Int = 10,
    budgets: DayBudgets = DayBudgets(), webhooks: WebhookSight = WebhookSight(),
    zone: TimeZone = .current, mayWait: Bool = false
) throws -> [String] {
    let queue: QueueSight
    do {
        queue = try QueueSight(home: home)
    } catch {
        return ["The queue's file: \(error)."]
    }
    var broken = queue.integrity == ["ok"] ? [] : queue.integrity.map { "The queue's file: \($0)." }
    let asked = Asked(
        printed: printed, ledger: ledger, cap: cap, budgets: budgets, webhooks: webhooks,
        zone: zone, mayWait: mayWait)
    broken += try promises(of: queue, FolderSight(home: home, results: results), asked)
    broken += try journalPromises(home: home, queue.charges)
    return broken
}

/// Checks every promise about a queue on a server whose files are in a store, as
/// ``checkPromises(home:results:printed:ledger:cap:budgets:webhooks:zone:mayWait:)`` does.
///
/// - Parameters:
///   - homes: The folders of all its machines.
///   - store: All that is in the store.
public func checkPromises(
    server: PostgresClient, homes: [String], store: StoreSight, printed: [String],
    ledger: [LedgerEntry], cap: Int = 10, budgets: DayBudgets = DayBudgets(),
    webhooks: WebhookSight = WebhookSight(), zone: TimeZone = .current, mayWait: Bool = false
) async throws -> [String] {
    let queue = try await QueueSight(of: server)
    let asked = Asked(
        printed: printed, ledger: ledger, cap: cap, budgets: budgets, webhooks: webhooks,
        zone: zone, mayWait: mayWait)
    return try promises(of: queue, store, asked) + paymentPromises(store, queue, ledger)
        + homes.flatMap { leftovers(FolderSight(home: $0, results: "\($0)/results"), queue) }
}

/// What the judge is told besides the queue and its files.
private struct Asked {
    let printed: [String]
    let ledger: [LedgerEntry]
    let cap: Int
    let budgets: DayBudgets
    let webhooks: WebhookSight
    let zone: TimeZone
    let mayWait: Bool
}

private func promises(
    of queue: QueueSight, _ files: any FileSight, _ asked: Asked
) throws -> [String] {
    let requests = Requests(ledger: asked.ledger, charges: queue.charges)
    return jobPromises(queue, printed: asked.printed, mayWait: asked.mayWait)
        + requests.brokenPromises(cap: asked.cap, zone: asked.zone)
        + asked.budgets.brokenPromises(queue.charges)
        + spacePromises(queue, requests) + sumPromises(queue) + asked.webhooks.brokenPromises(queue)
        + (try filePromises(files, queue, requests))
}

/// No job that was accepted is lost or stuck.
private func jobPromises(_ queue: QueueSight, printed: [String], mayWait: Bool) -> [String] {
    let ids = Set(queue.jobs.map(\.id))
    let lost = printed.filter { !ids.contains($0) }.map { "Job \($0) was printed and is lost." }
    let stuck = queue.jobs.filter { $0.state == "running" || $0.state == "waiting" && !mayWait }
        .map { "Job \($0.id) is still \($0.state) (\($0.reason))." }
    return lost + stuck
}
