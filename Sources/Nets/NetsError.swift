/// Why there are no nets to run.
public enum NetsError: Error, Sendable, Equatable {
    /// The folder has not all of the files; these are missing, or cannot be read.
    case missing(folder: String, names: [String])
    /// A file is not the one that belongs there.
    case wrong(path: String)
    /// Bytes of the right hash cannot be opened: memory has run out.
    case notOpened(NetFile)
}
