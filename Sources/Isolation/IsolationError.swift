/// Why a child could not be started or handed something, or no more be talked to.
public enum IsolationError: Error, Sendable, Equatable {
    /// The system did not start the program.
    case notStarted(errno: Int32)
    /// The system gave no memory to share with children.
    case notShared(errno: Int32)
    /// The child has closed its end, as it does by ending.
    case closed
    /// The child took longer than it was given.
    case late
    /// The child announced more bytes than it may send.
    case tooLong
}
