import JobQueue
import ServiceLifecycle
import Setup

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
