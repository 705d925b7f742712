/// The body of an answer with another status than 200, as a service's own reader understands it.
struct ServiceError {
    let message: ProviderMessage
    /// Whether the provider's own service wrote the body, in the format that only it uses: not a gateway, a proxy or a login page.
    let isOfService: Bool
    var subject: Subject?
    var quota: Cooldown.Scope = .unspecified
    /// How long the body or a header asks to wait.
    var retryDelay: Duration?

    enum Subject {
        case key
        /// The account's billing or settings.
        case account
        /// The country that the request comes from.
        case location
        /// The account's money is used up.
        case credit
        /// The account's quota is zero.
        case zeroQuota
        /// The model does not exist.
        case modelName
        /// The model cannot do what is requested.
        case model
        /// The request's form, which is the same for all photos.
        case request
        /// The photo or the text that was sent.
        case input
        /// The photo, according to an error that asks for another try.
        case inputThisTime
    }

    /// Whether a sentence names a quota of zero, as in `limit: 0, model: x` or `Limit 0, Used 0`.
    static func namesZeroQuota(_ sentence: String) -> Bool {
        sentence.contains(/\blimit:? ?0(?![.,]?[0-9])/.ignoresCase())
    }
}
