/// Why bytes could not be kept or read.
public enum StorageError: Error, Sendable, Equatable {
    /// Nothing can be read or written there: a folder is unusable, the disk is full, read-only or broken.
    case unavailable(place: String, detail: String)
    /// This object alone cannot be read or written, for a reason of its own; others beside it can be.
    case unusable(place: String, detail: String)
    /// The store does not keep the promises that others are built on, whatever is asked of it.
    case unfit(place: String, detail: String)

    /// Whether it is of a store, and not of a disk.
    public var isOfStore: Bool {
        switch self {
        case .unavailable(let place, _), .unusable(let place, _), .unfit(let place, _):
            place.hasPrefix("s3://")
        }
    }
}

/// A sentence for logs, rows and people.
extension StorageError: CustomStringConvertible {
    /// The place, and what happened there.
    public var description: String {
        switch self {
        case .unavailable(let place, let detail), .unusable(let place, let detail),
            .unfit(let place, let detail):
            "\(place): \(detail)"
        }
    }
}
