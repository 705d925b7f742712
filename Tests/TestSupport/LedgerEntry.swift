import Foundation

/// One generation request as the emulator saw it; the judge of what was paid.
public struct LedgerEntry: Sendable, Decodable, Equatable {
    /// What the emulator knows about the money of one request.
    public enum Charged: Sendable, Equatable, Decodable {
        /// Answered with status 200.
        case yes
        /// Answered with another status.
        case no
        /// Not answered with a status.
        case unknown

        /// Reads `true`, `false` or `"unknown"`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let charged = try? container.decode(Bool.self) {
                self = charged ? .yes : .no
            } else {
                self = .unknown
            }
        }
    }

    /// From 1, in order of arrival.
    public let seq: Int
    /// Milliseconds since 1970.
    public let timeMilliseconds: Int64
    /// The header `x-request-id`, if there was one.
    public let requestID: String?
    /// The model in the path.
    public let model: String
    /// Lower-case hexadecimal SHA-256 of the photo as sent.
    public let photo: String?
    /// Lower-case hexadecimal SHA-256 of the prompt.
    public let prompt: String?
    /// The first 8 hexadecimal digits of the SHA-256 of the key.
    public let keyFingerprint: String?
    /// The answer's name in a scenario, or `refused`.
    public let answer: String
    /// The HTTP status, nil where none was sent.
    public let status: Int?
    /// What became of the money.
    public let charged: Charged
    /// Lower-case hexadecimal SHA-256 of the picture in the answer, if it has one.
    public let picture: String?

    /// Reads JSON lines; also for a ledger file.
    public static func entries(ofLines lines: String) throws -> [LedgerEntry] {
        try lines.split(separator: "\n").map { line in
            try JSONDecoder().decode(LedgerEntry.self, from: Data(line.utf8))
        }
    }
}
