/// Why a program could not be run; a bad exit status is a result, not an error.
public enum ProgramError: Error, Sendable, Equatable {
    /// No such product beside the tests.
    case notBuilt(path: String)
    /// The system refused to start it.
    case notStarted(path: String, errno: Int32)
    /// No pipe or memory file could be opened.
    case noDescriptor(errno: Int32)
    /// It ended, or closed its output, before it printed what was waited for.
    case endedEarly(output: String, errors: String)
}
