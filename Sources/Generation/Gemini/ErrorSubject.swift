/// What an error's sentence is about, if the error's details do not say.
///
/// The sentences are the service's own, from official fixtures and public reports. A sentence that is not
/// listed has no subject: a wrong guess would blame a photo, or stop the queue, for nothing.
enum ErrorSubject: Equatable {
    case key
    /// Its country or its billing.
    case account
    case model
    /// The request's form, which is the same for all photos.
    case request
    case picture

    /// The subject of a sentence; nil if it is unknown.
    init?(of sentence: String) {
        let sentence = sentence.lowercased()
        let match = Self.phrases.first { phrase, _ in sentence.contains(phrase) }
        guard let subject = match?.subject else { return nil }
        self = subject
    }

    /// Whether a sentence names a quota of zero, as in `limit: 0, model: x`.
    static func isOfZeroQuota(_ sentence: String) -> Bool {
        sentence.contains(/\blimit: ?0(?![.,]?[0-9])/)
    }

    /// Whether a sentence says that the account's money is used up.
    static func isOfMoney(_ sentence: String) -> Bool {
        let sentence = sentence.lowercased()
        return [
            "credits are depleted", "prepayment credits", "credit balance", "out of credits",
            "no credits", "spending cap", "spend cap", "spending limit", "insufficient_quota",
        ].contains { sentence.contains($0) }
    }

    /// Searched in this order.
    private static let phrases: [(phrase: String, subject: ErrorSubject?)] = [
        ("api key not valid", .key), ("api key expired", .key), ("api key not found", .key),
        ("billed users", .account), ("enable billing", .account),
        ("location is not supported", .account), ("not available in your country", .account),
        ("response modalities", .model), ("not supported by the model", .model),
        ("not supported by this model", .model), ("not supported for this model", .model),
        ("json mode is not enabled", .model), ("this model only supports", .model),
        ("is not enabled for models/", .model),
        ("supported for generatecontent", .model),
        ("process input image", .picture), ("input image", .picture),
        ("provided image", .picture), ("image is not valid", .picture),
        ("invalid image", .picture), ("decode image", .picture),
        // A fault within the contents may be the photo's.
        ("contents[", nil),
        ("invalid json payload", .request), ("unknown name", .request),
        ("invalid value at", .request), ("generatecontentrequest.", .request),
    ]
}
