/// What an error's sentence is about, if the error's details do not say.
///
/// The sentences are the service's own, from official fixtures and public reports. A sentence that is not
/// listed has no subject: a wrong guess would blame a photo, or stop the queue, for nothing.
enum GeminiSentence {
    /// The subject of a 400's sentence; nil if it is unknown.
    static func subject(of sentence: String) -> ServiceError.Subject? {
        let sentence = sentence.lowercased()
        return phrases.first { phrase, _ in sentence.contains(phrase) }?.subject
    }

    /// Whether a sentence says that the account's money is used up.
    static func isOfCredit(_ sentence: String) -> Bool {
        let sentence = sentence.lowercased()
        return [
            "credits are depleted", "prepayment credits", "credit balance", "out of credits",
            "no credits", "spending cap", "spend cap", "spending limit", "insufficient_quota",
        ].contains { sentence.contains($0) }
    }

    /// Searched in this order.
    private static let phrases: [(phrase: String, subject: ServiceError.Subject?)] = [
        ("api key not valid", .key), ("api key expired", .key), ("api key not found", .key),
        ("billed users", .account), ("enable billing", .account),
        ("location is not supported", .location), ("not available in your country", .location),
        ("response modalities", .model), ("not supported by the model", .model),
        ("not supported by this model", .model), ("not supported for this model", .model),
        ("json mode is not enabled", .model), ("this model only supports", .model),
        ("is not enabled for models/", .model),
        ("supported for generatecontent", .model),
        ("process input image. please retry", .inputThisTime),
        ("process input image", .input), ("input image", .input),
        ("provided image", .input), ("image is not valid", .input),
        ("invalid image", .input), ("decode image", .input),
        // A fault within the contents may be the photo's.
        ("contents[", nil),
        ("invalid json payload", .request), ("unknown name", .request),
        ("invalid value at", .request), ("generatecontentrequest.", .request),
    ]
}
