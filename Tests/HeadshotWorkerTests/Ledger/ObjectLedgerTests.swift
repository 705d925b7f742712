import Foundation
import ObjectStore
import Synchronization
import TestSupport
import Testing

@testable import HeadshotWorker
@testable import JobQueue

/// A queue on a server whose payments are in folders.
@Suite(.needsPostgres, .timeLimit(.minutes(10)))
struct ObjectLedgerTests {
    private let worker = WorkerID(freshName())

    /// Claims the next job, writes its charge, and gets the permit of it.
    private func permitted(_ test: TestHome) async throws -> (Claim, Charge) {
        let (claim, charge) = try await test.charged(by: worker)
        let permit = try await test.permit(for: charge, of: claim)
        guard case .granted(let end) = permit else {
            throw TestHome.Unexpected(result: "\(permit)")
        }
        #expect(end > .now)
        return (claim, charge)
    }

    /// Orders a headshot, pays for it, and lets the store know some seconds later.
    @discardableResult
    private func paid(_ test: TestHome, toldAfter age: TimeInterval = 0) async throws -> JobID {
        let id = try await test.submitOne()
        let (claim, charge) = try await permitted(test)
        try await test.store.settle(
            claim,
            Settlement(
                job: .succeeded(outcome: "{}"),
                charge: ChargeEnd(id: charge.id, state: .paid)),
            now: test.clock.now)
        await test.ledger.note(now: test.clock.now + age)
        return id
    }

    @Test func `a server that forgot a payment learns it from folders, too`() async throws {
        try await TestHome.onServer { test, tables in
            try await paid(test)
            #expect(try await test.ledger.learn(now: test.clock.now) == nil)
            try await tables.run(
                "DELETE FROM charge; UPDATE meta SET incarnation = 'of another server'")
            let learned = try await test.ledger.learn(now: test.clock.now)
            #expect(learned?.charges == 1)
            #expect(try await test.ledger.learn(now: test.clock.now) == nil)
        }
    }

    @Test func `what the queue knows of its first day is not learned again`() async throws {
        try await TestHome.onServer { test, _ in
            try await paid(test)
            // The three days that matter began later on the day of the submit.
            test.clock.advance(by: 3 * 86_400 + 3600)
            try await test.store.demandReconciling()
            #expect(
                try await test.ledger.learn(now: test.clock.now) == Reconciliation())
        }
    }

    @Test func `a claim that is over gets no permit, neither for its charge nor for another one's`()
        async throws
    {
        try await TestHome.onServer { test, _ in
            _ = try await test.submitOne()
            let (first, early) = try await test.charged(by: worker)
            try await test.store.settle(
                first,
                Settlement(
                    job: .waits(.interrupted, due: nil, countsAttempt: false),
                    charge: ChargeEnd(id: early.id, state: .free)),
                now: test.clock.now)
            let (second, late) = try await test.charged(by: WorkerID(freshName()))
            #expect(second.job.id == first.job.id)
            for charge in [early, late] {
                #expect(try await test.permit(for: charge, of: first) == .lost)
            }
        }
    }

    @Test func `a charge that is known to be free gets no permit, and its job goes back`()
        async throws
    {
        try await TestHome.onServer { test, tables in
            _ = try await test.submitOne()
            let (claim, charge) = try await test.charged(by: worker)
            try await tables.run("UPDATE charge SET state = 'free', settled_at = started_at")
            #expect(
                try await test.permit(for: charge, of: claim) == .void)
        }
    }

    // Seconds from a moment before the charge to the store's answer, and to the end of the permit.
    @Test(arguments: [(0, 5), (4, 9), (6, 10), (20, 10)] as [(Int, Int)])
    func `a permit ends soon after the store's answer, and sooner if the store was slow`(
        answered: Int, ends: Int
    ) async throws {
        try await TestHome.onServer { test, _ in
            _ = try await test.submitOne()
            let (claim, charge) = try await test.charged(by: worker)
            let began = ContinuousClock.now
            let permit = try await test.ledger.permit(for: charge, of: claim, since: began) {
                began + .seconds(answered)
            }
            #expect(permit == .granted(until: began + .seconds(ends)))
        }
    }

    // Seconds that pass between the charge and the question for the permit.
    @Test(arguments: [(9, true), (11, false)] as [(Int, Bool)])
    func `a process that was stopped after its charge sends only what its permit still allows`(
        pause: Int, isSent: Bool
    ) async throws {
        try await TestHome.onServer { test, _ in
            let id = try await test.submitOne()
            let start = ContinuousClock.now
            let passed = Mutex(0)
            var environment = test.environment
            environment.instant = { start + .seconds(passed.withLock { $0 }) }
            environment.report = { event in
                if case .charged = event { passed.withLock { $0 = pause } }
            }
            try await EmulatorProcess.with { emulator in
                try await test.worker(
                    asking: emulator.baseURL,
                    rule: .whenDone(maxJobs: 1, maxTime: nil, waits: false),
                    environment: environment
                ).run()
                #expect(try await test.charges(of: id).map(\.state) == [isSent ? .paid : .free])
                #expect(try await test.job(id).state == (isSent ? .succeeded : .waiting))
                #expect(try await emulator.ledger().count == (isSent ? 1 : 0))
            }
        }
    }

    @Test func `a worker that was taken for dead gives its job back, and another attempt is paid`()
        async throws
    {
        try await TestHome.onServer { test, tables in
            let id = try await test.submitOne()
            _ = try await test.charged(by: worker)
            #expect(try await test.ledger.open(of: [worker])?.unsent.count == 1)
            // As the job was before all that: the request that comes next has the same name.
            try await tables.run(
                """
                DELETE FROM charge;
                UPDATE job SET state = 'waiting', reason = 'interrupted', attempts = 0,
                    phase = NULL, owner = NULL, token = NULL
                """)
            try await EmulatorProcess.with { emulator in
                _ = try await test.drain(asking: emulator.baseURL)
                #expect(try await test.job(id).state == .succeeded)
                #expect(try await test.charges(of: id).map(\.state) == [.free, .paid])
                #expect(try await emulator.ledger().count == 1)
            }
        }
    }

    @Test func `a request that the queue has forgotten keeps its job from being sent again`()
        async throws
    {
        try await TestHome.onServer { test, tables in
            let id = try await test.submitOne()
            _ = try await permitted(test)
            try await tables.run(
                """
                DELETE FROM charge;
                UPDATE job SET state = 'waiting', reason = 'interrupted', attempts = 0,
                    phase = NULL, owner = NULL, token = NULL
                """)
            try await EmulatorProcess.with { emulator in
                _ = try await test.drain(asking: emulator.baseURL)
                #expect(try await test.job(id).reason == UncertaintyReason.restored.rawValue)
                #expect(try await test.charges(of: id).map(\.state) == [.unknown])
                #expect(try await emulator.ledger().isEmpty)
            }
        }
    }

    /// The path of what is kept of a job's first request.
    private func record(_ word: String, of id: JobID, _ test: TestHome) async throws -> String {
        let day = id.submitted.formatted(.iso8601.year().month().day())
        try await test.home.objects.prepare("payments/\(day)/")
        return "\(test.home.root)/payments/\(day)/\(id)-1.\(word)"
    }

    @Test(arguments: Damage.allCases)
    func `a job whose record of payment cannot be read is not sent, and others are`(
        damage: Damage
    ) async throws {
        try await TestHome.onServer { test, _ in
            let ids = try await test.submitSeveral(2)
            // Of a request of which the queue knows nothing.
            try damage.make(try await record("charge", of: ids[0], test))
            try await EmulatorProcess.with { emulator in
                for _ in 0..<2 {
                    _ = try await test.drain(asking: emulator.baseURL)
                    let job = try await test.job(ids[0])
                    #expect(job.state == .uncertain)
                    #expect(job.reason == UncertaintyReason.paymentUnreadable.rawValue)
                    #expect(job.detail?.hasSuffix("\(ids[0])-1.charge") == true)
                    #expect(try await test.charges(of: ids[0]).map(\.state) == [.unknown])
                    #expect(try await test.job(ids[1]).state == .succeeded)
                    #expect(try await emulator.ledger().count == 1)
                }
            }
        }
    }

    @Test(arguments: Damage.allCases)
    func `a dead worker's record of payment that cannot be read makes its job uncertain alone`(
        damage: Damage
    ) async throws {
        try await TestHome.onServer { test, _ in
            let id = try await test.submitOne()
            _ = try await permitted(test)
            try damage.make(try await record("charge", of: id, test))
            let next = try await test.submitOne(PhotoFixture.landscape(seed: 2))
            try await EmulatorProcess.with { emulator in
                _ = try await test.drain(asking: emulator.baseURL)
                #expect(try await test.job(id).state == .uncertain)
                #expect(try await test.job(next).state == .succeeded)
                #expect(try await emulator.ledger().count == 1)
            }
        }
    }

    @Test(arguments: Damage.allCases)
    func `a record that cannot be read hides no other one from a server that was restored`(
        damage: Damage
    ) async throws {
        for words in [["paid"], ["paid", "charge"]] {
            try await TestHome.onServer { test, tables in
                let first = try await paid(test)
                try await paid(test)
                for word in words { try damage.make(try await record(word, of: first, test)) }
                try await tables.run(
                    "DELETE FROM charge; UPDATE meta SET incarnation = 'of another server'")
                let learned = try #require(
                    try await test.ledger.learn(now: test.clock.now))
                #expect(learned.unreadable.count == words.count)
                #expect(learned.charges == (words.count == 1 ? 2 : 1))
                #expect(
                    try await tables.run("SELECT count(*) FROM charge WHERE state = 'paid'")
                        == "\(learned.charges)")
                #expect(try await !test.store.needsReconciling())
            }
        }
    }

    @Test func `an outcome that cannot be written keeps no other from the store`() async throws {
        try await TestHome.onServer { test, _ in
            let first = try await test.submitOne()
            try Damage.unreadable.make(try await record("paid", of: first, test))
            for _ in 0..<2 {
                if try await test.job(first).state != .waiting {
                    _ = try await test.submitOne(PhotoFixture.landscape(seed: 2))
                }
                let (claim, charge) = try await permitted(test)
                try await test.store.settle(
                    claim,
                    Settlement(
                        job: .succeeded(outcome: "{}"),
                        charge: ChargeEnd(id: charge.id, state: .paid)), now: test.clock.now)
            }
            await test.ledger.note(now: test.clock.now)
            #expect(try await test.store.unwrittenPayments(limit: 10).isEmpty)
        }
    }

    /// Orders a headshot, and settles its charge without a word to the store.
    private func untold(_ seed: Int, _ test: TestHome) async throws -> Charge {
        _ = try await test.submitOne(PhotoFixture.landscape(seed: seed))
        let (claim, charge) = try await permitted(test)
        try await test.store.settle(
            claim,
            Settlement(
                job: .succeeded(outcome: "{}"), charge: ChargeEnd(id: charge.id, state: .paid)),
            now: test.clock.now)
        return charge
    }

    @Test func `a worker looks for all missing outcomes now and then, and not after each job`()
        async throws
    {
        try await TestHome.onServer { test, _ in
            let runner = test.runner(asking: [], models: [:])
            await runner.ledger.note(now: test.clock.now)
            let others = try await untold(1, test)
            let own = try await untold(2, test)
            await runner.ledger.note(own.id, now: test.clock.now)
            let missing = try await test.store.unwrittenPayments(limit: 10)
            #expect(missing.map(\.charge) == [others.id])
            await runner.ledger.note(now: test.clock.now)
            #expect(try await test.store.unwrittenPayments(limit: 10).isEmpty)
        }
    }

    @Test func `an outcome that was committed late is found by a later look`() async throws {
        try await TestHome.onServer { test, tables in
            let ledger = test.ledger
            _ = try await untold(1, test)
            await ledger.note(now: test.clock.now)
            for seed in 2...4 {
                _ = try await untold(seed, test)
                await ledger.note(now: test.clock.now)
            }
            // Its line is that of before all looks.
            try await tables.run(
                "UPDATE charge SET journaled = FALSE WHERE line = (SELECT min(line) FROM charge)")
            var looks = 0
            while try await !test.store.unwrittenPayments(limit: 1).isEmpty, looks < 20 {
                await ledger.note(now: test.clock.now)
                looks += 1
            }
            #expect((2..<20).contains(looks))
        }
    }

    @Test(arguments: Damage.allCases)
    func `a mark of the server's progress that cannot be read makes the queue learn again`(
        damage: Damage
    ) async throws {
        try await TestHome.onServer { test, _ in
            try await paid(test)
            try await test.ledger.noteProgress()
            try damage.make("\(test.home.root)/meta/anchor")
            try await test.ledger.noteProgress()
            #expect(try await test.store.needsReconciling())
            let id = try await test.submitOne(PhotoFixture.landscape(seed: 2))
            try await EmulatorProcess.with { emulator in
                _ = try await test.drain(asking: emulator.baseURL)
                #expect(try await test.job(id).state == .succeeded)
            }
        }
    }

    // What it had written, and its charges; with as many charges, only jobs and outcomes are forgotten.
    @Test(arguments: [["charge", "written"], ["written"], ["charge"]])
    func `a server that is put back under a living worker is noticed by it`(
        forgotten: [String]
    ) async throws {
        try await TestHome.onServer { test, _ in
            try await paid(test)
            try await test.ledger.noteProgress()
            #expect(try await !test.store.needsReconciling())
            // The server had come further than it is now.
            let key = "meta/anchor"
            let noted = try #require(try await test.home.objects.read(key))
            var anchor = try #require(
                try JSONSerialization.jsonObject(with: noted) as? [String: Any])
            for number in forgotten { anchor[number] = 1_000_000_000_000 }
            let further = try JSONSerialization.data(withJSONObject: anchor)
            try await test.home.objects.replace(key, further)
            try await test.ledger.noteProgress()
            #expect(try await test.store.needsReconciling())
            #expect(try await test.home.objects.read(key) == further)
            #expect(
                try await test.ledger.learn(now: test.clock.now) == Reconciliation())
            try await test.ledger.noteProgress()
            #expect(try await !test.store.needsReconciling())
        }
    }

    @Test(arguments: [(86_400, true), (4 * 86_400, false)] as [(TimeInterval, Bool)])
    func `the store is told of charges as long as that matters`(
        age: TimeInterval, isTold: Bool
    ) async throws {
        try await TestHome.onServer { test, _ in
            let id = try await paid(test, toldAfter: age)
            #expect(try await test.store.unwrittenPayments(limit: 1).isEmpty)
            let word = try await LedgerObjects(objects: test.home.objects)
                .outcome(of: PaymentName(job: id, attempt: 1))
            #expect(word == (isTold ? .paid : nil))
        }
    }
}

extension TestHome {
    fileprivate var ledger: any Ledger { store.ledger(in: home) }
}
