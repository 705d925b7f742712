import Foundation
import Testing

@testable import Database
@testable import JobQueue

/// What webhooks are told of: exactly one delivery for each end of a job.
@Suite(.timeLimit(.minutes(10)))
struct DeliveryTests {
    /// A way in which a job ends, and what its app is then told.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The types of the deliveries, in order.
        let types: [String]
        /// What the last one says of money.
        let charged: String
        /// Whether a queue has to be a file for it.
        let isOfFiles: Bool
        let end: @Sendable (TestQueue, JobID) async throws -> Void

        init(
            _ name: String, _ types: [String], charged: String, isOfFiles: Bool = false,
            end: @escaping @Sendable (TestQueue, JobID) async throws -> Void
        ) {
            testDescription = name
            self.types = types.map { "job.\($0)" }
            self.charged = charged
            self.isOfFiles = isOfFiles
            self.end = end
        }
    }

    static let ways: [Way] = [
        Way("a worker succeeds", ["succeeded"], charged: "yes") { queue, _ in
            try await queue.run(to: .done)
        },
        Way("a photo is rejected before its charge", ["rejected"], charged: "no") { queue, _ in
            let claim = try await queue.take()
            try await queue.store.settle(
                claim, Settlement(job: .rejected(reason: "noFace")), now: queue.now)
        },
        Way("a worker fails", ["failed"], charged: "no") { queue, _ in
            try await queue.run(to: .failed(reason: .noImage, detail: nil), .free)
        },
        Way("nobody knows", ["uncertain"], charged: "unknown") { queue, _ in
            try await queue.run(to: .uncertain(reason: .deadline, detail: nil), .unknown)
        },
        Way("a waiting job is cancelled", ["cancelled"], charged: "no") { queue, id in
            _ = try await queue.store.cancel([id], now: queue.now)
        },
        Way("a running job is cancelled", ["cancelled"], charged: "no") { queue, id in
            let claim = try await queue.take()
            _ = try await queue.store.cancel([id], now: queue.now)
            _ = try await queue.store.release(claim, now: queue.now)
        },
        Way("its worker dies after a cancellation", ["cancelled"], charged: "no") { queue, id in
            try await queue.take()
            _ = try await queue.store.cancel([id], now: queue.now)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
        },
        Way("its worker dies after the charge", ["uncertain"], charged: "unknown") { queue, _ in
            try await queue.charge(queue.take())
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
        },
        Way("its paid answer is lost", ["failed"], charged: "yes") { queue, _ in
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            let paid = ChargeEnd(id: charge.id, state: .paid)
            try await queue.store.settle(
                claim, Settlement(job: .saving, charge: paid), now: queue.now)
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
        },
        Way("it was charged after all", ["uncertain", "failed"], charged: "yes") { queue, id in
            try await queue.run(to: .uncertain(reason: .deadline, detail: nil), .unknown)
            _ = try await queue.store.resolve([(id, .paid)], now: queue.now + 1)
        },
        Way("another takes its place", ["uncertain", "failed"], charged: "unknown") { queue, id in
            try await queue.run(to: .uncertain(reason: .deadline, detail: nil), .unknown)
            let new = NewJob.some(.annaOfApp)
            _ = try await queue.store.resolve([(id, .replaced(by: new))], now: queue.now + 1)
        },
        Way("it was not charged, and succeeds", ["uncertain", "succeeded"], charged: "yes") {
            queue, id in
            try await queue.run(to: .uncertain(reason: .deadline, detail: nil), .unknown)
            _ = try await queue.store.resolve([(id, .notPaid)], now: queue.now + 1)
            try await queue.run(to: .done, at: queue.now + 2)
        },
        Way("its answer turns up", ["uncertain", "succeeded"], charged: "yes") { queue, id in
            let charge = try await queue.charge(queue.take())
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            let answer = SpooledAnswer(job: id, charge: charge.id)
            _ = try await queue.store.recover(from: [], spooled: [answer], now: queue.now + 1)
            let claim = try await queue.take(at: queue.now + 1)
            try await queue.store.settle(claim, Settlement(job: .done), now: queue.now + 2)
        },
        Way(
            "a backup knows nothing of its charge", ["uncertain"], charged: "unknown",
            isOfFiles: true
        ) {
            queue, _ in try await restoreOverCharge(queue)
        },
        Way(
            "its headshot outlived a backup", ["uncertain", "succeeded"], charged: "yes",
            isOfFiles: true
        ) { queue, id in
            try await restoreOverCharge(queue)
            #expect(
                try await queue.store.keep(.sample, "{}", of: id, now: queue.now + 1))
        },
    ]

    private static func restoreOverCharge(_ queue: TestQueue) async throws {
        let backup = "\(queue.folder)/backup.sqlite"
        try await queue.store.backUp(to: backup)
        try await queue.charge(queue.take())
        _ = try await queue.store.restore(from: backup, keepingReplacedIn: nil)
    }

    @Test(arguments: ways)
    func `each end of a job makes exactly one delivery, in the transaction that ends it`(
        way: Way
    ) async throws {
        try await (way.isOfFiles ? TestQueue.inFile : TestQueue.with) { queue in
            let space = try await queue.addWebhook()
            let id = try await queue.submit(.annaOfApp, key: "order-1")
            try await way.end(queue, id)
            let deliveries = try await queue.store.undelivered(of: space, limit: 10)
                .filter { $0.job == id }
            #expect(Set(deliveries.map(\.id)).count == way.types.count)
            #expect(Set(deliveries.map(\.type)) == Set(way.types))
            let last = try #require(deliveries.first { $0.type == way.types.last })
            #expect(last.state == .pending && last.person == .annaOfApp)
            let body = try #require(
                try JSONSerialization.jsonObject(with: Data(last.body.utf8)) as? [String: Any])
            #expect(body["type"] as? String == last.type)
            #expect((body["timestamp"] as? String)?.hasSuffix("Z") == true)
            let data = try #require(body["data"] as? [String: String])
            let job = try await queue.job(id)
            let state = try #require(way.types.last?.dropFirst("job.".count))
            #expect(
                data == [
                    "id": "\(id)", "kind": "portrait", "person": "anna", "state": String(state),
                    "key": "order-1",
                    "reason": job.reason, "charged": way.charged,
                ])
        }
    }

    @Test(arguments: [Person.anna, .known("81f3", in: Space("quiet"))])
    func `a space without a webhook, and the command line's own, is told nothing`(
        person: Person
    ) async throws {
        try await TestQueue.with { queue in
            try await queue.addWebhook()
            if let quiet = Space("quiet") {
                _ = try await queue.store.add(
                    quiet, SpaceSettings(provider: "gemini"), now: queue.now)
            }
            try await queue.submit(person)
            try await queue.run(to: .done)
            let count: Int? = try await queue.store.read { tx in
                try tx.value("SELECT count(*) FROM delivery")
            }
            #expect(count == 0)
        }
    }

    @Test func `an attempt that fails or waits makes no delivery`() async throws {
        try await TestQueue.with { queue in
            let space = try await queue.addWebhook()
            try await queue.submit(.annaOfApp)
            try await queue.run(
                to: .waits(.retry, due: nil, countsAttempt: true), .free)
            let stale = try await queue.take()
            _ = try await queue.store.recover(from: [.first], spooled: [], now: queue.now)
            try await queue.store.settle(stale, Settlement(job: .done), now: queue.now)
            #expect(try await queue.store.undelivered(of: space, limit: 10).isEmpty)
        }
    }

    @Test func `what a person's app was to be told is forgotten with the person`() async throws {
        try await TestQueue.with { queue in
            let space = try await queue.addWebhook()
            try await queue.submit(.annaOfApp)
            try await queue.run(to: .done)
            try await queue.submit(.known("bert", in: space))
            try await queue.run(to: .done)
            try await queue.submit(.annaOfApp)
            _ = try await queue.store.prepareToForget(.annaOfApp, now: queue.now)
            _ = try await queue.store.anonymiseCharges(of: .annaOfApp)
            let left = try await queue.store.undelivered(of: space, limit: 10)
            #expect(left.map(\.person) == [.known("bert", in: space)])
        }
    }
}

extension TestQueue {
    /// Makes the app's space, with a webhook.
    @discardableResult
    func addWebhook(
        _ url: String = "https://app.example.com/hook", in space: Space = Person.annaOfApp.space,
        budget: Int? = nil
    ) async throws -> Space {
        _ = try await store.add(
            space, SpaceSettings(provider: "gemini", budget: budget), now: now)
        let url: WebhookURL = try #require(WebhookURL(url))
        _ = try await store.change(space, webhook: .set(url), now: now)
        return space
    }
}
