import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// `POST /{version}/models/{model}:generateContent`: checks as the service does, then answers as the scenario says.
struct GenerateEndpoint: Sendable {
    let emulator: Emulator
    let studio = PictureStudio()
    let keys: KeyCheck
    /// The prefix of every response id, unique for each run.
    let run: String

    /// The documented limit of one request with inline data.
    private static let maximumBodyBytes = 20 * 1024 * 1024

    /// Answers one request.
    func respond(
        to incoming: Request, context: EmulatorContext, version: String
    ) async throws -> Response {
        var incoming = incoming
        let model = context.parameters.get("model") ?? ""
        let key = keys.key(of: incoming)
        let call = Call(
            model: model, key: key,
            requestID: HTTPField.Name("x-request-id").flatMap { incoming.headers[$0] })
        let request: GenerateRequest
        do {
            let body = try await body(of: &incoming)
            try keys.check(key)
            guard let model = await emulator.model(named: model) else {
                throw ServiceError.unknownModel(model, version: version)
            }
            request = try GenerateRequest(body: body, model: model)
        } catch let error as ServiceError {
            return try await refuse(call, error: error)
        }
        return try await answer(request, to: call, incoming: incoming, channel: context.channel)
    }

    private func answer(
        _ request: GenerateRequest, to call: Call, incoming: Request, channel: any Channel
    ) async throws -> Response {
        var call = call
        call.photo = request.photo.map(sha256)
        call.prompt = sha256(Data(request.prompt.utf8))
        let rule = await emulator.choose(prompt: request.prompt, photo: call.photo)
        let picture: Data
        do {
            let isMade = rule.picture == nil && rule.answer.showsPhoto && request.wantsPicture
            picture =
                isMade
                ? try await studio.picture(for: request) : rule.picture ?? SolidPicture.png
        } catch {
            return try await refuse(call, error: error)
        }
        let body = AnswerBody(
            model: request.model, responseID: "\(run)-\(UUID().uuidString)",
            hasPhoto: request.photo != nil)
        let reply = Reply(rule, to: request, picture: picture, body: body)
        let shown = request.wantsPicture ? rule.answer.shown(picture, photo: request.photo) : nil
        let release = try await emulator.record(
            call.entry(
                answer: rule.answer.rawValue, status: reply.status, charged: reply.charged,
                picture: shown.map(sha256)),
            hold: rule.answer == .hold)
        guard let pause = Pause(rule, release: release) else {
            return try await .sending(reply, on: channel)
        }
        // If the client disconnects first, this throws a CancellationError and closes the connection.
        var response = try await incoming.body.consumeWithCancellationOnInboundClose { _ in
            try await pause.wait()
            return try await Response.sending(reply, on: channel)
        }
        // Hummingbird cannot reuse a connection that it monitored for the client's disconnect.
        response.headers[.connection] = "close"
        return response
    }

    private func refuse(_ call: Call, error: ServiceError) async throws -> Response {
        _ = try await emulator.record(
            call.entry(answer: "refused", status: error.code, charged: .no), hold: false)
        return try .json(error.body, status: error.code)
    }

    private func body(of request: inout Request) async throws -> Data {
        do {
            let buffer = try await request.collectBody(upTo: Self.maximumBodyBytes)
            return Data(buffer: buffer)
        } catch is NIOTooManyBytesError {
            throw ServiceError.invalidArgument(
                "Request payload size exceeds the limit: \(Self.maximumBodyBytes) bytes.")
        }
    }
}

/// What the ledger records of a request, as far as it is known.
private struct Call {
    let model: String
    let key: String?
    let requestID: String?
    var photo: String?
    var prompt: String?

    func entry(
        answer: String, status: Int?, charged: Charged, picture: String? = nil
    ) -> LedgerEntry {
        LedgerEntry(
            requestID: requestID, model: model, photo: photo, prompt: prompt,
            keyFingerprint: key.map { String(sha256(Data($0.utf8)).prefix(8)) }, answer: answer,
            status: status, charged: charged, picture: picture)
    }
}
