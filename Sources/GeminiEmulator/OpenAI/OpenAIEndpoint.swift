import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// OpenAI's part of the emulator: checks as the service does, then answers as the scenario says.
struct OpenAIEndpoint: Sendable {
    let answering: Answering
    let keys: KeyCheck
    /// The prefix of every response id, unique for each run.
    let run: String

    /// Above the service's limit of one picture.
    private static let maximumBodyBytes = 52 * 1024 * 1024

    /// Whether a request has a key in OpenAI's header.
    func isAsked(by request: Request) -> Bool { request.headers[.authorization] != nil }

    /// `POST /v1/images/edits`.
    func edit(_ incoming: Request, _ context: EmulatorContext) async throws -> Response {
        var incoming = incoming
        let type = incoming.headers[.contentType] ?? ""
        let body = try await body(of: &incoming)
        let form = MultipartForm(body, type: type)
        let call = call(incoming, model: form?.text("model"))
        let edit: EditRequest
        do {
            try check(call)
            guard let form else {
                throw OpenAIError(status: 400, message: "The form could not be parsed.")
            }
            edit = try EditRequest(form, model: try await model(of: call))
        } catch let error as OpenAIError {
            return try await numbered(
                answering.refuse(call, with: error.reply, on: context.channel))
        }
        let asked = Answering.Asked(
            prompt: edit.prompt, photo: edit.photo, size: edit.size, isJPEG: edit.wantsJPEG)
        return try await answer(asked, nil, call, incoming, context)
    }

    /// `POST /v1/responses`.
    func respond(_ incoming: Request, _ context: EmulatorContext) async throws -> Response {
        var incoming = incoming
        let body = try await body(of: &incoming)
        let json = try? JSONDecoder().decode(JSONValue.self, from: body)
        let call = call(incoming, model: json?["model"]?.text)
        let request: ResponsesRequest
        do {
            try check(call)
            guard let json else {
                throw OpenAIError(
                    status: 400, message: "We could not parse the JSON body of your request.")
            }
            request = try ResponsesRequest(json, model: try await model(of: call))
        } catch let error as OpenAIError {
            return try await numbered(
                answering.refuse(call, with: error.reply, on: context.channel))
        }
        let asked = Answering.Asked(prompt: request.prompt, photo: request.photo, size: nil)
        return try await answer(asked, request.words, call, incoming, context)
    }

    /// `GET /v1/models`.
    func list(_ request: Request, _ context: EmulatorContext) async throws -> Response {
        let models = await answering.emulator.listOpenAIModels()
        return try await free(request, context) {
            .json(["object": "list", "data": .array(models.map(\.description))])
        }
    }

    /// `GET /v1/models/{model}`.
    func find(
        _ name: String, _ request: Request, _ context: EmulatorContext
    ) async throws -> Response {
        let model = await answering.emulator.openAIModel(named: name)
        return try await free(request, context) {
            model.map { .json($0.description) } ?? OpenAIError.unknownModel(name).reply
        }
    }

    private func answer(
        _ asked: Answering.Asked, _ words: WantedWords?, _ call: Call, _ incoming: Request,
        _ context: EmulatorContext
    ) async throws -> Response {
        let body = OpenAIBody(model: call.model, responseID: "\(run)-\(UUID().uuidString)")
        let response = try await answering.answer(
            asked, to: call, incoming: incoming, channel: context.channel,
            unreadable: OpenAIError.unreadablePicture.reply
        ) { rule, picture in
            .openAI(
                rule, words, picture: asked.size == nil ? nil : picture, photo: asked.photo,
                body: body)
        }
        return numbered(response)
    }

    private func free(
        _ request: Request, _ context: EmulatorContext, _ reply: () -> Reply
    ) async throws -> Response {
        var answer = reply()
        do {
            try check(call(request, model: nil))
        } catch {
            answer = error.reply
        }
        return numbered(try await .sending(answer, on: context.channel))
    }

    private func call(_ request: Request, model: String?) -> Call {
        let bearer = request.headers[.authorization].flatMap { $0.firstMatch(of: /^Bearer (.+)$/) }
        return Call(
            model: model ?? "", key: bearer.map { String($0.1) },
            requestID: HTTPField.Name("x-client-request-id").flatMap { request.headers[$0] })
    }

    private func check(_ call: Call) throws(OpenAIError) {
        guard let key = call.key else { throw .missingKey }
        guard keys.isValid(key) else { throw .invalidKey }
    }

    private func model(of call: Call) async throws(OpenAIError) -> OpenAIModel {
        guard !call.model.isEmpty else { throw .missing("model") }
        guard let model = await answering.emulator.openAIModel(named: call.model) else {
            throw .unknownModel(call.model)
        }
        return model
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
