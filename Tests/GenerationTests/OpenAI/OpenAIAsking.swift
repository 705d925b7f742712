import Foundation
import Generation
import TestSupport

/// The model of OpenAI that is asked unless the test is about another.
let testOpenAIModel = "gpt-image-1-mini"

/// A provider that asks the given address as OpenAI's.
func makeOpenAI(_ url: String, timeout: Duration = .seconds(20)) throws -> OpenAIProvider {
    try OpenAIProvider(
        configuration: OpenAIConfiguration(
            apiKey: APIKey(testKey), baseURL: BaseURL("\(url)/v1"), timeout: timeout))
}

extension OpenAIProvider {
    /// Asks for a headshot without watching the progress.
    func ask(
        id: String = "charge-1", model: String = testOpenAIModel, prompt: String = "A headshot.",
        photo: Data = testPhoto
    ) async -> Answer {
        await generate(
            ModelRequest(
                id: id, model: model, parts: [.text(prompt), .jpeg(photo)],
                wants: .picture(.portrait)),
            progress: { _ in })
    }

    /// Asks for words without watching the progress.
    func askForWords(
        by schema: WordsSchema, model: String = "gpt-5.6-luna",
        parts: [Part] = [.text("Praise this photo."), .jpeg(testPhoto)], mostTokens: Int = 500
    ) async -> Answer {
        await generate(
            ModelRequest(
                id: "charge-1", model: model, parts: parts,
                wants: .words(schema, mostTokens: mostTokens)),
            progress: { _ in })
    }
}

/// Asks OpenAI's stand-in for a picture; it reads the request whole and answers with these bytes, once.
func askOpenAI(
    _ status: Int, _ body: String, requestID: String? = "req_1", headers: [String] = []
) async throws -> Answer {
    let ids = requestID.map { ["x-request-id: \($0)"] } ?? []
    let answer = ScriptedServer.answer(status, Data(body.utf8), headers: ids + headers)
    let server = try ScriptedServer([.readRequest, .write(answer)])
    return try await makeOpenAI(server.url).ask()
}

/// Asks OpenAI's stand-in for words.
func askOpenAIForWords(_ body: String, by schema: WordsSchema) async throws -> Answer {
    let answer = ScriptedServer.answer(200, Data(body.utf8), headers: ["X-Request-ID: req_1"])
    let server = try ScriptedServer([.readRequest, .write(answer)])
    return try await makeOpenAI(server.url).askForWords(by: schema)
}
