/// What became of one request for a headshot.
///
/// Only `picture`, `noPicture`, `unreadable` and a `halt` with a paid body arrived with a status
/// of 200 and are charged. What `outcomeUnknown` cost is not known. All others cost nothing.
public enum Answer: Sendable, Equatable {
    /// The headshot.
    case picture(GeneratedPicture)
    /// The model answered, without a picture.
    case noPicture(NoPicture)
    /// The model answered, and the answer could not be read.
    case unreadable(UnreadableAnswer)
    /// The provider refused the photo, and would refuse it again.
    case invalidRequest(ProviderMessage)
    /// The provider refused the request, and does not say whether the photo is the cause.
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
