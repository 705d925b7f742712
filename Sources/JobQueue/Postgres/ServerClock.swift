import Foundation
import Synchronization

/// The time of a server as this process knows it: when the server last told it, and what has passed since.
///
/// So a process whose own clock is wrong, or is set, is right all the same.
final class ServerClock: Sendable {
    private struct Told {
        var server = Date(timeIntervalSince1970: 0)
        var here = ContinuousClock.now
    }

    private let told = Mutex(Told())

    /// The server's time now.
    var now: Date {
        let told = told.withLock { $0 }
        return told.server + (ContinuousClock.now - told.here) / .seconds(1)
    }

    /// Notes what the server has just told.
    func set(_ milliseconds: Int64) {
        let latest = Told(server: Date(milliseconds: milliseconds))
        told.withLock { $0 = latest }
    }
}
