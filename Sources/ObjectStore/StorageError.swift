/// Why bytes could not be kept or read.
public enum StorageError: Error, Sendable, Equatable {
    /// Nothing can be read or written there: a folder is unusable, the disk is full, read-only or broken.
    case unavailable(place: String, detail: String)
    /// This object alone cannot be read or written, for a reason of its own; others beside it can be.
    case unusable(place: String, detail: String)
}
