import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Gemini's part of the emulator: checks as the service does, then answers as the scenario says.
struct GenerateEndpoint: Sendable {
    let answering: Answering
    /// The prefix of every response id, unique for each run.
    let run: String

    /// The documented limit of one request with inline data.
    private static let maximumBodyBytes = 20 * 1024 * 1024

    /// `POST /v1beta/models/{model}:generateContent`.
    func respond(_ incoming: Request, _ context: EmulatorContext) async throws -> Response {
        var incoming = incoming
        let name = context.parameters.get("model") ?? ""
        let key = key(of: incoming)
        let call = LedgerEntry(
            model: name, key: key,
            requestID: HTTPField.Name("x-request-id").flatMap { incoming.headers[$0] })
        let request: GenerateRequest
        do {
            let body = try await body(of: &incoming)
            try check(key)
            guard let model = await answering.emulator.model(named: name) else {
                throw ServiceError.unknownModel(name)
            }
            request = try GenerateRequest(body: body, model: model)
        } catch let error as ServiceError {
            return try await answering.refuse(call, with: error.reply, on: context.channel)
        }
        let body = AnswerBody(
            model: request.model, responseID: "\(run)-\(UUID().uuidString)",
            hasPhoto: request.asked.photo != nil)
        return try await answering.answer(
            request.asked, to: call, incoming: incoming, channel: context.channel,
            unreadable: ServiceError.unreadablePicture.reply
        ) { .gemini($0, to: request.asked, picture: $1, body: body) }
    }

    /// `GET /v1beta/models`.
    func list(_ request: Request, _ context: EmulatorContext) async throws -> Response {
        let models = await answering.emulator.listModels()
        var reply = Reply.json(["models": .array(models.map(\.description))])
        do {
            try check(key(of: request))
        } catch {
            reply = error.reply
        }
        return try await .sending(reply, on: context.channel)
    }

    private func key(of request: Request) -> String? {
        HTTPField.Name("x-goog-api-key").flatMap { request.headers[$0] }
    }

    private func check(_ key: String?) throws(ServiceError) {
        guard let key else { throw .missingKey }
        guard answering.accepts(key) else { throw .invalidKey }
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
