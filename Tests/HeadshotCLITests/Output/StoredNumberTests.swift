import Answers
import FaceFacts
import Foundation
import HeadshotWorker
import JobQueue
import TestSupport
import Testing
import Validation

@testable import Generation
@testable import HeadshotCLI

/// What is told of jobs whose rows have numbers that no program of ours wrote: none of them ends the program.
@Suite(.timeLimit(.minutes(10)))
struct StoredNumberTests {
    private static let file = """
        {"format":"jpeg","byteCount":231000,"width":800,"height":1000,"orientation":1,"pages":1,\
        "hasAlpha":false,"colourSpace":"rgb","bitsPerChannel":8,"scanCount":1,"jpegQuality":88}
        """

    /// The facts of a job, with every number that there can be.
    private func facts() throws -> String {
        let file = try JSONDecoder().decode(PhotoFacts.self, from: Data(Self.file.utf8))
        let facts = JobFacts(file: file, analysis: try Sample.analysis())
        return String(decoding: try JSONEncoder().encode(facts), as: UTF8.self)
    }

    private func expectWords(_ job: Job, _ charges: [Charge] = []) throws {
        let report = JobReport(
            JobSummary(job, now: Sample.now, timeZone: .gmt), charges, timeZone: .gmt)
        #expect(report.text.contains(job.id.description))
        #expect(try AnswerJSON.text(report).contains(job.id.description))
    }

    @Test func `facts with a number at an end of its type are told`() throws {
        let variants = NumberEnds.variants(of: try facts())
        #expect(variants.count > 250)
        for variant in variants {
            let job = try Sample.job(
                .succeeded, reason: "succeeded", facts: variant,
                outcome: #"{"facts":\#(variant),"findings":[]}"#)
            // They are not left out, either.
            let score = try #require(job.photoFacts?.score, "\(variant)")
            #expect(job.headshotAnalysis?.facts?.score == score)
            #expect(score.value.magnitude <= 1e9)
            try expectWords(job)
        }
    }

    @Test func `a receipt with a number at an end of its type is told`() throws {
        let usage = TokenUsage(
            prompt: 1, candidates: 2, thoughts: 3, total: 6, imageTokens: 4, photoTokens: 5)
        let receipt = String(
            decoding: try JSONEncoder().encode(Receipt(responseID: "r-1", usage: usage)),
            as: UTF8.self)
        let variants = NumberEnds.variants(of: receipt)
        #expect(variants.count == 6 * NumberEnds.far.count)
        for variant in variants {
            let charge = try Sample.charge(.paid, cost: .max, receipt: variant)
            let answer = try AnswerJSON.text(ChargeReport(charge))
            #expect(answer.contains("\"response_id\" : \"r-1\""), "\(variant)")
            try expectWords(try Sample.job(.failed, reason: "deadline"), [charge])
        }
    }

    @Test func `a rise with a number at an end of its type is told`() throws {
        let rise = #"{"model":"b","price":67000,"quotedModel":"a","quotedPrice":33600}"#
        for variant in NumberEnds.variants(of: rise) {
            let words = GateWords(
                code: "price_above_quote", detail: variant, opens: nil, now: Sample.now)
            #expect(
                words.sentence.contains("the price shown at submit was a, at about $"), "\(variant)"
            )
        }
    }

    @Test func `sums of money stop at the ends`() {
        var money = Money()
        (money.known, money.estimated, money.unknown, money.unpriced) = (.max, .max, .max, .max)
        let sum = money + money
        #expect(sum == money)
        #expect(MoneyAnswer(sum).words.contains("known"))
    }
}
