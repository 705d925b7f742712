import Foundation
import Ground
import TestSupport
import Testing

@testable import Companion
@testable import Database
@testable import JobQueue

/// Rows with counts and times that no program of ours wrote.
@Suite(.timeLimit(.minutes(10)))
struct StoredCountTests {
    @Test func `counts at the end of their type end neither a job nor its gate`() async throws {
        let changes: [GateChange] = [
            .serverError(detail: nil), .unknownOutcome(detail: nil), .unreachable(detail: nil),
            .answered,
        ]
        for change in changes {
            try await TestQueue.inFile { queue in
                let end = JobEnd.failed(reason: .serverError, detail: nil)
                try await queue.submit()
                try await queue.run(to: end, .free, gate: .serverError(detail: nil))
                try tamper(
                    withQueueOf: queue.folder,
                    """
                    UPDATE gate SET failures = \(Int64.max), costly_failures = \(Int64.max),
                        allowed = \(Int64.max), opens_at = 0
                    """)
                try await queue.submit()
                try await queue.run(to: end, .free, gate: change)
                #expect(try await queue.gate().failures <= Int.counts.upperBound + 1)
            }
        }
        try await TestQueue.inFile { queue in
            let id = try await queue.submit()
            try tamper(withQueueOf: queue.folder, "UPDATE job SET crashes = \(Int64.max)")
            let claim = try await queue.take()
            let end = Settlement(job: .setBack(detail: "killed"))
            try await queue.store.settle(claim, end, now: queue.now)
            #expect(try await queue.job(id).waitReason == .interrupted)
        }
    }

    @Test func `a streak goes on from counts at the end of their type`() async throws {
        try await TestQueue.inFile { queue in
            try tamper(
                withQueueOf: queue.folder,
                """
                INSERT INTO streak (space, person, count, last_done, last_day, zone, total_days, best,
                    freezes_used)
                VALUES ('', 'anna', \(Int64.max), 0, '2026-11-20', 'GMT', \(Int64.max),
                    \(Int64.max), \(Int64.max))
                """)
            let streak = try await queue.store.read { tx in try JobStore.streak(of: .anna, tx) }
            for count in [streak.count, streak.totalDays, streak.best, streak.freezesUsed] {
                #expect(count == Int.counts.upperBound)
            }
        }
    }

    @Test(arguments: ["0.5", "1e300", "-1e300", "9223372036854775807", "9223372036854775808"])
    func `a lost streak has counts and a time, whatever its row says`(number: String) throws {
        let row = """
            {"count":\(number),"lastDone":\(number),"lastDay":"2026-11-20","freezesUsed":\(number)}
            """
        let lost = try JSONDecoder().decode(Streak.Lost.self, from: Data(row.utf8))
        #expect(Int.counts.contains(lost.count))
        #expect(Int.counts.contains(lost.freezesUsed))
        #expect(Date.storable.contains(lost.lastDone))
    }

    @Test(arguments: ["0.5", "1e300", "-1e300", "9223372036854775807", "9223372036854775808"])
    func `how long something took is a count, whatever its row says`(number: String) throws {
        let took = try JSONDecoder().decode(Milliseconds.self, from: Data(number.utf8))
        #expect(Int.counts.contains(took.count))
    }

    @Test(arguments: ["0.5", "1e300", "-1e300", "9223372036854775808"])
    func `the photos of a moment are a count, whatever its row says`(number: String) throws {
        let row =
            #"{"photos":\#(number),"zone":"GMT","answer":{"isOfPool":false,"#
            + #""reading":"light","text":""}}"#
        let said = try JSONDecoder().decode(Moment.Said.self, from: Data(row.utf8))
        #expect(Int.counts.contains(said.photos))
    }

    @Test(arguments: [Int64.max, .min])
    func `a number of a row is clamped, and one that is only compared is not`(
        number: Int64
    ) throws {
        let row = QueueRow(columns: ["n"], values: [.integer(number)])
        let read: Int = try row.required("n")
        #expect(Int.stored.contains(read))
        #expect(Int64(read.signum()) == number.signum())
        let money = try #require(row.money("n"))
        #expect(Int.money.contains(money))
        let compared: Int64 = try row.required("n")
        #expect(compared == number)
    }

    @Test func `a mark that leaves no number for a job is told as damage of the queue`()
        async throws
    {
        try await TestQueue.inFile { queue in
            let home = queue.folder
            try tamper(withQueueOf: home, "INSERT INTO mark VALUES (1, \(Int64.min))")
            try await queue.submit()
            try tamper(withQueueOf: home, "UPDATE mark SET removed_job = \(Int64.max)")
            let damage = JobQueueError.corrupt(path: queue.path, detail: "column removed_job")
            await #expect(throws: damage) { try await queue.submit() }
        }
    }

    @Test func `a sum beyond the end of its type is told as damage of the queue`() async throws {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            try tamper(
                withQueueOf: queue.folder,
                """
                INSERT INTO job_count SELECT 'other', provider, kind, state, reason, jobs FROM job_count;
                UPDATE job_count SET jobs = \(Int64.max)
                """)
            let damage = JobQueueError.corrupt(path: queue.path, detail: "integer overflow")
            await #expect(throws: damage) { try await queue.store.counts() }
            // One more does not fit into the row, either.
            do {
                try await queue.submit()
                Issue.record("a job was counted beyond the end of the type")
            } catch JobQueueError.corrupt {}
        }
    }

    @Test func `a number that a line of the payments journal cannot have is not written into it`()
        async throws
    {
        try await TestQueue.inFile { queue in
            try await queue.submit()
            try await queue.charge(queue.take())
            let journal = FileLedger(home: queue.folder)
            let number = try journal.lastNumber()
            try tamper(withQueueOf: queue.folder, "UPDATE charge SET line = \(Int64.max)")
            let damage = JobQueueError.corrupt(path: queue.path, detail: "column line")
            #expect(throws: damage) { try queue.another() }
            #expect(try journal.lastNumber() == number)
        }
    }

    @Test func `a cap may be as large as its type, and is not less than none`() async throws {
        try await TestQueue.inFile { queue in
            for (stored, charges) in [(Int64.max, Int.max), (.min, 0)] {
                try tamper(withQueueOf: queue.folder, "UPDATE cap SET charges = \(stored)")
                #expect(try await queue.store.limits()?.charges == charges)
            }
        }
    }

    @Test func `what is kept for less than no time is kept`() async throws {
        try await TestQueue.inFile { queue in
            try await queue.addSpaceWithoutPhotos()
            try tamper(
                withQueueOf: queue.folder,
                "UPDATE space SET keep_jobs = \(Int64.min), keep_photos = -1, keep_headshots = 0")
            let record = try await queue.store.record(of: Person.annaOfApp.space)
            let settings = try #require(record?.settings)
            #expect(settings.keeping.isForGood)
        }
    }

    @Test func `the numbers of a plan are clamped, whatever its row says`() throws {
        let row = """
            {"free":{"hoursBetweenScans":\(Int64.max),"words":{"praise":\(Int64.min)}}}
            """
        let plans = try JSONDecoder().decode(PlanTable.self, from: Data(row.utf8))
        #expect(plans.free.hoursBetweenScans == Int.ordinary.upperBound)
        #expect(plans.free.words["praise"] == Int.ordinary.lowerBound)
    }

    @Test(arguments: [Int64.max, .min])
    func `a moment at an end of time is on one page`(milliseconds: Int64) async throws {
        try await TestQueue.inFile { queue in
            for name in ["a", "b"] {
                try tamper(
                    withQueueOf: queue.folder,
                    """
                    INSERT INTO moment (
                        id, space, person, client, digest, day, happened_at, submitted_at, favourite,
                        said)
                    VALUES (
                        '\(name)', '', 'anna', '\(name)', printf('%064d', 0), '2026-11-21',
                        \(milliseconds), 0, 0, '{"photos":0,"zone":"GMT",
                        "answer":{"isOfPool":false,"reading":"light","text":""}}')
                    """)
            }
            var ids: [String] = []
            var place: MomentPlace?
            for _ in 0..<3 {
                let page = try await queue.store.moments(of: .anna, after: place, limit: 1)
                ids += page.map(\.id)
                place = page.last.map { MomentPlace($0) } ?? place
            }
            #expect(ids == ["b", "a"])
        }
    }

    @Test(arguments: [Int64.max, .min])
    func `a time at the end of its type is the nearest that can be told`(milliseconds: Int64) {
        let moment = Date(milliseconds: milliseconds)
        #expect(Date.storable.contains(moment))
        #expect(moment.milliseconds.signum() == milliseconds.signum())
    }
}
