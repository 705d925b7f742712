import Foundation
import HeadshotWorker
import JobQueue
import Logging
import ServiceLifecycle
import Setup

/// Removes what has become too old and what others have given up, at the start and once an hour.
struct Housekeeping: Service {
    let session: Session
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    let now = session.configuration.environment.now
                    let janitor = session.janitor
                    try await janitor.removeUploads(
                        before: now.addingTimeInterval(-Janitor.uploadLife))
                    try await session.finishRemovals()
                } catch {
                    logger.error("Old uploads cannot be removed: \(error)")
                }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    private static let pause: Duration = .seconds(3600)
}
