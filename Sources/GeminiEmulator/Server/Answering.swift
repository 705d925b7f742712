import Hashing
import Foundation
import Hummingbird
import Imaging
import NIOCore

/// Answers requests that passed their service's checks as the scenario says, and records all of them.
struct Answering: Sendable {
    let emulator: Emulator
    /// The only valid key; with nil, every key but `invalid` is valid.
    let expectedKey: String?

    func accepts(_ key: String) -> Bool { key == expectedKey ?? key && key != "invalid" }

    struct Asked {
        let prompt: String
        /// The photo as sent; nil without one.
        let photo: Data?
        /// The size of the picture that is wanted; nil where words are.
        var size: PictureSize?
        var isJPEG = false
        /// The JSON that is wanted; nil for none.
        var words: WantedWords?
    }

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - unreadable: The reply to a photo that cannot be decoded.
    ///   - reply: The service's reply that a rule demands, with the picture to show.
    func answer(
        _ asked: Asked, to call: LedgerEntry, incoming: Request, channel: any Channel,
        unreadable: Reply, reply: (Rule, Data) -> Reply
    ) async throws -> Response {
        var entry = call
        entry.photo = asked.photo.map(sha256)
        entry.prompt = sha256(Data(asked.prompt.utf8))
        let rule = await emulator.choose(prompt: asked.prompt, photo: entry.photo)
        var picture = rule.picture ?? SolidPicture.png
        if rule.picture == nil, rule.answer.showsPhoto, let size = asked.size,
            let photo = asked.photo
        {
            // So that a test can tell which prompt a picture was made from.
            let label = Array(SHA256.hash(data: Data(asked.prompt.utf8)))
            do {
                picture = try await PictureMaker.fill(
                    photo, width: size.width, height: size.height,
                    label: (label[0], label[1], label[2]), asJPEG: asked.isJPEG)
            } catch {
                return try await refuse(entry, with: unreadable, on: channel)
            }
        }
        let sent = reply(rule, picture)
        entry.answer = rule.answer.rawValue
        entry.status = sent.status
        entry.charged = sent.charged
        if sent.status == 200, asked.size != nil {
            entry.picture = rule.answer.shown(picture, photo: asked.photo).map(sha256)
        }
        let release = try await emulator.record(entry, hold: rule.answer == .hold)
        let delay: Duration? =
            switch rule.answer {
            // Long enough to be noticed, short enough for a demonstration.
            case .slow: .seconds(rule.seconds ?? 5)
            // Longer than any client waits.
            case .hang: .seconds(86_400)
            default: nil
            }
        guard release != nil || delay != nil else { return try await .sending(sent, on: channel) }
        // If the client disconnects first, this throws a CancellationError and closes the connection.
        var response = try await incoming.body.consumeWithCancellationOnInboundClose { _ in
            if let release { for await _ in release {} }
            // Waits: as slowly as a test wants the emulated service to be.
            if let delay { try await Task.sleep(for: delay) }
            try Task.checkCancellation()
            return try await Response.sending(sent, on: channel)
        }
        // Hummingbird cannot reuse a connection that it monitored for the client's disconnect.
        response.headers[.connection] = "close"
        return response
    }

    func refuse(
        _ call: LedgerEntry, with reply: Reply, on channel: any Channel
    ) async throws -> Response {
        var entry = call
        entry.status = reply.status
        _ = try await emulator.record(entry, hold: false)
        return try await .sending(reply, on: channel)
    }
}
