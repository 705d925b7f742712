/// What became of one request for a headshot.
///
/// Only `picture`, `noPicture`, `unreadable` and a `halt` with a receipt arrived with a status
/// of 200 and are charged. Of `outcomeUnknown` nobody knows. All others cost nothing.
public enum Answer: Sendable, Equatable {
    /// The headshot.
    case picture(GeneratedPicture)
    /// The model answered, without a picture.
    case noPicture(NoPicture)
    /// The model answered, and the answer could not be read.
    case unreadable(UnreadableAnswer)
    /// The provider refused this request, and would refuse it again.
    case invalidRequest(ProviderMessage)
    /// The provider refuses every request until a person changes something.
    case halt(Halt)
    /// The provider asks for a pause.
    case cooldown(Cooldown)
    /// The provider failed, with this status of 500 or above.
    case serverError(status: Int, message: ProviderMessage)
    /// The request failed before its first byte left: it is as if it had never been.
    case notSent(TransportFailure)
    /// The request left, in part at least, and no status came back: it may have been charged.
    case outcomeUnknown(TransportFailure)
}
