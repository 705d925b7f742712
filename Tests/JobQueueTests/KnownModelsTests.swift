import Foundation
import Testing

@testable import JobQueue

/// What the queue keeps of a provider's models.
@Suite(.timeLimit(.minutes(10)))
struct KnownModelsTests {
    @Test func `nothing is known of models until one is chosen`() async throws {
        try await TestQueue.with { queue in
            let before = try await queue.store.models(of: "gemini")
            #expect(before == KnownModels())
            #expect(try await queue.store.choose(model: "a", of: "gemini", now: queue.now))
            #expect(
                try await queue.store.models(of: "gemini")
                    == KnownModels(chosen: "a", chosenAt: queue.now))
            #expect(try await queue.store.models(of: "another") == KnownModels())
        }
    }

    @Test func `a later choice takes the place of an earlier one`() async throws {
        try await TestQueue.with { queue in
            for model in ["a", "b", "b"] {
                let isKept = try await queue.store.choose(
                    model: model, of: "gemini", now: queue.now)
                #expect(isKept)
            }
            let known = try await queue.store.models(of: "gemini")
            #expect(known.chosen == "b")
        }
    }

    @Test func `a model that answered 404 is not chosen again until the gate is cleared`()
        async throws
    {
        try await TestQueue.with { queue in
            _ = try await queue.store.choose(model: "image-1", of: "gemini", now: queue.now)
            try await queue.submit()
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            let settlement = Settlement(
                job: .waits(.retry, due: queue.now, countsAttempt: false),
                charge: ChargeEnd(id: charge.id, state: .free), goneModel: charge.model)
            try await queue.store.settle(claim, settlement, now: queue.now)
            #expect(try await queue.store.models(of: "gemini") == KnownModels(gone: ["image-1"]))
            let isKept = try await queue.store.choose(
                model: "image-1", of: "gemini", now: queue.now)
            #expect(!isKept)
            #expect(try await queue.store.models(of: "gemini").chosen == nil)
            _ = try await queue.store.clearGate(of: "gemini", now: queue.now)
            #expect(try await queue.store.choose(model: "image-1", of: "gemini", now: queue.now))
            _ = try await queue.store.clearGate(of: "gemini", now: queue.now)
            #expect(try await queue.store.models(of: "gemini").chosen == "image-1")
        }
    }

    @Test func `a gate is changed by what was learned without a charge`() async throws {
        try await TestQueue.with { queue in
            try await queue.submit()
            let settlement = Settlement(
                job: .waits(.providerHalted, due: nil, countsAttempt: false),
                gate: .halt(reason: .noModelOffered, detail: "none"))
            try await queue.store.settle(queue.take(), settlement, now: queue.now)
            let gate = try await queue.gate()
            #expect(gate.isHalted)
            #expect(gate.reason == "no_model_offered")
        }
    }

    @Test func `a job keeps what was told of its price`() async throws {
        try await TestQueue.with { queue in
            for quote in [Quote(model: "m", price: 33_600), Quote(model: "x", price: nil), nil] {
                var job = NewJob.some()
                job.quote = quote
                _ = try await queue.store.submit([job], now: queue.now)
                #expect(try await queue.job(queue.newest()).quote == quote)
            }
        }
    }

    @Test(
        arguments: [
            (33_600, 33_600, false), (33_600, 33_599, false), (33_600, 33_601, true),
            (33_600, nil, true), (nil, 134_000, false), (nil, nil, false),
        ] as [(Int?, Int?, Bool)])
    func `an unknown price is more than any that was told`(
        told: Int?, price: Int?, isExceeded: Bool
    ) {
        #expect(Quote(model: "m", price: told).isExceeded(by: price) == isExceeded)
    }
}
