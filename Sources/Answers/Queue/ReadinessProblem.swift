package import HeadshotWorker

/// Why a server takes no orders, or no worker does them; the raw value is stable, and programs read it.
package enum ReadinessProblem: String, Sendable, CaseIterable, Encodable {
    case stopping, disk, queue, store, halted
    case noWorker = "no_worker"
    case workerHangs = "worker_hangs"

    /// What is wrong with the workers; `nil` if they work.
    package init?(_ crew: Crew) {
        switch crew {
        case .working: return nil
        case .hanging: self = .workerHangs
        case .missing: self = .noWorker
        }
    }

    /// The problem as part of a sentence.
    package var words: String {
        switch self {
        case .stopping: "the server is stopping"
        case .disk: "the disk has no room"
        case .queue: "the queue cannot be read"
        case .store: "the store of the photos does not answer"
        case .halted: "a provider is halted"
        case .noWorker: "no worker is running"
        case .workerHangs: "no worker has looked at the queue for two minutes"
        }
    }
}
