import Testing

@testable import JobQueue

/// What becomes of jobs whose workers are gone, and what a person's word does: tables of pure decisions.
@Suite(.timeLimit(.minutes(10)))
struct DecisionTests {
    @Test(
        arguments: [
            // Nothing was charged.
            (nil, false, false, true, .setBack), (nil, false, false, false, .waits),
            (nil, false, true, true, .cancelled), (nil, false, true, false, .cancelled),
            // An answer in the spool is saved, whatever a person or the worker's end said.
            (.started, true, false, true, .saves), (.started, true, true, true, .saves),
            (.unknown, true, false, false, .saves), (.paid, true, false, true, .saves),
            // Without one, a request may have been sent.
            (.started, false, false, true, .uncertain), (.started, false, true, false, .uncertain),
            (.unknown, false, false, true, .uncertain),
            (.paid, false, false, true, .answerLost), (.paid, false, true, false, .answerLost),
        ] as [(ChargeState?, Bool, Bool, Bool, RecoveryDecision)])
    func `a job whose worker is gone goes where its charge says`(
        charge: ChargeState?, isAnswerSpooled: Bool, isCancelRequested: Bool, wasKilled: Bool,
        decision: RecoveryDecision
    ) {
        #expect(
            RecoveryDecision.of(
                charge: charge, isAnswerSpooled: isAnswerSpooled,
                isCancelRequested: isCancelRequested, wasKilled: wasKilled) == decision)
    }

    @Test(
        arguments: [
            (.paid, .unknown, .fails(.resolvedPaid, charge: .paid)),
            (.paid, .paid, .fails(.resolvedPaid, charge: .paid)),
            (.paid, nil, .fails(.resolvedPaid, charge: .paid)),
            (.notPaid, .unknown, .waits), (.notPaid, nil, .waits), (.notPaid, .paid, .knownPaid),
            (.replaced(by: .some()), .unknown, .fails(.replaced, charge: nil)),
            (.replaced(by: .some()), .paid, .fails(.replaced, charge: nil)),
        ] as [(Resolution, ChargeState?, ResolutionDecision)])
    func `a person's word on an uncertain job does what its charge allows`(
        word: Resolution, charge: ChargeState?, decision: ResolutionDecision
    ) {
        #expect(ResolutionDecision.of(word, state: .uncertain, charge: charge) == decision)
        for state in JobState.allCases where state != .uncertain {
            #expect(ResolutionDecision.of(word, state: state, charge: charge) == .notUncertain)
        }
    }
}
