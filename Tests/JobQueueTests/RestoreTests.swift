import Foundation
import GRDB
import Testing

@testable import Companion
@testable import JobQueue

@Suite(.timeLimit(.minutes(10)))
struct RestoreTests {
    /// A point of a job's life at which a backup is made; the life then goes on to its end.
    enum Point: CaseIterable { case submitted, claimed, charged, paid, saved }

    /// How an older queue comes into place.
    enum Way: CaseIterable { case restore, copiedFile }

    /// Lets a job live, and returns it; there is a backup from the point.
    private func live(_ queue: TestQueue, backup: Point, in file: String) async throws -> JobID {
        let id = try await queue.submit()
        if backup == .submitted { try await queue.store.backUp(to: file) }
        let claim = try await queue.take()
        if backup == .claimed { try await queue.store.backUp(to: file) }
        let charge = try await queue.charge(claim)
        if backup == .charged { try await queue.store.backUp(to: file) }
        let paid = ChargeEnd(id: charge.id, state: .paid, cost: 38_700)
        try await queue.store.settle(
            claim, Settlement(job: .saving, charge: paid), now: queue.now)
        if backup == .paid { try await queue.store.backUp(to: file) }
        try await queue.store.settle(claim, Settlement(job: .done), now: queue.now)
        if backup == .saved { try await queue.store.backUp(to: file) }
        return id
    }

    /// Puts a backup in place, opens the queue, and says what it learned.
    private func bringBack(
        _ file: String, _ way: Way, _ folder: String, _ body: (JobStore) async throws -> Void
    ) async throws {
        if way == .copiedFile {
            let path = "\(folder)/queue.sqlite"
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
            try FileManager.default.copyItem(atPath: file, toPath: path)
        }
        let store = try JobStore(folder: folder)
        if way == .restore {
            _ = try await store.restore(from: file, keepingReplacedIn: "\(folder)/aside.sqlite")
        }
        try await body(store)
        try store.close()
    }

    /// Does what a drain does, and returns the jobs that it would have paid for.
    private func drain(_ queue: TestQueue) async throws -> [JobID] {
        var paid: [JobID] = []
        let owners = try await queue.store.owners()
        _ = try await queue.store.recover(from: owners, spooled: [], now: queue.now)
        while let claim = try await queue.claim(.second).claim {
            if claim.answered == nil, try await queue.startCharge(claim).charge != nil {
                paid.append(claim.job.id)
            }
            try await queue.store.settle(
                claim, Settlement(job: .failed(reason: .invalidRequest, detail: nil)),
                now: queue.now)
        }
        return paid
    }

    @Test(arguments: Point.allCases, Way.allCases)
    func `a queue from any point of a job's life never pays for the job again`(
        point: Point, way: Way
    ) async throws {
        try await TestQueue.inFile { queue in
            let file = "\(queue.folder)/backup.sqlite"
            let id = try await live(queue, backup: point, in: file)
            try queue.store.close()
            try await bringBack(file, way, queue.folder) { store in
                let restored = TestQueue(folder: queue.folder, store: store)
                #expect(try await drain(restored) == [])
                let job = try await restored.job(id)
                switch point {
                case .submitted, .claimed, .charged:
                    #expect(job.state == .uncertain)
                    #expect(job.reason == "restored")
                case .paid: #expect(job.reason == "answer_lost")
                case .saved: #expect(job.state == .succeeded)
                }
                #expect(try await restored.charges(id) == [.paid])
                let usage = try await store.usage(of: .anna, cap: .ten, now: queue.now)
                #expect(usage[.anna]?.usedToday == 1)
                #expect(usage[.anna]?.today.known == 38_700)
                #expect(try await store.files().integrityProblems() == [])
            }
        }
    }

    @Test func `a request that was on its way counts as unknown`() async throws {
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            let file = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: file)
            try await queue.charge(queue.take())
            let reconciliation = try await queue.store.restore(
                from: file, keepingReplacedIn: "\(queue.folder)/aside.sqlite")
            #expect(reconciliation == Reconciliation(parked: [id], missing: [], charges: 1))
            #expect(try await queue.charges(id) == [.unknown])
            try await queue.submit()
            try await queue.run(to: .done)
            try queue.expectJournal(["started", "unknown", "started", "paid"])
        }
    }

    @Test func `what was refused for free may be asked again`() async throws {
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            let file = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: file)
            try await queue.run(to: .waitsForGate, .free)
            _ = try await queue.store.restore(
                from: file, keepingReplacedIn: "\(queue.folder)/aside.sqlite")
            #expect(try await queue.charges(id) == [.free])
            #expect(try await drain(queue) == [id])
        }
    }

    @Test(arguments: [Person.anna, .bert])
    func `charges of jobs that the backup lacks are reported, and still fill their person's day`(
        person: Person
    ) async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit(.anna, notBefore: queue.now + 9)
            let file = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: file)
            try await queue.submit(person)
            let lost = try await queue.run(to: .done)
            let reconciliation = try await queue.store.restore(
                from: file, keepingReplacedIn: "\(queue.folder)/aside.sqlite")
            #expect(reconciliation.missing == [lost])
            #expect(reconciliation.parked == [])
            try await queue.submit(person)
            #expect(try await queue.claim(cap: .one).claim == nil)
            #expect(try await queue.store.waiting(of: person)[.dailyCap] == 1)
        }
    }

    @Test func `an answer that lies in the spool is saved after all`() async throws {
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            let file = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: file)
            let charge = try await queue.charge(queue.take())
            _ = try await queue.store.restore(
                from: file, keepingReplacedIn: "\(queue.folder)/aside.sqlite")
            let answer = SpooledAnswer(job: id, charge: charge.id, cost: 38_700)
            _ = try await queue.store.recover(from: [], spooled: [answer], now: queue.now)
            let claim = try await queue.take(.second)
            #expect(claim.job.id == id)
            #expect(claim.answered?.id == charge.id)
        }
    }

    @Test func `a headshot that was saved after the backup is the job's after all`() async throws {
        try await TestQueue.inFile { queue in
            let id = try await live(queue, backup: .submitted, in: "\(queue.folder)/backup.sqlite")
            _ = try await queue.store.restore(
                from: "\(queue.folder)/backup.sqlite", keepingReplacedIn: nil)
            let store = queue.store
            #expect(try await store.keep(.sample, "{}", of: id, now: queue.now))
            let job = try await queue.job(id)
            #expect(job.state == .succeeded)
            #expect(job.result == SavedResult.sample.name(of: id))
            #expect(job.resultDigest == SavedResult.sample.digest)
            // It is not parked any more.
            #expect(try await !store.keep(.sample, "{}", of: id, now: queue.now))
        }
    }

    @Test func `whoever has the queue open goes on with the content that was restored`()
        async throws
    {
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            let file = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: file)
            let claim = try await queue.take()
            let other = try JobStore(folder: queue.folder)
            _ = try await other.restore(
                from: file, keepingReplacedIn: "\(queue.folder)/aside.sqlite")
            try other.close()
            #expect(try await queue.job(id).state == .waiting)
            #expect(try await queue.startCharge(claim) == .lost)
            try await queue.submit()
            #expect(try await queue.store.jobs(JobFilter()).count == 2)
        }
    }

    @Test func `what is replaced is kept, and can be restored in turn`() async throws {
        try await TestQueue.inFile { queue in
            let file = "\(queue.folder)/backup.sqlite"
            let aside = "\(queue.folder)/aside.sqlite"
            try await queue.store.backUp(to: file)
            let id = try await queue.submit()
            _ = try await queue.store.restore(from: file, keepingReplacedIn: aside)
            #expect(try await queue.store.job(id) == nil)
            _ = try await queue.store.restore(
                from: aside, keepingReplacedIn: "\(queue.folder)/second.sqlite")
            #expect(try await queue.job(id).state == .waiting)
        }
    }

    @Test func `a damaged queue that is replaced is kept as it is, for its owner alone`()
        async throws
    {
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            let backup = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: backup)
            try queue.store.close()
            let path = "\(queue.folder)/queue.sqlite"
            let file = try DatabaseQueue(path: path)
            let page = try #require(
                try await file.read { db in
                    try Int.fetchOne(
                        db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'moment'")
                })
            try file.close()
            var content = try Data(contentsOf: URL(filePath: path))
            let damage = Data(repeating: 0xa5, count: 200)
            let place = (page - 1) * 4096..<(page - 1) * 4096 + damage.count
            content.replaceSubrange(place, with: damage)
            try content.write(to: URL(filePath: path))
            let again = try queue.another()
            let aside = "\(queue.folder)/aside.sqlite"
            _ = try await again.store.restore(from: backup, keepingReplacedIn: aside)
            #expect(try await again.job(id).state == .waiting)
            #expect(try Data(contentsOf: URL(filePath: aside))[place] == damage)
            let rights = try FileManager.default.attributesOfItem(atPath: aside)[.posixPermissions]
            #expect(rights as? Int == 0o600)
            try again.store.close()
        }
    }

    @Test func `a backup that is none, or damaged, replaces nothing`() async throws {
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            try await queue.run(to: .failed(reason: .invalidRequest, detail: nil))
            let file = "\(queue.folder)/backup.sqlite"
            for content in [Data(), Data("no database, but long enough to look at".utf8)] {
                try content.write(to: URL(filePath: file))
                await #expect(throws: JobQueueError.notAQueue(path: file)) {
                    try await queue.store.restore(
                        from: file, keepingReplacedIn: "\(queue.folder)/aside.sqlite")
                }
            }
            #expect(try await queue.job(id).state == .failed)
        }
    }

    @Test func `a backup that is damaged behind a good header replaces nothing`() async throws {
        try await TestQueue.inFile { queue in
            let file = "\(queue.folder)/backup.sqlite"
            let id = try await queue.submit()
            try await queue.store.backUp(to: file)
            let since = try await queue.submit()
            let whole = try Data(contentsOf: URL(filePath: file))
            let pages = whole.count / 4096
            for page in [pages / 4, pages / 2, pages - 1] {
                var damaged = whole
                let start = page * 4096
                damaged.replaceSubrange(
                    start..<start + 200, with: repeatElement(0xa5, count: 200))
                try damaged.write(to: URL(filePath: file))
                let error = await #expect(throws: JobQueueError.self, "page \(page)") {
                    try await queue.store.restore(
                        from: file, keepingReplacedIn: "\(queue.folder)/aside.sqlite")
                }
                guard case .corrupt(file, _) = error else {
                    Issue.record("page \(page): \(String(describing: error))")
                    continue
                }
                #expect(
                    !FileManager.default.fileExists(atPath: "\(queue.folder)/restoring.sqlite"))
            }
            #expect(try await queue.job(id).state == .waiting)
            #expect(try await queue.job(since).state == .waiting)
        }
    }
}
