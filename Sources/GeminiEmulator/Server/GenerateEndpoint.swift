import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// `POST /{version}/models/{model}:generateContent`: checks as the service does, then answers as the scenario says.
struct GenerateEndpoint: Sendable {
    let answering: Answering
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
            guard let model = await answering.emulator.model(named: model) else {
                throw ServiceError.unknownModel(model, version: version)
            }
            request = try GenerateRequest(body: body, model: model)
        } catch let error as ServiceError {
            return try await answering.refuse(call, with: .error(error), on: context.channel)
        }
        return try await answer(request, to: call, incoming: incoming, channel: context.channel)
    }

    private func answer(
        _ request: GenerateRequest, to call: Call, incoming: Request, channel: any Channel
    ) async throws -> Response {
        let asked = Answering.Asked(
            prompt: request.prompt, photo: request.photo,
            size: request.wantsPicture ? PictureSize(aspectRatio: request.aspectRatio) : nil)
        let body = AnswerBody(
            model: request.model, responseID: "\(run)-\(UUID().uuidString)",
            hasPhoto: request.photo != nil)
        return try await answering.answer(
            asked, to: call, incoming: incoming, channel: channel,
            unreadable: .error(.unreadablePicture)
        ) { Reply($0, to: request, picture: $1, body: body) }
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
