import JobQueue
import Testing

@testable import Setup

/// What keeps a job from being made again, by its state alone.
struct RepeatObstacleTests {
    @Test(
        arguments: [
            (.waiting, .notEnded, .notEnded), (.running, .notEnded, .notEnded),
            (.succeeded, nil, nil), (.rejected, nil, nil), (.failed, nil, nil),
            (.cancelled, nil, nil),
            // Only for a caller who accepts that the request may have been charged.
            (.uncertain, .mayBeCharged, nil),
        ] as [(JobState, RepeatObstacle?, RepeatObstacle?)])
    func `a job is made again once it has ended, and in doubt only if the caller accepts a charge`(
        state: JobState, refusing: RepeatObstacle?, accepting: RepeatObstacle?
    ) {
        #expect(RepeatObstacle(state, acceptsCharge: false) == refusing)
        #expect(RepeatObstacle(state, acceptsCharge: true) == accepting)
    }
}
