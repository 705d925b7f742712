/// Why the nets cannot be run.
public enum NetsError: Error, Sendable, Equatable {
    /// The folder does not have these files, or they cannot be read.
    case missing(folder: String, names: [String])
    /// A file is not the expected one.
    case wrong(path: String)
    /// Bytes with the right hash cannot be opened: memory has run out.
    case notOpened(NetFile)
}
