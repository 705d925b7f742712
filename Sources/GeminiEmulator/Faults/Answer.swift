import Foundation

/// Every way in which the emulator can answer a request that passed its checks.
///
/// The raw value is the name that a scenario uses.
enum Answer: String, Codable, Sendable, CaseIterable {
    // 200 with what was asked for.
    case ok
    case instant
    case slow
    case hold
    case pictureJPEG = "picture-jpeg"
    case thinkingDrafts = "thinking-drafts"

    // 200 without one.
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
    /// Words that end at the bound of tokens.
    case cutWords = "cut-words"
    case hugeBody = "huge-body"
    /// The login page of something in between.
    case html
    case errorInside = "error-inside"
    case otherShape = "other-shape"

    // The service says no.
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
    /// Something in between gives up, and does not say so in the service's words.
    case badGateway = "502-gateway"

    /// Whatever status, body and headers the rule has.
    case custom

    // The connection fails.
    case hang
    case dropBeforeHeaders = "drop-before-headers"
    case dropAfterHeaders = "drop-after-headers"
    case dropMidBody = "drop-mid-body"

    /// Whether answering needs the photo made into a picture.
    var showsPhoto: Bool {
        switch self {
        case .ok, .slow, .hold, .thinkingDrafts, .dropMidBody: true
        case .instant, .pictureJPEG, .blockedPrompt, .blockedPicture, .blockedWords, .noImage,
            .textOnly, .empty, .malformedWords, .otherWords, .cutWords, .accountLimited,
            .malformedJSON, .badBase64, .notAPicture, .hugeBody, .html,
            .errorInside, .otherShape, .quotaPerMinute, .quotaPerDay, .quotaZero, .quotaBare,
            .quotaHintOnly, .quotaNoCredit, .invalidArgument, .badRequest, .failedPrecondition,
            .keyInvalid, .unauthenticated, .permissionDenied, .notFound, .internalError,
            .overloaded, .overloadedWithHint, .deadlineExceeded, .badGateway, .custom, .hang,
            .dropBeforeHeaders, .dropAfterHeaders:
            false
        }
    }

    /// The picture that the answer brings whole; nil if it brings none.
    ///
    /// - Parameters:
    ///   - picture: The picture made for it.
    ///   - photo: The photo that was sent.
    func shown(_ picture: Data, photo: Data?) -> Data? {
        switch self {
        case .ok, .instant, .slow, .hold, .thinkingDrafts: picture
        case .pictureJPEG: photo ?? SolidPicture.png
        case .blockedPrompt, .blockedPicture, .blockedWords, .noImage, .textOnly, .empty,
            .malformedWords, .otherWords, .cutWords, .accountLimited,
            .malformedJSON, .badBase64, .notAPicture, .hugeBody, .html, .errorInside, .otherShape,
            .quotaPerMinute, .quotaPerDay, .quotaZero, .quotaBare, .quotaHintOnly, .quotaNoCredit,
            .invalidArgument, .badRequest, .failedPrecondition, .keyInvalid, .unauthenticated,
            .permissionDenied, .notFound, .internalError, .overloaded, .overloadedWithHint,
            .deadlineExceeded, .badGateway, .custom, .hang, .dropBeforeHeaders, .dropAfterHeaders,
            .dropMidBody:
            nil
        }
    }
}
