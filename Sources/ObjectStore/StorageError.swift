/// Where bytes are, or should be.
public enum StoragePlace: Sendable, Equatable, CustomStringConvertible {
    /// A path on a disk.
    case file(String)
    /// The URL of an object in a store, or of a store.
    case object(String)

    /// The path or the URL.
    public var description: String {
        switch self {
        case .file(let name), .object(let name): name
        }
    }
}

/// Why bytes could not be kept or read.
public enum StorageError: Error, Sendable, Equatable {
    /// Nothing can be read or written there: a folder is unusable, the disk is full, read-only or broken.
    case unavailable(place: StoragePlace, detail: String)
    /// Only this object cannot be read or written; others beside it can be.
    case unusable(place: StoragePlace, detail: String)
    /// The store does not keep the promises that others are built on, whatever is asked of it.
    case unfit(place: StoragePlace, detail: String)

    /// Whether it is of a store, and not of a disk.
    public var isOfStore: Bool {
        switch self {
        case .unavailable(.object, _), .unusable(.object, _), .unfit(.object, _): true
        case .unavailable, .unusable, .unfit: false
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
