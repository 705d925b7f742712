import Hashing
import Foundation
import Ground
import HeadshotWorker
import Hummingbird
import JobQueue
import Setup

/// What a client sends from a camera: a frame, perhaps a question, and its name for both.
///
/// The frame as it came never has a name on the disk.
struct LiveFrame: Sendable {
    let photo: PhotoIntake
    /// Nil for a frame without words.
    let question: String?
    let client: String
    /// What a repeated request must have again.
    let digest: String

    /// Reads a request: a photo as it is, whose name is the `Idempotency-Key`, or `multipart/form-data` with `frame`,
    /// `question` and `client_id`.
    init(_ request: Request, _ session: Session) async throws {
        let intake = try await PhotoIntake(home: session.home, isNameless: true)
        var texts: [String: Data] = [:]
        try await PhotoBody(request, parts: ["frame", "question", "client_id"]).read {
            part, piece in
            guard part != "frame" else { return try await intake.append(piece) }
            texts[part, default: Data()].append(piece)
            guard texts[part, default: Data()].count <= String.mostBytes else {
                throw Self.tooLong
            }
        }
        func text(_ part: String) throws -> String? {
            guard let bytes = texts[part] else { return nil }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Refusal.malformed("'\(part)' is not UTF-8.")
            }
            return text.allSatisfy(\.isWhitespace) ? nil : text
        }
        photo = intake
        question = try text("question")
        guard question?.isTooLong != true else { throw Self.tooLong }
        digest =
            SHA256.hash(data: Data("\(await intake.digest) \(question ?? "")".utf8))
            .hexadecimal
        // Without a name, the same frame with the same question is the same request: a phone sends it again when its answer is lost.
        let name = try text("client_id") ?? request.idempotencyKey() ?? digest
        try name.checkClientID()
        client = name
    }

    private static var tooLong: Refusal {
        .malformed("'question' has at most \(String.mostCharacters) characters.")
    }
}
