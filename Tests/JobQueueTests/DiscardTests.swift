import Companion
import Foundation
import JobQueue
import Testing

/// Photos of spaces that keep none.
@Suite(.timeLimit(.minutes(10)))
struct DiscardTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let photo = String(repeating: "b", count: 64) + ".0123456789"

    private func withShop(
        keepsPhotos: Bool = false, _ body: (TestQueue) async throws -> Void
    ) async throws {
        try await TestQueue.with { queue in
            var settings = SpaceSettings(provider: "gemini")
            settings.keepsPhotos = keepsPhotos
            _ = try await queue.store.add(Self.anna.space, settings, now: queue.now)
            try await queue.admit(Self.anna)
            let upload = Upload(
                id: "one", person: Self.anna, photo: Self.photo, name: "photo", verdict: "{}",
                created: queue.now)
            #expect(try await queue.store.add(upload))
            try await body(queue)
        }
    }

    /// The ways in which a job can end.
    enum Ending: CaseIterable {
        case succeeded, rejected, failed, cancelledWaiting, cancelledRunning, resolved, forgotten

        fileprivate func end(_ job: JobID, _ queue: TestQueue) async throws {
            func settle(_ end: JobEnd) async throws {
                try await queue.store.settle(
                    queue.take(), Settlement(job: end), now: queue.now)
            }
            switch self {
            case .succeeded: try await settle(.succeeded(outcome: "{}"))
            case .rejected: try await settle(.rejected(reason: "face"))
            case .failed: try await settle(.failed(reason: .noImage, detail: nil))
            case .cancelledWaiting: _ = try await queue.store.cancel([job], now: queue.now)
            case .cancelledRunning: try await settle(.cancelled)
            case .resolved:
                let claim = try await queue.take()
                let charge = try await queue.charge(claim, TestQueue.draft)
                try await queue.store.settle(
                    claim,
                    Settlement(
                        job: .uncertain(reason: .deadline, detail: nil),
                        charge: ChargeEnd(id: charge.id, state: .unknown)), now: queue.now)
                // What became of it is not decided: it may be sent once more.
                #expect(try await queue.store.markedPhotos().isEmpty)
                _ = try await queue.store.resolve([(job, .paid)], now: queue.now)
            case .forgotten:
                _ = try await queue.store.prepareToForget(
                    DiscardTests.anna, now: queue.now)
            }
        }
    }

    @Test(arguments: Ending.allCases)
    func `a photo goes with the last job that needs it, however that ends`(
        _ ending: Ending
    ) async throws {
        try await withShop { queue in
            let first = try await queue.submit(Self.anna, key: "1", photo: Self.photo)
            let second = try await queue.submit(
                Self.anna, key: "2", notBefore: .distantFuture, photo: Self.photo)
            #expect(try await queue.store.markedPhotos().isEmpty)
            _ = try await queue.store.cancel([second], now: queue.now)
            #expect(try await queue.store.markedPhotos().isEmpty)
            try await ending.end(first, queue)
            #expect(try await queue.store.markedPhotos() == [Self.photo])
            let left = try await queue.store.upload("one", of: Self.anna)
            #expect(left?.isDiscarded == (ending == .forgotten ? nil : true))
        }
    }

    @Test func `where photos stay, the end of a job changes nothing`() async throws {
        try await withShop(keepsPhotos: true) { queue in
            let job = try await queue.submit(Self.anna, photo: Self.photo)
            _ = try await queue.store.cancel([job], now: queue.now)
            #expect(try await queue.store.markedPhotos().isEmpty)
            let left = try await queue.store.upload("one", of: Self.anna)
            #expect(left?.isDiscarded == false)
        }
    }
}
