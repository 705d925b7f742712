import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
final class ManualClock: Sendable {
    private let moment: Mutex<Date>

    /// Noon of 21 November 2026 in Greenwich.
    init(_ start: Date = Date(timeIntervalSince1970: 1_795_262_400)) {
        moment = Mutex(start)
    }

    var now: Date { moment.withLock { $0 } }

    func advance(by seconds: TimeInterval) {
        moment.withLock { $0 += seconds }
    }
}
