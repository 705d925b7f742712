import Answers
import Foundation
import HeadshotWorker
import TestSupport
import Testing

@testable import Companion
@testable import HeadshotCLI
@testable import JobQueue

/// What `list`, `show`, `usage`, `gate`, `prune` and `doctor` answer, as text and as JSON.
@Suite(.timeLimit(.minutes(10)))
struct AnswerTests {
    private func expect(_ answer: some CommandAnswer, is name: String) throws {
        try expectGolden("\(name).txt", answer.text + "\n")
        try expectGolden("\(name).json", try AnswerJSON.text(answer) + "\n")
    }

    private func summary(_ job: Job) -> JobSummary {
        JobSummary(job, now: Sample.now, timeZone: .gmt)
    }

    @Test func `list answers one line a job`() throws {
        let jobs = [
            summary(try Sample.job(.waiting, reason: "new")),
            summary(try Sample.job(.uncertain, reason: "deadline")),
        ]
        try expect(ListAnswer(jobs: jobs, now: Sample.now, timeZone: .gmt), is: "list")
    }

    @Test func `a terminal is shown of a list what differs, cut to its width`() throws {
        let jobs = [
            summary(try Sample.job(.waiting, reason: "new")),
            summary(try Sample.job(.succeeded, reason: "succeeded")),
        ]
        func lines(_ width: Int?, isWhole: Bool = true) -> [Substring] {
            var table = JobTable(
                jobs, width: width, isWhole: isWhole, now: Sample.now, timeZone: .gmt)
            for job in jobs { table.add(job) }
            return table.takeLines().split(separator: "\n")
        }
        #expect(lines(60).allSatisfy { $0.columns <= 60 })
        #expect(lines(60).first?.contains("PERSON") == false)
        #expect(lines(60, isWhole: false).first?.contains("PERSON") == true)
        #expect(lines(nil).first?.contains("PERSON") == true)
        // That it succeeded says all.
        #expect(lines(nil).last?.hasSuffix("08:58") == true)
        #expect(lines(nil)[1].hasSuffix("Waits for a worker."))
    }

    @Test(arguments: [40, 60, 80, 120])
    func
        `a terminal of any width is shown half of a note or more, and no style that is the same in all`(
            width: Int
        ) throws
    {
        let job = summary(try Sample.job(.waiting, reason: "new"))
        var table = JobTable([job], width: width, isWhole: true, now: Sample.now, timeZone: .gmt)
        table.add(job)
        let lines = table.takeLines().split(separator: "\n")
        let half = job.sentence.prefix(job.sentence.count / 2)
        #expect(lines.contains { $0.contains(half) })
        #expect(lines.allSatisfy { $0.columns <= width })
        #expect(lines.first?.contains("STYLE") == false)
    }

    @Test func `show answers all that is kept of a job`() throws {
        let facts = """
            {"format":"jpeg","byteCount":13399,"width":800,"height":1000,"orientation":6,"pages":1,
             "hasAlpha":false,"colourSpace":"rgb","bitsPerChannel":8,"scanCount":1,"jpegQuality":75}
            """
        let findings = """
            [{"rule":"sentSide","severity":"notice","seen":"800","limit":"1000","sentence":"It is sent smaller."}]
            """
        let receipt = #"{"modelAnswered":"gemini-3","responseID":"r-1"}"#
        let job = try Sample.job(
            .succeeded, reason: "succeeded", crashes: 1, facts: facts, findings: findings,
            result: "7m2kq4x0ab-left-casual.png")
        let report = JobReport(
            summary(job),
            [try Sample.charge(.free), try Sample.charge(.paid, cost: 38_880, receipt: receipt)],
            timeZone: .gmt)
        try expect(report, is: "show")
    }

    @Test func `usage answers each person and the sums`() throws {
        var money = Money()
        money.known = 38_880
        money.unknown = 39_000
        let usage = Usage(usedToday: 12, today: money, month: money + money)
        let cap = DailyCap(charges: 10, timeZone: .gmt)
        try expect(
            UsageAnswer(
                [
                    PersonUsage(try Sample.person(), usage, cap: cap),
                    PersonUsage(nil, Usage(usedToday: 1, today: money, month: money), cap: cap),
                ],
                total: Usage(
                    usedToday: 13, today: money + money, month: money + money + money),
                [
                    KindUsage(kind: .headshot, provider: "gemini", usage: usage),
                    KindUsage(
                        kind: JobKind(rawValue: "praise"), provider: "openai-words",
                        usage: Usage(usedToday: 1, today: money, month: money)),
                ], caps: [.headshot: cap.charges], cap: cap, now: Sample.now), is: "usage")
    }

    @Test func `usage answers what is left of the day's money`() throws {
        var money = Money()
        money.known = 120_000
        money.unknown = 39_000
        let usage = Usage(usedToday: 4, today: money, month: money)
        let cap = DailyCap(charges: 10, spend: 500_000, timeZone: .gmt)
        try expect(
            UsageAnswer(
                [PersonUsage(try Sample.person(), usage, cap: cap)], total: usage, [], caps: [:],
                cap: cap, now: Sample.now),
            is: "usage-budget")
    }

    @Test func `prune answers what went`() throws {
        var answer = PruneAnswer(isDryRun: false)
        answer.jobs = 2
        answer.photos = 1
        try expect(answer, is: "prune")
    }

    @Test func `prune says how many jobs stay, also if nothing else went`() {
        var answer = PruneAnswer(isDryRun: false)
        #expect(answer.text == "There is nothing to remove.")
        answer.staying = 1
        #expect(answer.text == "Removed nothing; 1 job stays.")
        answer.jobs = 1
        answer.staying = 2
        #expect(answer.text == "Removed 1 job; 2 jobs stay.")
    }

    @Test func `doctor answers how to mend what is wrong`() throws {
        let checks = [
            Check.ok("clock", "right"), .warning("gate", "closed", remedy: "Wait."),
            .problem("API key", "not set", remedy: "Set GEMINI_API_KEY."),
        ]
        try expect(DoctorAnswer(checks: checks), is: "doctor")
    }
}
