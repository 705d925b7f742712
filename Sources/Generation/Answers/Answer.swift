/// What became of one request to a model.
///
/// Only `made`, `nothing`, `unreadable` and a `halt` with a paid body arrived with a status
/// of 200 and are charged. What `outcomeUnknown` cost is not known. All others cost nothing.
public enum Answer: Sendable, Equatable {
    /// What was wanted.
    case made(Made)
    /// The model answered, without what was wanted.
    case nothing(NothingMade)
    /// The model answered, and the answer could not be read.
    case unreadable(UnreadableAnswer)
    /// The provider refused what it was given, and would refuse it again.
    case invalidRequest(ProviderMessage)
    /// The provider refused the request, and does not say whether what it was given is the cause.
    case refused(ProviderMessage)
    /// The provider refuses every request until a person changes something.
    case halt(Halt)
    /// The provider asks for a pause.
    case cooldown(Cooldown)
    /// The provider failed for now, and says so itself; it may ask for a pause.
    case serverError(status: Int, retryDelay: Duration?, message: ProviderMessage)
    /// The request failed before its first byte left: it is as if it had never been.
    case notSent(TransportFailure)
    /// The request left, in part at least, and no word of the provider came back: it may have been
    /// charged.
    case outcomeUnknown(TransportFailure)
}
