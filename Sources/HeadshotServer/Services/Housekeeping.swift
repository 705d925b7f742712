import Companion
import Foundation
import HeadshotWorker
import JobQueue
import Logging
import ServiceLifecycle
import Setup

/// Removes what has become too old and what others have given up, at the start and once an hour; what crashes left, at
/// the start and once a day; and every few seconds what lasts only so long, where no worker does it.
///
/// Clock: of the pauses only; what is old is judged by the environment's time.
/// Waits: between two looks.
struct Housekeeping: Service {
    let session: Session
    let logger: Logger
    /// What a person reads of an error.
    let sentence: @Sendable (any Error) -> String

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var cleaned: ContinuousClock.Instant?
            var swept: ContinuousClock.Instant?
            var hasFailed = false
            while !Task.isCancelled {
                do {
                    if swept.map({ $0.duration(to: .now) >= Self.day }) ?? true {
                        swept = .now
                        try await sweep()
                    }
                    if cleaned.map({ $0.duration(to: .now) >= Self.pause }) ?? true {
                        cleaned = .now
                        try await clean()
                    }
                    if try await session.store.endExpired(now: now) {
                        try await session.finishRemovals()
                    }
                    // A reader may have stood in the way of a removal.
                    try await session.store.discardOldRows(ofAll: false)
                    hasFailed = false
                } catch {
                    // Once for each outage.
                    if !hasFailed {
                        logger.error("What is old cannot be removed: \(sentence(error))")
                    }
                    hasFailed = true
                }
                try? await Task.sleep(for: Self.glance)
            }
        }
    }

    private var now: Date { session.configuration.environment.now }

    private func clean() async throws {
        try await session.janitor.removeUploads(before: now - Janitor.uploadLife)
        _ = try await session.store.removeTurns(before: now - Self.turnLife)
        try await session.store.forgetOldChanges(now: now)
        _ = try await session.store.removeDepartedPurchases(endedBefore: now - Self.month)
        try await session.finishRemovals()
        try await session.store.discardOldRows(ofAll: true)
    }

    private func sweep() async throws {
        let count = try await session.janitor.removePhotosWithoutRows(
            before: now - Janitor.uploadLife)
        guard count > 0 else { return }
        logger.notice("Removed photos that a crash left.", metadata: ["photos": "\(count)"])
    }

    private static let day: Duration = .seconds(86_400)
    private static let pause: Duration = .seconds(3600)
    /// A frame whose time is over is not on the disk much longer.
    private static let glance: Duration = .seconds(2)
    /// In seconds: no one scrolls back further than a month.
    private static let turnLife = month
    /// In seconds.
    private static let month: TimeInterval = 30 * 86_400
}

/// Ends the server once its queue was replaced or removed; requests are refused until then.
struct QueueWatch: Service {
    let session: Session

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try session.store.engine.checkFiles()
                // Waits: between two looks.
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    private static let pause: Duration = .seconds(1)
}
