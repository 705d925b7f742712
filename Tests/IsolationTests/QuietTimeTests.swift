import Testing

@testable import Isolation

/// When a process that has a picture counts as hanging, and when the machine keeps it from computing.
struct QuietTimeTests {
    /// What is seen of the process at a look: the milliseconds that it has computed since the look before, and whether it waits
    /// for a processor or the disk.
    struct Look: Sendable {
        let computed: Int64
        let isHeldUp: Bool
    }

    @Test(arguments: [
        ("sleeps", [Look(computed: 0, isHeldUp: false)], true, false),
        (
            "sleeps, and wakes up now and then",
            Array(repeating: Look(computed: 0, isHeldUp: false), count: 9)
                + [Look(computed: 1, isHeldUp: true)], true, false
        ),
        ("gets no processor", [Look(computed: 0, isHeldUp: true)], false, true),
        (
            "gets a processor for a moment",
            [Look(computed: 0, isHeldUp: true), Look(computed: 3, isHeldUp: true)], false, false
        ),
        ("computes", [Look(computed: 90, isHeldUp: true)], false, false),
        (
            "computes, and waits for its own threads", [Look(computed: 20, isHeldUp: false)], false,
            false
        ),
    ])
    func `only a process that could compute and does not is given up`(
        _ name: String, looks: [Look], isGivenUp: Bool, wasHeldUp: Bool
    ) {
        var quiet = QuietTime(computed: 0)
        var computed: Int64 = 0
        var hasEnded = false
        for number in 0..<200 {
            let look = looks[number % looks.count]
            computed += look.computed * 1_000_000
            quiet.note(computed: computed, isHeldUp: look.isHeldUp)
            hasEnded = hasEnded || quiet.isOver
        }
        #expect(hasEnded == isGivenUp)
        #expect(quiet.wasHeldUp == wasHeldUp)
    }
}
