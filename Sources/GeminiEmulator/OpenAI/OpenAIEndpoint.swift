import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// OpenAI's part of the emulator: checks as the service does, then answers as the scenario says.
struct OpenAIEndpoint: Sendable {
    let answering: Answering
    /// The prefix of every response id, unique for each run.
    let run: String

    /// Above the service's limit of one picture.
    private static let maximumBodyBytes = 52 * 1024 * 1024

    /// `POST /v1/images/edits`.
    func edit(_ incoming: Request, _ context: EmulatorContext) async throws -> Response {
        var incoming = incoming
        let type = incoming.headers[.contentType] ?? ""
        let form = MultipartForm(try await body(of: &incoming), type: type)
        return try await serve(form?.text("model"), incoming, context) { model in
            guard let form else {
                throw OpenAIError(status: 400, message: "The form could not be parsed.")
            }
            return try EditRequest(form, model: model).asked
        }
    }

    /// `POST /v1/responses`.
    func respond(_ incoming: Request, _ context: EmulatorContext) async throws -> Response {
        var incoming = incoming
        let body = try await body(of: &incoming)
        let json = try? JSONDecoder().decode(JSONValue.self, from: body)
        return try await serve(json?["model"]?.text, incoming, context) { model in
            guard let json else {
                throw OpenAIError(
                    status: 400, message: "We could not parse the JSON body of your request.")
            }
            return try ResponsesRequest(json, model: model).asked
        }
    }

    /// `GET /v1/models`.
    func list(_ request: Request, _ context: EmulatorContext) async throws -> Response {
        let models = await answering.emulator.listOpenAIModels()
        var reply = Reply.json(["object": "list", "data": .array(models.map(\.description))])
        do {
            try check(request)
        } catch {
            reply = error.reply
        }
        return numbered(try await .sending(reply, on: context.channel))
    }

    /// Checks the key and the model, then the rest by `read`, and answers.
    private func serve(
        _ name: String?, _ incoming: Request, _ context: EmulatorContext,
        _ read: (OpenAIModel) throws -> Answering.Asked
    ) async throws -> Response {
        let call = LedgerEntry(
            model: name ?? "", key: key(of: incoming),
            requestID: HTTPField.Name("x-client-request-id").flatMap { incoming.headers[$0] })
        let asked: Answering.Asked
        do {
            try check(incoming)
            guard let name, !name.isEmpty else { throw OpenAIError.missing("model") }
            guard let model = await answering.emulator.openAIModel(named: name) else {
                throw OpenAIError.unknownModel(name)
            }
            asked = try read(model)
        } catch let error as OpenAIError {
            return try await numbered(
                answering.refuse(call, with: error.reply, on: context.channel))
        }
        let body = OpenAIBody(model: call.model, responseID: "\(run)-\(UUID().uuidString)")
        let response = try await answering.answer(
            asked, to: call, incoming: incoming, channel: context.channel,
            unreadable: OpenAIError.unreadablePicture.reply
        ) { .openAI($0, to: asked, picture: $1, body: body) }
        return numbered(response)
    }

    private func key(of request: Request) -> String? {
        request.headers[.authorization]
            .flatMap { $0.firstMatch(of: /^Bearer (.+)$/) }.map { String($0.1) }
    }

    private func check(_ request: Request) throws(OpenAIError) {
        guard let key = key(of: request) else { throw .missingKey }
        guard answering.accepts(key) else { throw .invalidKey }
    }

    private func body(of request: inout Request) async throws -> Data {
        Data(buffer: try await request.collectBody(upTo: Self.maximumBodyBytes))
    }

    /// The service numbers its answers; pages of others have no number.
    private func numbered(_ response: Response) -> Response {
        var response = response
        let isPage = response.headers[.contentType] == "text/html"
        if !isPage, let name = HTTPField.Name("x-request-id") {
            response.headers[name] = "req_\(UUID().uuidString.lowercased())"
        }
        return response
    }
}
