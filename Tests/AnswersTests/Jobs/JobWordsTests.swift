import Foundation
import Generation
import Testing
import Validation

@testable import Answers
@testable import HeadshotWorker
@testable import JobQueue

struct JobWordsTests {
    private func sentence(_ job: Job, gate: Gate? = nil) -> String {
        job.sentence(gate: gate, now: Sample.now, timeZone: .gmt)
    }

    @Test(arguments: [EmptyAnswer.Kind.blockedPrompt, .blockedAnswer, .noImage, .textOnly, .empty])
    func `an answer without a picture has words that ask for another photo`(
        kind: EmptyAnswer.Kind
    ) throws {
        let sentence = sentence(try Sample.job(.failed, reason: kind.failureReason.rawValue))
        #expect(sentence.hasPrefix("The model would not make this picture ("))
        #expect(sentence.hasSuffix("). Try another photo."))
    }

    @Test(arguments: UncertaintyReason.allCases)
    func `an uncertain job may have been charged`(reason: UncertaintyReason) throws {
        let sentence = sentence(try Sample.job(.uncertain, reason: reason.rawValue))
        #expect(sentence.hasSuffix("; it may have been charged."))
    }

    @Test func `each reason for a failure has words of its own`() throws {
        let sentences = try FailureReason.allCases.map { reason in
            sentence(try Sample.job(.failed, reason: reason.rawValue))
        }
        #expect(!sentences.contains { $0.hasPrefix("It failed: ") })
        #expect(Set(sentences).count == sentences.count)
        // What fails at the provider's side reads the same for a person, charged or not.
        let forPersons = try FailureReason.allCases.map { reason in
            try Sample.job(.failed, reason: reason.rawValue)
                .sentence(now: Sample.now, timeZone: nil)
        }
        #expect(Set(forPersons).count == forPersons.count - 1)
    }

    @Test(arguments: [
        ("a page of HTML, \"Sign in\"", "a page of HTML, \"Sign in\"."),
        ("Each side must be 256 pixels.", "Each side must be 256 pixels."),
        ("two\nlines\u{1B}[31m", "two lines\u{FFFD}[31m."),
    ])
    func `an answer that is no headshot is told by what it was`(detail: String, words: String)
        throws
    {
        let job = try Sample.job(.failed, reason: "unreadable_answer", detail: detail)
        #expect(
            sentence(job) == "The answer is not a headshot: \(words) It was kept.")
    }

    @Test func `a picture whose transfer broke off is named as that`() throws {
        let job = try Sample.job(
            .failed, reason: "unreadable_answer",
            detail:
                "\(UnreadableAnswer.brokenOff): transfer closed with 843 bytes remaining to read")
        let words = sentence(job)
        #expect(words.contains("broke off") && words.contains("paid"))
        #expect(!words.contains("843") && !words.contains("not a headshot"))
    }

    @Test func `nothing about the photo is said of a request that was refused without a reason`()
        throws
    {
        let sentence = sentence(try Sample.job(.failed, reason: "refused"))
        #expect(!sentence.lowercased().contains("photo"))
        #expect(!sentence.lowercased().contains("image"))
    }

    @Test(arguments: PictureRule.names)
    func `a rejected photo whose findings are gone still says what was wrong`(
        rule: String
    ) throws {
        let sentence = sentence(try Sample.job(.rejected, reason: rule))
        #expect(sentence.hasPrefix("The photo was refused: "))
        #expect(!sentence.contains(rule + "."))
    }

    @Test func `a rejected photo says what its findings said`() throws {
        let findings = """
            [{"rule":"side","severity":"notice","seen":"1","limit":"2","sentence":"Never mind."},
             {"rule":"decoding","severity":"refusal","seen":"no","limit":"yes","sentence":"It is cut off."}]
            """
        let job = try Sample.job(.rejected, reason: "decoding", findings: findings)
        #expect(sentence(job) == "It is cut off.")
    }

    @Test func `a budget in all that is spent is refilled by no day`() throws {
        let job = try Sample.job(.waiting, reason: "budget", due: Sample.now + 600)
        #expect(
            job.sentence(isSpentInAll: true, now: Sample.now, timeZone: .gmt)
                == "The space's budget in all is spent. Waits until it is raised.")
        #expect(
            job.sentence(isSpentInAll: true, now: Sample.now, timeZone: nil)
                == "The budget is spent. It waits until the budget is raised.")
    }

    @Test(arguments: [TimeZone.gmt, nil])
    func `a job whose photo is ready says so, as live views do`(timeZone: TimeZone?) throws {
        let job = try Sample.job(.running, reason: "running", phase: .preparing)
        func sentence(_ isReady: Bool?) -> String {
            job.sentence(
                progress: JobProgress(phase: .preparing, isReady: isReady), now: Sample.now,
                timeZone: timeZone)
        }
        #expect(sentence(true) == "It is ready, and waits for a slot.")
        #expect(sentence(nil) == "The photo is looked at and made ready.")
    }

    @Test(arguments: WaitReason.allCases)
    func `a waiting job says what it waits for`(reason: WaitReason) throws {
        let sentence = sentence(
            try Sample.job(.waiting, reason: reason.rawValue, due: Sample.now + 600))
        switch reason {
        case .new: #expect(sentence == "Waits for a worker.")
        case .scheduled:
            #expect(sentence == "Waits until 09:10 (10 min 0 s), as asked for.")
        case .cooldown: #expect(sentence == "Waits for the provider; nothing was paid.")
        case .dailyCap:
            #expect(
                sentence
                    == "All headshots of the day are used. Waits until 09:10 (10 min 0 s).")
        case .budget:
            #expect(
                sentence == "The budget is spent. Waits until 09:10 (10 min 0 s).")
        case .providerHalted:
            #expect(sentence == "The provider is halted. See 'headshot gate'.")
        case .storage:
            #expect(sentence == "The storage of the app is full. It waits until there is room.")
        case .retry:
            #expect(sentence == "Waits until 09:10 (10 min 0 s), to be tried again.")
        case .refused:
            #expect(
                sentence
                    == "The provider refused it and did not say why. It is tried once more, behind the others."
            )
        case .interrupted:
            #expect(
                sentence
                    == "It was interrupted before anything was sent. Waits until 09:10 (10 min 0 s), behind the others."
            )
        case .photo: #expect(sentence == "Waits for its photo to be stored.")
        case .answered:
            #expect(sentence == "The answer is here and paid; a worker has to save it.")
        }
    }

    @Test(arguments: [
        (GateReason.quotaPerMinute, "Too many requests. Please wait and try again."),
        (.tooManyRequests, "Too many requests. Please wait and try again."),
        (.serverErrors, "Service temporarily unavailable."),
        (.unknownOutcomes, "Service temporarily unavailable."),
        (.unreachable, "Service temporarily unavailable."),
        (.outOfCredit, "Service temporarily unavailable."),
    ])
    func `a job that waits for a closed gate says until when, and to the operator why`(
        reason: GateReason, sentence: String
    ) throws {
        let gate = Gate(
            provider: "gemini", model: nil, opens: Sample.now + 300, allowed: 1, isHalted: false,
            failures: 0, reason: reason.rawValue, detail: nil, changed: Sample.now)
        let job = try Sample.job(.waiting, reason: "cooldown")
        #expect(
            self.sentence(job, gate: gate) == "\(reason.sentence) Waits until 09:05 (5 min 0 s).")
        let toPerson = job.sentence(gate: gate, now: Sample.now, timeZone: nil)
        #expect(toPerson.hasPrefix(sentence))
        #expect(!toPerson.contains("credit"))
    }

    @Test(arguments: ["new", "provider_halted"])
    func `a halted provider's reason is shown to the operator, and not to a person`(
        reason: String
    ) throws {
        let gate = Gate(
            provider: "gemini", model: nil, opens: .distantFuture, allowed: 0, isHalted: true,
            failures: 0, reason: "out_of_credit", detail: nil, changed: Sample.now)
        let job = try Sample.job(.waiting, reason: reason)
        #expect(sentence(job, gate: gate).hasPrefix("The account's credit"))
        #expect(sentence(job, gate: gate).hasSuffix("See 'headshot gate'."))
        #expect(
            job.sentence(gate: gate, now: Sample.now, timeZone: nil)
                == "Service temporarily unavailable.")
    }

    @Test(arguments: [(JobPhase.uploading, true), (.preparing, false), (.saving, false)])
    func `a request on its way says to the operator what it may cost`(
        phase: JobPhase, isSent: Bool
    ) throws {
        let job = try Sample.job(.running, reason: "claimed", phase: phase)
        #expect(sentence(job).contains("about $0.039 in flight") == isSent)
        let toPerson = job.sentence(now: Sample.now, timeZone: nil)
        #expect(!toPerson.contains("$"))
    }

    @Test(arguments: JobPhase.allCases)
    func `a running job that is to be cancelled says so`(phase: JobPhase) throws {
        let job = try Sample.job(
            .running, reason: "claimed", phase: phase, isCancelRequested: true)
        #expect(sentence(job).hasSuffix(". It is to be cancelled."))
    }

    @Test(arguments: [JobState.failed, .cancelled, .uncertain, .rejected, .waiting])
    func `a code of a newer version is shown, harmlessly`(state: JobState) throws {
        let sentence = sentence(try Sample.job(state, reason: "moon\u{1B}phase"))
        #expect(sentence.contains("moon\u{FFFD}phase"))
    }
}
