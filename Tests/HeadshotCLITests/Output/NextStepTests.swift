import HeadshotWorker
import JobQueue
import Testing

@testable import HeadshotCLI

/// What the command line says of the next step.
@Suite(.timeLimit(.minutes(10)))
struct NextStepTests {
    private func next(
        _ state: JobState, _ reason: String, _ charges: [Charge] = []
    ) throws -> String {
        try #require(try Sample.job(state, reason: reason).nextStep(charges))
    }

    @Test(arguments: UncertaintyReason.allCases)
    func `an uncertain job has both ways out`(reason: UncertaintyReason) throws {
        let next = try next(.uncertain, reason.rawValue)
        #expect(next.contains("resolve 7m2kq4x0ab --paid"))
        #expect(next.contains("--accept-possible-charge"))
    }

    @Test func `an uncertain job that is known to be paid is not said to be perhaps free`() throws {
        let paid = try next(.uncertain, "restored", [Sample.charge(.paid)])
        #expect(paid.hasPrefix("It was charged: 'headshot resolve 7m2kq4x0ab --paid' ends it."))
        #expect(!paid.contains("--not-paid"))
        #expect(try next(.uncertain, "restored", [Sample.charge(.unknown)]).contains("--not-paid"))
    }

    @Test(arguments: [FailureReason.blockedPrompt, .noImage, .answerLost, .resolvedPaid])
    func `what is paid once more has its price`(reason: FailureReason) throws {
        #expect(try next(.failed, reason.rawValue).hasSuffix("paid once more: about $0.039."))
    }

    @Test(arguments: [
        (LocalRule.localAngle.rawValue, "--by gemini"), ("exposure", "--force this one"),
        ("decoding", "takes another photo."),
    ])
    func `a rejected photo says what can be done`(reason: String, words: String) throws {
        #expect(try next(.rejected, reason).contains(words))
    }
}
