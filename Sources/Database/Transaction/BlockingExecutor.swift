import Dispatch

/// Runs an actor's jobs one after another on threads that may block, off the cooperative pool.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Unowned is safe: the block holds the executor, and each job is run once, as the protocol demands.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
