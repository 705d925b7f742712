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
///   - zone: The zone of the cap's days.
///   - mayWait: Whether jobs may still wait, for a cap or a cooldown say; they never may run.
/// - Returns: One sentence for each promise that is broken; none if all are kept.
public func checkPromises(
    home: String, results: String, printed: [String], ledger: [LedgerEntry], cap: Int = 10,
    zone: TimeZone = .current, mayWait: Bool = false
) throws -> [String] {
    let queue: QueueSight
    do {
        queue = try QueueSight(home: home)
    } catch {
        return ["The queue's file: \(error)."]
    }
    let requests = Requests(ledger: ledger, charges: queue.charges)
    var broken = queue.integrity == ["ok"] ? [] : queue.integrity.map { "The queue's file: \($0)." }
    broken += jobPromises(queue, printed: printed, mayWait: mayWait)
    broken += requests.brokenPromises(cap: cap, zone: zone)
    broken += try journalPromises(home: home, queue.charges)
    broken += try filePromises(home: home, results: results, queue, requests)
    return broken
}

/// No job that was accepted is lost or stuck.
private func jobPromises(_ queue: QueueSight, printed: [String], mayWait: Bool) -> [String] {
    let ids = Set(queue.jobs.map(\.id))
    let lost = printed.filter { !ids.contains($0) }.map { "Job \($0) was printed and is lost." }
    let stuck = queue.jobs.filter { $0.state == "running" || $0.state == "waiting" && !mayWait }
        .map { "Job \($0.id) is still \($0.state) (\($0.reason))." }
    return lost + stuck
}
