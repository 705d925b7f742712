/// Why a server takes no orders, or no worker does them; the raw value is stable, and programs read it.
package enum ReadinessProblem: String, Sendable, CaseIterable, Encodable {
    case stopping, disk, queue, store, halted
    case noWorker = "no_worker"

    /// The problem as part of a sentence.
    package var words: String {
        switch self {
        case .stopping: "the server is stopping"
        case .disk: "the disk has no room"
        case .queue: "the queue cannot be read"
        case .store: "the store of the photos does not answer"
        case .halted: "a provider is halted"
        case .noWorker: "no worker is running"
        }
    }
}
