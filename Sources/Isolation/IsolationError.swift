/// Why a child could not be started, or why communication with it failed.
public enum IsolationError: Error, Sendable, Equatable {
    /// The system did not start the program.
    case notStarted(errno: Int32)
    /// The system provided no memory to share with children.
    case notShared(errno: Int32)
    /// The child has closed its end, which also happens when it ends.
    case closed
    /// The child exceeded its deadline.
    case late
    /// The child exceeded its deadline, for most of which the machine gave it neither a processor nor its memory.
    case heldUp
    /// The child announced more bytes than it may send.
    case tooLong
    /// The child answered something else than it was asked.
    case strange
    /// The child neither answered nor computed for a while.
    case idle
}
