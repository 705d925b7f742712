import Foundation
import Testing

@testable import Answers
@testable import HeadshotWorker
@testable import JobQueue

/// What is said of each kind of job, in each state and for each reason.
struct TextJobWordsTests {
    private static let reasons: [(JobState, [String])] = [
        (.waiting, WaitReason.allCases.map(\.rawValue)),
        (.running, ["claimed"]), (.succeeded, ["done"]),
        (.failed, FailureReason.allCases.map(\.rawValue)),
        (.cancelled, CancellationReason.allCases.map(\.rawValue)),
        (.uncertain, UncertaintyReason.allCases.map(\.rawValue)),
    ]

    private static func gate(isHalted: Bool = false) -> Gate {
        Gate(
            provider: "gemini", model: nil, opens: Sample.now + 290, allowed: 1,
            isHalted: isHalted, failures: 0, reason: GateReason.quotaPerMinute.rawValue,
            detail: nil, changed: Sample.now)
    }

    private func job(
        _ kind: JobKind, _ state: JobState, _ reason: String, due: Date = Sample.now,
        phase: JobPhase? = nil
    ) throws -> Job {
        let payload = kind == .headshot ? nil : WordsOrder(data: ["text": .text("a walk")]).payload
        return try Sample.job(
            state, reason: reason, kind: kind, payload: payload, phase: phase, due: due,
            detail: "words that are not JSON")
    }

    @Test(arguments: WordsKind.allCases)
    func `no sentence about a text speaks of a headshot, a picture or a photo`(
        kind: WordsKind
    ) throws {
        for (state, reasons) in Self.reasons {
            for reason in reasons {
                for phase in state == .running ? JobPhase.allCases.map(Optional.some) : [nil] {
                    for gate in [nil, Self.gate(), Self.gate(isHalted: true)] {
                        let sentence = try job(kind.job, state, reason, phase: phase)
                            .sentence(gate: gate, now: Sample.now, timeZone: nil)
                        for word in ["headshot", "picture", "photo", "image"] {
                            #expect(!sentence.lowercased().contains(word), "\(reason): \(sentence)")
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [.headshot, .analysis] + WordsKind.allCases.map(\.job))
    func `while a gate is closed every job that would be next says so`(kind: JobKind) throws {
        for reason in ["new", "retry", "refused", "interrupted", "cooldown"] {
            let job = try job(kind, .waiting, reason)
            guard kind != .analysis || !job.sentence(now: Sample.now).contains("newer version")
            else { continue }
            let sentence = job.sentence(gate: Self.gate(), now: Sample.now, timeZone: nil)
            #expect(
                sentence
                    == "Too many requests. Please wait and try again. Starts in about 5 minutes.")
            let halted = job.sentence(
                gate: Self.gate(isHalted: true), now: Sample.now, timeZone: nil)
            #expect(!halted.contains("worker"))
        }
    }

    @Test func `a person is shown how long it takes, and an operator the time`() throws {
        for reason in ["scheduled", "daily_cap", "budget", "retry", "interrupted"] {
            let job = try job(.headshot, .waiting, reason, due: Sample.now + 7200)
            let told = job.sentence(now: Sample.now, timeZone: nil)
            #expect(told.contains("tarts in about 2 hours"), "\(told)")
            #expect(job.sentence(now: Sample.now, timeZone: .gmt).contains("until 11:00"))
        }
    }

    @Test(arguments: [
        (-5.0, "in about 1 minute"), (20, "in about 1 minute"), (61, "in about 2 minutes"),
        (290, "in about 5 minutes"), (5400, "in about 90 minutes"), (7200, "in about 2 hours"),
        (86_400, "in about 24 hours"), (604_800, "in about 7 days"),
        (Double.infinity, "in about 11574 days"),
    ])
    func `a length of time is said as a person would`(seconds: Double, words: String) {
        #expect(TimeWords.about(Sample.now + min(seconds, 1e9), now: Sample.now) == words)
    }
}
