/// Why an answer is delayed.
enum Pause: Sendable {
    case delay(Duration)
    /// Until the sequence ends.
    case untilReleased(AsyncStream<Never>)
    case forEver

    /// The pause that a rule demands; nil without one.
    init?(_ rule: Rule, release: AsyncStream<Never>?) {
        if let release {
            self = .untilReleased(release)
        } else if rule.answer == .slow {
            // Long enough to be noticed, short enough for a demonstration.
            self = .delay(.seconds(rule.seconds ?? 5))
        } else if rule.answer == .hang {
            self = .forEver
        } else {
            return nil
        }
    }

    /// Waits; throws `CancellationError` when the task is cancelled.
    func wait() async throws {
        switch self {
        case .delay(let duration):
            // Waits: as slowly as a test wants the emulated service to be.
            try await Task.sleep(for: duration)
        case .untilReleased(let release):
            for await _ in release {}
        case .forEver:
            let (never, continuation) = AsyncStream<Never>.makeStream()
            for await _ in never {}
            continuation.finish()
        }
        try Task.checkCancellation()
    }
}
