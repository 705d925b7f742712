import Decoding
import Synchronization

/// The greeting of the first decoder of a pool; the others are the same.
final class GreetingNote: Sendable {
    private let noted = Mutex<DecoderGreeting?>(nil)
    private let report: @Sendable (DecoderGreeting) -> Void

    init(report: @escaping @Sendable (DecoderGreeting) -> Void) {
        self.report = report
    }

    var greeting: DecoderGreeting? { noted.withLock(\.self) }

    /// Notes a greeting, and reports the first.
    func note(_ greeting: DecoderGreeting) {
        let isFirst = noted.withLock { noted in
            defer { noted = noted ?? greeting }
            return noted == nil
        }
        if isFirst { report(greeting) }
    }
}
