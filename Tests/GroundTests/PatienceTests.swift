import Ground
import TestSupport
import Testing

struct PatienceTests {
    private static func milliseconds(_ pauses: Int...) -> [Duration] {
        pauses.map { .milliseconds($0) }
    }

    @Test func `pauses double up to the longest, and none ends after the deadline`() {
        let time = ManualTime()
        var patience = Patience(
            first: .milliseconds(100), longest: .milliseconds(300), for: .seconds(1), time.passing)
        while patience.wait() {}
        #expect(time.pauses == Self.milliseconds(100, 200, 300, 300))
        #expect(!patience.isLeft)
    }

    @Test func `without a longest pause, all are the same`() {
        let time = ManualTime()
        var patience = Patience(
            first: .milliseconds(100), for: .milliseconds(350), time.passing)
        while patience.wait() {}
        #expect(time.pauses == Self.milliseconds(100, 100, 100))
    }

    @Test func `a number of pauses is kept, and others are longer by a factor`() async throws {
        let time = ManualTime()
        var patience = Patience(
            first: .milliseconds(100), longest: .milliseconds(200), pauses: 3, time.passing)
        while try await patience.sleep(times: 1.5) {}
        #expect(time.pauses == Self.milliseconds(150, 300, 300))
    }

    @Test func `what has no time left waits for nothing, and a caller can see that`() {
        let time = ManualTime()
        var patience = Patience(first: .milliseconds(1), for: .zero, time.passing)
        #expect(!patience.isLeft)
        let (next, hasWaited) = (patience.next(), patience.wait())
        #expect(next == nil)
        #expect(!hasWaited)
        #expect(time.pauses.isEmpty)
    }

    @Test func `without a deadline, there is always another try`() {
        let time = ManualTime()
        var patience = Patience(
            first: .seconds(1), longest: .seconds(3600), until: nil, time.passing)
        let hasWaited = (0..<20).map { _ in patience.wait() }
        #expect(!hasWaited.contains(false))
        #expect(time.pauses.last == .seconds(3600))
    }

    @Test func `a wait that goes on when its task is cancelled takes its time`() async throws {
        let time = PassingTime.ofMachine.evenIfCancelled
        let start = time.now()
        let waiting = Task {
            var patience = Patience(first: .milliseconds(20), for: .seconds(60), time)
            return try await patience.sleep()
        }
        waiting.cancel()
        #expect(try await waiting.value)
        #expect(time.now() - start >= .milliseconds(20))
    }
}
