import Foundation
import Testing

@testable import JobQueue

/// Pages of jobs, beside the same jobs chosen one by one.
@Suite(.timeLimit(.minutes(10)))
struct JobPageTests {
    private static let day: TimeInterval = 86_400
    private static let shop = Space("shop")

    /// Jobs of every state, of three days, of spaces and without; the clock is set back by a day and a half on the way.
    private func fill(_ queue: TestQueue) async throws {
        let ends: [JobEnd?] = [
            .done, .failed(reason: .serverError, detail: nil),
            .failed(reason: .textOnly, detail: nil), .rejected(reason: "no_face"), .cancelled,
            .uncertain(reason: .deadline, detail: nil), nil,
        ]
        let persons = [Person.anna, .bert, .known("anna", in: Self.shop)]
        for (step, offset) in [0, 0.6, 1.2, -0.3, 0.2].enumerated() {
            let moment = queue.now + offset * Self.day
            for (index, end) in ends.enumerated() {
                let person = persons[(index + step) % persons.count]
                try await queue.submit(
                    person, provider: (index + step) % 2 == 0 ? "gemini" : "openai", at: moment)
                guard let end else { continue }
                let id = try await queue.newest()
                try await queue.store.write { tx in
                    try JobStore.transition(
                        .found(id), from: [.waiting], to: .cancelled,
                        reason: CancellationReason.cancelled.rawValue, now: moment, tx)
                    guard end != .cancelled else { return }
                    // As its worker would have ended it.
                    let (state, reason) = Self.words(of: end)
                    try tx.run(
                        "UPDATE job SET state = ?, reason = ?, outcome = ? WHERE id = ?",
                        [
                            state.rawValue, reason, state == .succeeded ? "{}" : nil, id.rawValue,
                        ])
                }
            }
        }
    }

    private static func words(of end: JobEnd) -> (JobState, String) {
        switch end {
        case .succeeded: (.succeeded, JobEnd.succeededReason)
        case .failed(let reason, _): (.failed, reason.rawValue)
        case .rejected(let reason): (.rejected, reason)
        case .uncertain(let reason, _): (.uncertain, reason.rawValue)
        default: (.cancelled, CancellationReason.cancelled.rawValue)
        }
    }

    private static func passes(_ job: Job, _ filter: JobFilter) -> Bool {
        (filter.states.isEmpty || filter.states.contains(job.state))
            && (filter.reasons.isEmpty || filter.reasons.contains(job.reason))
            && job.person.space == filter.space ?? job.person.space
            && job.person == filter.person ?? job.person
            && job.provider == filter.provider ?? job.provider
            && job.kind == filter.kind ?? job.kind
            && filter.submitted?.contains(job.created) != false
    }

    private static let filters: [JobFilter] = {
        let today = TestQueue.now..<TestQueue.now + day
        let states: [[JobState]] = [
            [], [.waiting], [.failed], [.failed, .waiting], [.succeeded, .cancelled, .uncertain],
        ]
        var filters: [JobFilter] = []
        for states in states {
            for submitted in [nil, today] {
                filters += [
                    JobFilter(states: states, submitted: submitted),
                    JobFilter(
                        states: states,
                        reasons: ["server_error", "no_face", "new", JobEnd.succeededReason],
                        submitted: submitted),
                    JobFilter(states: states, space: shop, submitted: submitted),
                    JobFilter(states: states, person: .anna, submitted: submitted),
                    JobFilter(states: states, provider: "openai", submitted: submitted),
                    JobFilter(
                        states: states, provider: "gemini", kind: .portrait, submitted: submitted),
                    JobFilter(states: states, kind: JobKind(rawValue: "praise")),
                ]
            }
        }
        return filters
    }()

    @Test func `a page has the jobs that pass its filter and no others, in their order`()
        async throws
    {
        try await TestQueue.with { queue in
            _ = try await queue.store.add(
                try #require(Self.shop), SpaceSettings(provider: "gemini"), now: queue.now)
            try await fill(queue)
            let all = try await queue.store.jobs(JobFilter(), limit: 1000)
            #expect(all.count == 35)
            #expect(all.map(\.id) == all.map(\.id).sorted(by: >))
            for filter in Self.filters {
                let expected = all.filter { Self.passes($0, filter) }.map(\.id)
                var found: [JobID] = []
                while true {
                    let page = try await queue.store.jobs(filter, olderThan: found.last, limit: 2)
                    found += page.map(\.id)
                    if page.count < 2 { break }
                }
                #expect(found == expected, "\(filter)")
                var choice = try await queue.store.choose(filter)
                #expect(choice.counts.map(\.jobs).reduce(0, +) == expected.count, "\(filter)")
                for kind in Set(all.map(\.kind)) {
                    let persons = try await queue.store.persons(of: choice, kind: kind)
                    let ofKind = all.filter { Self.passes($0, filter) && $0.kind == kind }
                    #expect(persons.map(\.count.jobs).reduce(0, +) == ofKind.count, "\(filter)")
                    #expect(Set(persons.map(\.person)) == Set(ofKind.map(\.person)), "\(filter)")
                }
                var chosen: [JobID] = []
                while let page = try await queue.store.next(of: &choice, limit: 3)
                    .map(\.id) as [JobID]?, !page.isEmpty
                {
                    chosen += page
                }
                #expect(chosen == expected.reversed(), "\(filter)")
            }
        }
    }
}
