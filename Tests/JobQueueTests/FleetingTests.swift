import Foundation
import Ground
import Testing

@testable import Companion
@testable import Database
@testable import JobQueue

/// Jobs that are done soon or not at all, and what models are asked in them.
@Suite(.timeLimit(.minutes(10)))
struct FleetingTests {
    private static let anna = Person.known("anna", in: Space("shop"))
    private static let praise = JobKind(rawValue: "praise")

    private func question(
        _ key: String = "praise/walk", most: Int = 3, seconds: Double = 600
    ) -> Question {
        Question(
            key: key, kind: Self.praise, payload: #"{"text":"a secret"}"#, provider: "gemini",
            fleeting: Fleeting(until: TestQueue.now + seconds, dailyLimit: most))
    }

    private func ask(
        _ queue: TestQueue, _ question: Question, at moment: Date = TestQueue.now
    ) async throws -> Bool {
        try await queue.store.ask(question, of: Self.anna, now: moment)
    }

    private func reply(
        _ queue: TestQueue, _ key: String = "praise/walk", at moment: Date = TestQueue.now
    ) async throws -> Reply {
        try await queue.store.reply(to: key, of: Self.anna, now: moment)
    }

    @Test func `nothing is asked twice, also after its job is gone`() async throws {
        try await TestQueue.with { queue in
            #expect(try await !ask(queue, question()))
            try await queue.admit(Self.anna)
            #expect(try await reply(queue) == .none)
            #expect(try await ask(queue, question()))
            #expect(try await !ask(queue, question()))
            #expect(try await reply(queue) == .pending(queue.newest()))
            try await queue.run(to: .succeeded(outcome: #"{"praise":"Well done."}"#))
            let answer = Reply.answered(#"{"praise":"Well done."}"#, provider: "gemini")
            #expect(try await reply(queue) == answer)
            _ = try await queue.store.remove([queue.newest()])
            #expect(
                try await reply(queue) == .answered(#"{"praise":"Well done."}"#, provider: ""))
            #expect(try await !ask(queue, question()))
            let replies = try await queue.store.replies(
                to: ["praise/walk", "praise/other"], of: Self.anna, now: queue.now)
            #expect(Set(replies.keys) == ["praise/walk"])
        }
    }

    @Test func `an answer is its person's alone, though others ask with the same key`() async throws
    {
        try await TestQueue.with { queue in
            let others = [
                Person.known("bert", in: Self.anna.space), .known("anna", in: Space("team")),
            ]
            for person in [Self.anna] + others { try await queue.admit(person) }
            #expect(try await ask(queue, question()))
            try await queue.run(to: .succeeded(outcome: #"{"praise":"Well done."}"#))
            for other in others {
                #expect(
                    try await queue.store.reply(to: "praise/walk", of: other, now: queue.now)
                        == .none)
                let replies = try await queue.store.replies(
                    to: ["praise/walk"], of: other, now: queue.now)
                #expect(replies.isEmpty)
                #expect(try await queue.store.ask(question(), of: other, now: queue.now))
            }
            #expect(
                try await reply(queue)
                    == .answered(#"{"praise":"Well done."}"#, provider: "gemini"))
        }
    }

    @Test func `a question that is taken back, or comes too late, is announced like any other end`()
        async throws
    {
        try await TestQueue.with { queue in
            let space = try await queue.addWebhook()
            let person = Person.known("anna", in: space)
            try await queue.admit(person)
            var asked: [JobID] = []
            for key in ["praise/late", "praise/walk"] {
                let seconds = key == "praise/late" ? 1.0 : 600
                #expect(
                    try await queue.store.ask(
                        question(key, seconds: seconds), of: person, now: queue.now))
                asked.append(try await queue.newest())
            }
            #expect(try await queue.store.endExpired(now: queue.now + 2))
            _ = try await queue.store.removeMoment(
                "m1", asked: "praise/walk", of: person, now: queue.now + 3)
            let deliveries = try await queue.store.undelivered(of: space, limit: 10)
            #expect(deliveries.compactMap { $0.job }.sorted() == asked.sorted())
            #expect(deliveries.allSatisfy { $0.type == "job.cancelled" })
            #expect(deliveries.allSatisfy { $0.body.contains(#""kind":"praise""#) })
            // What a person has deleted is not named any more.
            #expect(deliveries.filter { $0.body.contains(#""about":"late""#) }.count == 1)
            #expect(deliveries.allSatisfy { !$0.body.contains("walk") })
        }
    }

    @Test(arguments: [ChargeState.paid, .unknown, .free])
    func `a queue that is older than a question asks it again only if it was free`(
        state: ChargeState
    ) async throws {
        try await TestQueue.inFile { queue in
            try await queue.admit(Self.anna)
            let file = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: file)
            #expect(try await ask(queue, question()))
            try await queue.run(to: .failed(reason: .serverError, detail: nil), state)
            _ = try await queue.store.restore(
                from: file, keepingReplacedIn: "\(queue.folder)/aside.sqlite")
            #expect(try await reply(queue) == .none)
            #expect(try await ask(queue, question()) == (state == .free))
            // Nobody else's question, and no other, is held for it.
            #expect(try await ask(queue, question("praise/other")))
            let text = try String(contentsOfFile: "\(queue.folder)/payments.jsonl", encoding: .utf8)
            #expect(!text.contains("anna"))
            #expect(!text.contains("walk"))
        }
    }

    @Test func `a restored queue forgets a person's questions with the person`() async throws {
        try await TestQueue.inFile { queue in
            try await queue.admit(Self.anna)
            // By this job the restored queue knows whose the charges are.
            try await queue.submit(Self.anna, notBefore: queue.now + 9000)
            let file = "\(queue.folder)/backup.sqlite"
            try await queue.store.backUp(to: file)
            #expect(try await ask(queue, question()))
            try await queue.run(to: .succeeded(outcome: "{}"))
            _ = try await queue.store.restore(
                from: file, keepingReplacedIn: "\(queue.folder)/aside.sqlite")
            #expect(try await !ask(queue, question()))
            #expect(try await queue.store.anonymiseCharges(of: Self.anna) == 1)
            try await queue.admit(Self.anna)
            #expect(try await ask(queue, question()))
        }
    }

    @Test func `a day has so many of a kind, those on their way and other kinds apart`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for _ in 0..<10 {
                try await queue.submit(Self.anna)
                try await queue.run(to: .succeeded(outcome: "{}"))
            }
            for number in 0..<3 { #expect(try await ask(queue, question("praise/\(number)"))) }
            #expect(try await !ask(queue, question("praise/3")))
            try await queue.run(to: .succeeded(outcome: "{}"))
            try await queue.run(to: .failed(reason: .invalidRequest, detail: nil), .free)
            #expect(try await ask(queue, question("praise/3")))
            #expect(try await !ask(queue, question("praise/4")))
            #expect(try await reply(queue, "praise/4") == .none)
            let tomorrow = DailyCap.ten.nextDay(after: queue.now)
            let later = question("praise/4", most: 3, seconds: 3 * 86_400)
            #expect(try await ask(queue, later, at: tomorrow))
        }
    }

    @Test func `a job that was charged counts once among the day's questions`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            #expect(try await ask(queue, question("a", most: 2)))
            let claim = try await queue.take()
            try await queue.charge(claim)
            // It runs, and has a place of the day; the other place is left.
            #expect(try await ask(queue, question("b", most: 2)))
            #expect(try await !ask(queue, question("c", most: 2)))
        }
    }

    @Test func `what comes too late is not sent, whoever finds it`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for key in ["a", "b"] { #expect(try await ask(queue, question(key, seconds: 10))) }
            let claim = try await queue.take()
            let late = queue.now + 10
            #expect(try await queue.startCharge(claim, at: late) == .gaveUp(.expired))
            #expect(try await queue.charges(claim.job.id).isEmpty)
            #expect(try await queue.job(claim.job.id).reason == "expired")
            #expect(try await reply(queue, "b", at: late) == .gone(reason: "new"))
            _ = try await queue.claim(at: late)
            #expect(
                try await queue.store.jobs(JobFilter(), limit: 9).map(\.state) == [
                    .cancelled, .cancelled,
                ])
            #expect(try await reply(queue, "b", at: late) == .gone(reason: "expired"))
        }
    }

    @Test func `it is sent up to the last moment`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            #expect(try await ask(queue, question(seconds: 10)))
            let claim = try await queue.take(at: queue.now + 9)
            #expect(try await queue.startCharge(claim, at: queue.now + 9.999).charge != nil)
        }
    }

    @Test func `an unknown outcome is a failure that counts as paid, and nobody has to decide`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            #expect(try await ask(queue, question(most: 1)))
            let id = try await queue.run(
                to: .uncertain(reason: .deadline, detail: nil), .unknown)
            let job = try await queue.job(id)
            #expect((job.state, job.reason) == (.failed, "outcome_unknown"))
            #expect(try await queue.charges(id) == [.unknown])
            #expect(try await !ask(queue, question("praise/more", most: 1)))
            #expect(try await reply(queue) == .gone(reason: "outcome_unknown"))
        }
    }

    @Test func `a worker that dies after the charge leaves a failure, before it another try`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for key in ["a", "b"] { #expect(try await ask(queue, question(key))) }
            let worker = WorkerID.fresh()
            let sent = try await queue.take(worker)
            try await queue.charge(sent)
            let unsent = try await queue.take(worker)
            _ = try await queue.store.recover(from: [worker], spooled: [], now: queue.now)
            #expect(try await queue.job(sent.job.id).reason == "outcome_unknown")
            #expect(try await queue.charges(sent.job.id) == [.unknown])
            #expect(try await queue.job(unsent.job.id).state == .waiting)
        }
    }

    @Test func `a worker that dies too late to try again ends it free`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            #expect(try await ask(queue, question(seconds: 10)))
            let worker = WorkerID.fresh()
            let claim = try await queue.take(worker)
            _ = try await queue.store.recover(
                from: [worker], spooled: [], now: queue.now + 11)
            _ = try await queue.claim(at: queue.now + 11)
            #expect(try await queue.job(claim.job.id).reason == "expired")
        }
    }

    @Test func `it waits for no cap, no budget and no halt`() async throws {
        let poor = DailyCap(spend: 1, timeZone: TestQueue.utc)
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            for key in ["a", "b", "c"] { #expect(try await ask(queue, question(key))) }
            let first = try await queue.take()
            #expect(try await queue.startCharge(first, cap: poor) == .gaveUp(.budget))
            let second = try await queue.take()
            let third = try await queue.take()
            try await queue.charge(second, cap: .ten)
            try await queue.store.settle(
                second,
                Settlement(
                    job: .failed(reason: .serverError, detail: nil),
                    gate: .halt(reason: .keyInvalid, detail: nil)), now: queue.now)
            #expect(try await queue.startCharge(third) == .gaveUp(.providerHalted))
            // A picture of the same provider waits for both.
            #expect(try await queue.job(first.job.id).reason == "budget")
        }
    }

    @Test func `it waits for a cooldown that ends in time, and for no other`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            #expect(try await ask(queue, question("soon", seconds: 600)))
            for (due, state) in [(300.0, JobState.waiting), (600, .cancelled)] {
                let claim = try await queue.take(at: queue.now + 300)
                let end = JobEnd.waits(
                    .retry, due: queue.now + due, countsAttempt: true, detail: nil)
                try await queue.store.settle(claim, Settlement(job: end), now: queue.now)
                #expect(try await queue.job(claim.job.id).state == state)
            }
        }
    }

    @Test func `nobody repeats it`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            #expect(try await ask(queue, question()))
            let id = try await queue.run(
                to: .uncertain(reason: .deadline, detail: nil), .unknown)
            let picture = try await queue.submit(Self.anna)
            try await queue.run(to: .failed(reason: .serverError, detail: nil), .free)
            let again = [id, picture].map { old in
                var job = NewJob.some(Self.anna)
                job.retryOf = old
                return job
            }
            for once in [false, true] {
                let news = try await queue.store.submitRepetitions(
                    again, once: once, now: queue.now)
                #expect(news[0] == nil)
                #expect((news[1] == nil) == once)
            }
        }
    }

    @Test func `an answer for somebody who left is not kept`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            #expect(try await ask(queue, question()))
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            try await queue.store.beginToForget(Self.anna, now: queue.now)
            let settlement = Settlement(
                job: .succeeded(outcome: "{}"), charge: ChargeEnd(id: charge.id, state: .paid))
            try await queue.store.settle(claim, settlement, now: queue.now)
            #expect(try await reply(queue) == .none)
        }
    }

    @Test func `a moment that is removed takes its words along, and is never asked about again`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            let day = LocalDay(of: queue.now, in: .gmt)
            func moment(_ id: String) -> Moment {
                Moment(
                    id: id, person: Self.anna, client: "walk",
                    digest: String(repeating: "d", count: 64), day: day, happened: queue.now,
                    submitted: queue.now,
                    said: Moment.Said(
                        text: "a secret", note: nil, mood: nil, photos: 0, zone: "GMT",
                        answer: Moment.Reply(reading: "light", text: "", isOfPool: false)))
            }
            func add(_ id: String) async throws {
                _ = try await queue.store.add(
                    moment(id), asking: question(), now: queue.now
                ) { _ in Moment.Reply(reading: "light", text: "Nice.", isOfPool: true) }
            }
            try await add("m1")
            let job = try await queue.newest()
            #expect(try await reply(queue) == .pending(job))
            let removed = try await queue.store.removeMoment(
                "m1", asked: "praise/walk", of: Self.anna, now: queue.now)
            #expect(removed)
            let left = try await queue.job(job)
            #expect(left.state == .cancelled)
            #expect(left.payload == "{}")
            try await add("m2")
            #expect(try await queue.newest() == job)
        }
    }

    @Test(arguments: [true, false])
    func `a moment that is removed, or gets other words, takes the summaries of its day along`(
        isRemoved: Bool
    ) async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            let day = try #require(LocalDay("2026-11-21"))
            let moment = Moment(
                id: "m1", person: Self.anna, client: "walk",
                digest: String(repeating: "d", count: 64), day: day, happened: queue.now,
                submitted: queue.now,
                said: Moment.Said(
                    text: "a secret", note: nil, mood: nil, photos: 0, zone: "GMT",
                    answer: Moment.Reply(reading: "cheer", text: "", isOfPool: false)))
            _ = try await queue.store.add(moment, now: queue.now) { _ in moment.said.answer }
            let keys = ["2026-11-21/v1", "2026-11-21", "2026-11-22/v1"].map { "day_summary/\($0)" }
            for key in keys { #expect(try await ask(queue, question(key))) }
            for _ in keys {
                try await queue.run(to: .succeeded(outcome: #"{"summary":"of a secret"}"#))
            }
            if isRemoved {
                #expect(
                    try await queue.store.removeMoment(
                        "m1", asked: "praise/walk", of: Self.anna, now: queue.now))
            } else {
                let changed = try await queue.store.changeMoment(
                    "m1", asked: "praise/walk", replacesWords: true, of: Self.anna, now: queue.now
                ) {
                    $0.said.text = "nothing to hide"
                } reply: { _ in
                    moment.said.answer
                }
                #expect(changed?.said.text == "nothing to hide")
            }
            let left: [String] = try await queue.store.read { tx in
                try tx.values("SELECT key FROM asked WHERE answer IS NOT NULL")
            }
            #expect(left == ["day_summary/2026-11-22/v1"])
        }
    }

    @Test func `a moment that is removed takes an answer along that had come`() async throws {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            #expect(try await ask(queue, question()))
            #expect(try await ask(queue, question("praise/other")))
            for _ in 0..<2 {
                try await queue.run(to: .succeeded(outcome: #"{"praise":"of a secret"}"#))
            }
            _ = try await queue.store.removeMoment(
                "m1", asked: "praise/walk", of: Self.anna, now: queue.now)
            #expect(try await reply(queue) == .gone(reason: "succeeded"))
            #expect(
                try await reply(queue, "praise/other")
                    == .answered(#"{"praise":"of a secret"}"#, provider: "gemini"))
            let left: [String] = try await queue.store.read { tx in
                try tx.values("SELECT key FROM asked WHERE answer IS NOT NULL")
            }
            #expect(left == ["praise/other"])
            let outcomes: [String] = try await queue.store.read { tx in
                try tx.values("SELECT outcome FROM job ORDER BY outcome DESC")
            }
            #expect(outcomes.filter { $0.contains("secret") }.count == 1)
        }
    }

    @Test func `words that are on their way when their moment goes are forgotten when they come`()
        async throws
    {
        try await TestQueue.with { queue in
            try await queue.admit(Self.anna)
            #expect(try await ask(queue, question()))
            let claim = try await queue.take()
            let charge = try await queue.charge(claim)
            let isGone = try await queue.store.removeMoment(
                "m1", asked: "praise/walk", of: Self.anna, now: queue.now)
            #expect(!isGone)
            #expect(try await queue.job(claim.job.id).payload.contains("secret"))
            let settlement = Settlement(
                job: .succeeded(outcome: #"{"praise":"of a secret"}"#),
                charge: ChargeEnd(id: charge.id, state: .paid))
            try await queue.store.settle(claim, settlement, now: queue.now)
            let job = try await queue.job(claim.job.id)
            #expect((job.state, job.payload, job.outcome) == (.succeeded, "{}", "{}"))
            let reply = try await reply(queue)
            #expect(reply == .gone(reason: "succeeded"))
            #expect(try await !ask(queue, question()))
        }
    }
}
