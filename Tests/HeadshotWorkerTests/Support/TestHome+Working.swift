import HeadshotWorker
import ServiceLifecycle
import ServiceLifecycleTestKit
import TestSupport

extension TestHome {
    /// Runs a drain beside `body`, which can abort it as a second signal would, and waits for its end.
    @discardableResult
    func working(
        asking url: String, rule: StopRule = .drain, concurrency: Int = 4, cap: Int = 10,
        maxAttempts: Int = WorkerSettings.standardAttempts,
        body: (_ abort: Abort) async throws -> Void
    ) async throws -> WorkSummary {
        let worker = try worker(
            asking: url, rule: rule, concurrency: concurrency, cap: cap, maxAttempts: maxAttempts)
        try await limit(to: cap)
        let abort = Abort()
        try await working(worker, abort: abort) { try await body(abort) }
        return worker.summary
    }

    /// Runs a worker beside `body` and waits for both.
    func working(
        _ worker: Worker, abort: Abort, body: () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await worker.run() }
                    group.addTask { await abort.wait() }
                    // Whichever comes first ends the other; the worker is always waited for.
                    try await group.next()
                    group.cancelAll()
                    try await group.waitForAll()
                }
            }
            try await body()
            try await group.waitForAll()
        }
    }

    /// Runs a worker beside `body`, which can ask it to stop gracefully, and waits for its end.
    @discardableResult
    func stopping(
        asking url: String, rule: StopRule = .never, concurrency: Int = 4,
        body: @Sendable @escaping (_ stop: @escaping @Sendable () -> Void) async throws -> Void
    ) async throws -> WorkSummary {
        let worker = try worker(asking: url, rule: rule, concurrency: concurrency)
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await worker.run() }
                try await body { trigger.triggerGracefulShutdown() }
                try await group.waitForAll()
            }
        }
        return worker.summary
    }
}

/// Aborts a worker as a second signal would: its task is cancelled.
struct Abort: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    }

    /// Aborts the worker; can be called from anywhere.
    func callAsFunction() {
        continuation.finish()
    }

    fileprivate func wait() async {
        for await _ in stream {}
    }
}
