import Foundation
import Ground
import Synchronization

/// The time of a server as this process knows it: the server's last report, and what has passed since.
///
/// So a process whose own clock is wrong, or is set, is right anyway.
///
/// Clock: what passes between two reports of the server.
final class ServerClock: Sendable {
    private let time: PassingTime
    /// What the server has reported last, and when.
    private let told: Mutex<(server: Date, here: ContinuousClock.Instant)>

    init(_ time: PassingTime) {
        self.time = time
        told = Mutex((Date(timeIntervalSince1970: 0), time.now()))
    }

    var now: Date {
        let told = told.withLock { $0 }
        return told.server + (time.now() - told.here) / .seconds(1)
    }

    /// Notes what the server has just reported.
    func set(_ milliseconds: Int64) {
        let latest = (Date(milliseconds: milliseconds), time.now())
        told.withLock { $0 = latest }
    }
}
