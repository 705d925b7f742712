public import Transfer

/// The outcome of one request to a model.
///
/// Only `made`, `nothing`, `unreadable` and a `halt` with a paid body came with status 200 from the provider and are
/// charged. Whether `foreign` and `outcomeUnknown` were charged is not known. All others are free.
public enum Answer: Sendable, Equatable {
    /// The model made what was requested.
    case made(Made)
    /// The model answered, but without what was requested.
    case nothing(EmptyAnswer)
    /// The model answered, but the answer is not usable.
    case unreadable(UnreadableAnswer)
    /// Something else than the provider answered with status 200: a network's login page, or a gateway's.
    ///
    /// Nothing says whether the provider saw the request.
    case foreign(detail: String, body: PaidBody)
    /// The provider refused this input, and would refuse it again.
    case invalidRequest(ProviderMessage)
    /// The provider refused the request without saying whether the input is the cause.
    case refused(ProviderMessage)
    /// The provider refuses every request until a person changes something.
    case halt(Halt)
    /// Something between here and the provider refused the request: a network's login page, a proxy, or another
    /// service.
    case intercepted(status: Int, message: ProviderMessage)
    /// The provider asks for a pause.
    case cooldown(Cooldown)
    /// The provider reports a temporary failure, and may ask for a pause.
    case serverError(status: Int, retryDelay: Duration?, message: ProviderMessage)
    /// The request failed before its first byte was sent, so the provider never saw it.
    case notSent(TransportFailure)
    /// The request was sent, at least in part, but no answer came back: it may have been charged.
    ///
    /// The body is present only if it has what was requested, although the status says that the request failed.
    case outcomeUnknown(TransportFailure, body: PaidBody? = nil)
}
