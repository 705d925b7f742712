import Foundation
import HeadshotWorker
import JobQueue
import Logging
import ServiceLifecycle
import Setup

/// Removes what has become too old and what others have given up, at the start and once an hour; and every few seconds
/// what lasts only so long, where no worker does it.
struct Housekeeping: Service {
    let session: Session
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var cleaned: ContinuousClock.Instant?
            while !Task.isCancelled {
                do {
                    if cleaned.map({ $0.duration(to: .now) >= Self.pause }) ?? true {
                        cleaned = .now
                        try await clean()
                    }
                    if try await session.store.endExpired(now: now) {
                        try await session.finishRemovals()
                    }
                } catch {
                    logger.error("What is old cannot be removed: \(error)")
                }
                try? await Task.sleep(for: Self.glance)
            }
        }
    }

    private var now: Date { session.configuration.environment.now }

    private func clean() async throws {
        try await session.janitor.removeUploads(before: now - Janitor.uploadLife)
        _ = try await session.store.removeTurns(before: now - Self.turnLife)
        try await session.finishRemovals()
    }

    private static let pause: Duration = .seconds(3600)
    /// A frame whose time is over is not on the disk much longer.
    private static let glance: Duration = .seconds(2)
    /// In seconds: nobody scrolls back further than a month.
    private static let turnLife: TimeInterval = 30 * 86_400
}
