import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// All routes: Gemini's under both of its versions, OpenAI's, and `/control` for tests.
func emulatorRouter(
    emulator: Emulator, keys: KeyCheck, run: String
) -> Router<EmulatorContext> {
    let router = Router(context: EmulatorContext.self)
    let answering = Answering(emulator: emulator)
    let generate = GenerateEndpoint(answering: answering, keys: keys, run: run)
    let openAI = OpenAIEndpoint(answering: answering, keys: keys, run: run)
    for version in ["v1", "v1beta"] {
        addService(
            to: router.group("\(version)/models"), version: version, generate: generate,
            openAI: openAI)
    }
    router.post("v1/images/edits") { try await openAI.edit($0, $1) }
    router.post("v1/responses") { try await openAI.respond($0, $1) }
    addControl(to: router.group("control"), emulator: emulator)
    router.add(middleware: NotServed())
    return router
}

private func addService(
    to group: RouterGroup<EmulatorContext>, version: String, generate: GenerateEndpoint,
    openAI: OpenAIEndpoint
) {
    group.post("{model}:generateContent") { request, context in
        try await generate.respond(to: request, context: context, version: version)
    }
    group.get { request, context in
        // Both services list their models under this path; only one of them takes a bearer's key.
        guard !openAI.isAsked(by: request) else { return try await openAI.list(request, context) }
        let models = await generate.answering.emulator.listModels()
        return try answering {
            try generate.keys.check(generate.keys.key(of: request))
            return ["models": .array(models.map(\.description))]
        }
    }
    group.get("{model}") { request, context in
        let name = context.parameters.get("model") ?? ""
        guard !openAI.isAsked(by: request) else {
            return try await openAI.find(name, request, context)
        }
        let model = await generate.answering.emulator.model(named: name)
        return try answering {
            try generate.keys.check(generate.keys.key(of: request))
            guard let model else {
                throw ServiceError.unknownModel(name, version: version)
            }
            return model.description
        }
    }
}

/// Control requests need no special headers, so `curl` alone can steer the emulator.
private func addControl(to group: RouterGroup<EmulatorContext>, emulator: Emulator) {
    group.put("scenario") { request, _ in
        let json = Data(buffer: try await request.body.collect(upTo: 1 << 20))
        do {
            await emulator.replaceScenario(try Scenario(json: json))
            return Response(status: .noContent)
        } catch let error as ScenarioError {
            let text = ByteBuffer(string: "\(error)\n")
            return Response(status: .badRequest, body: ResponseBody(byteBuffer: text))
        }
    }
    group.get("ledger") { _, _ in
        let lines = await emulator.ledgerLines
        return Response(
            status: .ok, headers: [.contentType: "application/jsonl"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: lines)))
    }
    group.post("release") { _, _ in
        await emulator.release()
        return Response(status: .noContent)
    }
    group.get("requests") { request, _ in
        let least = request.uri.queryParameters["atLeast"].flatMap { Int($0) } ?? 0
        await emulator.waitForRequests(atLeast: least)
        return try Response.json([
            "requests": .number(Double(await emulator.requestCount)),
            "lists": .number(Double(await emulator.listCount)),
        ])
    }
}

/// Runs a route that answers with JSON or with an error of the service.
private func answering(_ body: () throws -> JSONValue) throws -> Response {
    do {
        return try .json(try body())
    } catch let error as ServiceError {
        return try .json(error.body, status: error.code)
    }
}
