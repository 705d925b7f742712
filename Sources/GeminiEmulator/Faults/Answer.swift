import Foundation

/// Every way in which the emulator can answer a request that passed its checks.
///
/// The raw value is its name in a scenario.
enum Answer: String, Decodable, Sendable, CaseIterable {
    // 200 with what was requested.
    case ok
    case instant
    case slow
    case hold
    case pictureJPEG = "picture-jpeg"
    case thinkingDrafts = "thinking-drafts"

    // 200 without it.
    case blockedPrompt = "blocked-prompt"
    case blockedPicture = "blocked-picture"
    case blockedWords = "blocked-words"
    case noImage = "no-image"
    case textOnly = "text-only"
    case empty
    case accountLimited = "account-limited"

    // 200 that cannot be read.
    case malformedJSON = "malformed-json"
    case badBase64 = "bad-base64"
    case notAPicture = "not-a-picture"
    /// Words that begin as JSON.
    case malformedWords = "malformed-words"
    /// JSON that does not fit the schema.
    case otherWords = "other-words"
    /// Words that end at the token limit.
    case cutWords = "cut-words"
    case hugeBody = "huge-body"
    /// The login page of a proxy.
    case html
    case errorInside = "error-inside"
    case otherShape = "other-shape"

    // The service refuses.
    case quotaPerMinute = "429-per-minute"
    case quotaPerDay = "429-per-day"
    case quotaZero = "429-zero-limit"
    case quotaBare = "429-bare"
    case quotaHintOnly = "429-hint-only"
    case quotaNoCredit = "429-no-credit"
    case invalidArgument = "400-invalid-argument"
    case badRequest = "400-unclear"
    case failedPrecondition = "400-failed-precondition"
    case keyInvalid = "key-invalid"
    case unauthenticated = "401"
    case permissionDenied = "403"
    case notFound = "404"
    case internalError = "500"
    case overloaded = "503"
    case deadlineExceeded = "504"
    case overloadedWithHint = "503-retry-after"
    /// A gateway gives up, with an error that is not in the service's format.
    case badGateway = "502-gateway"

    /// The status, body and headers that the rule gives.
    case custom

    // The connection fails.
    case hang
    case dropBeforeHeaders = "drop-before-headers"
    case dropAfterHeaders = "drop-after-headers"
    case dropMidBody = "drop-mid-body"

    /// Whether the answer needs a picture made from the photo.
    var showsPhoto: Bool {
        switch self {
        case .ok, .slow, .hold, .thinkingDrafts, .dropMidBody: true
        default: false
        }
    }

    /// The picture that the answer carries in full; nil if it carries none.
    ///
    /// - Parameters:
    ///   - picture: The picture made for it.
    ///   - photo: The photo that was sent.
    func shown(_ picture: Data, photo: Data?) -> Data? {
        switch self {
        case .ok, .instant, .slow, .hold, .thinkingDrafts: picture
        case .pictureJPEG: photo ?? SolidPicture.png
        default: nil
        }
    }
}
