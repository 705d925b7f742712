import Synchronization

/// What the first decoder of a pool said of itself; the others are like it.
final class GreetingNote: Sendable {
    private let noted = Mutex<DecoderGreeting?>(nil)
    private let report: @Sendable (DecoderGreeting) -> Void

    init(report: @escaping @Sendable (DecoderGreeting) -> Void) {
        self.report = report
    }

    var greeting: DecoderGreeting? { noted.withLock(\.self) }

    /// Takes note, and tells it if it is news.
    func note(_ greeting: DecoderGreeting) {
        let isFirst = noted.withLock { noted in
            defer { noted = noted ?? greeting }
            return noted == nil
        }
        if isFirst { report(greeting) }
    }
}
