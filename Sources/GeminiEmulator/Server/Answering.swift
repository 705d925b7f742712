import Foundation
import Hummingbird
import NIOCore

/// Answers requests that passed their service's checks as the scenario says, and records all of them.
struct Answering: Sendable {
    let emulator: Emulator
    let studio = PictureStudio()

    /// What a scenario and the picture depend on.
    struct Asked {
        let prompt: String
        /// The photo as sent; nil without one.
        let photo: Data?
        /// The size of the picture that is wanted; nil where words are.
        let size: PictureSize?
        var isJPEG = false
    }

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - unreadable: The reply to a photo that cannot be decoded.
    ///   - reply: The service's reply that a rule demands, with the picture to show.
    func answer(
        _ asked: Asked, to call: Call, incoming: Request, channel: any Channel,
        unreadable: Reply, reply: (Rule, Data) -> Reply
    ) async throws -> Response {
        var call = call
        call.photo = asked.photo.map(sha256)
        call.prompt = sha256(Data(asked.prompt.utf8))
        let rule = await emulator.choose(prompt: asked.prompt, photo: call.photo)
        var picture = rule.picture ?? SolidPicture.png
        if rule.picture == nil, rule.answer.showsPhoto, let size = asked.size {
            do {
                picture = try await studio.picture(
                    asked.photo, prompt: asked.prompt, size: size, asJPEG: asked.isJPEG)
            } catch {
                return try await refuse(call, with: unreadable, on: channel)
            }
        }
        let sent = reply(rule, picture)
        let shown = asked.size == nil ? nil : rule.answer.shown(picture, photo: asked.photo)
        let release = try await emulator.record(
            call.entry(
                answer: rule.answer.rawValue, status: sent.status, charged: sent.charged,
                picture: sent.status == 200 ? shown.map(sha256) : nil),
            hold: rule.answer == .hold)
        guard let pause = Pause(rule, release: release) else {
            return try await .sending(sent, on: channel)
        }
        // If the client disconnects first, this throws a CancellationError and closes the connection.
        var response = try await incoming.body.consumeWithCancellationOnInboundClose { _ in
            try await pause.wait()
            return try await Response.sending(sent, on: channel)
        }
        // Hummingbird cannot reuse a connection that it monitored for the client's disconnect.
        response.headers[.connection] = "close"
        return response
    }

    /// Answers a request that the service's own checks refuse.
    func refuse(_ call: Call, with reply: Reply, on channel: any Channel) async throws -> Response {
        _ = try await emulator.record(
            call.entry(answer: "refused", status: reply.status, charged: .no), hold: false)
        return try await .sending(reply, on: channel)
    }
}

/// What the ledger records of a request, as far as it is known.
struct Call {
    let model: String
    let key: String?
    let requestID: String?
    var photo: String?
    var prompt: String?

    init(model: String, key: String?, requestID: String?) {
        self.model = model
        self.key = key
        self.requestID = requestID
    }

    /// The line of the ledger.
    func entry(
        answer: String, status: Int?, charged: Charged, picture: String? = nil
    ) -> LedgerEntry {
        LedgerEntry(
            requestID: requestID, model: model, photo: photo, prompt: prompt,
            keyFingerprint: key.map { String(sha256(Data($0.utf8)).prefix(8)) }, answer: answer,
            status: status, charged: charged, picture: picture)
    }
}
