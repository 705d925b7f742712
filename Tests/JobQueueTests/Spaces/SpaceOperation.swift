import Foundation
import Ground
import People
import Testing

@testable import Companion
@testable import Invites
@testable import JobQueue

extension TestQueue {
    static let today = LocalDay(of: now, in: .gmt)
}

/// An operation of the store that names a person, a space, or something that belongs to one.
struct SpaceOperation: Sendable {
    /// Its name with its labels.
    let name: String
    /// Runs it for a person, who names rows that may belong to another.
    let run: @Sendable (TestQueue, Person, Belongings) async throws -> (any Sendable)?

    init(
        _ name: String,
        _ run: @escaping @Sendable (TestQueue, Person, Belongings) async throws -> (any Sendable)?
    ) {
        self.name = name
        self.run = run
    }

    /// Its result or its error as sorted lines, since dictionaries have no order; an optional value is described by the
    /// lines that follow its own.
    func text(_ queue: TestQueue, _ person: Person, _ things: Belongings) async throws -> String {
        var text = ""
        do {
            dump(try await run(queue, person, things), to: &text)
        } catch let error as JobQueueError {
            text = "\(error)"
        }
        return text.split(separator: "\n").filter { !$0.contains("Optional(") }
            .sorted().joined(separator: "\n")
    }

    static let all = opening + filling + ofPersons + ofSpaces + changing + closing + forgetting

    static var month: Month {
        get throws { try #require(Month(String("\(TestQueue.today)".prefix(7)))) }
    }

    static func allowance(_ most: Int = 50) -> FreeAllowance {
        var limits = SpaceLimits()
        limits[.uploads] = most
        return FreeAllowance(
            limits, provider: "local", cap: .ten, now: TestQueue.now)
    }

    /// Completes all jobs that are due.
    static func work(_ queue: TestQueue, _ things: Belongings) async throws {
        while let claim = try await queue.claim().claim {
            _ = try await queue.store.record(
                facts: things.longJSON, findings: "[]", for: claim)
            let charge = try await queue.charge(claim)
            let settlement = Settlement(
                job: .succeeded(outcome: things.json, result: nil),
                charge: ChargeEnd(id: charge.id, state: .paid, cost: 39_000))
            try await queue.store.settle(claim, settlement, now: queue.now)
            try await queue.store.mark([claim.job.id], as: .chosen)
        }
    }
}
