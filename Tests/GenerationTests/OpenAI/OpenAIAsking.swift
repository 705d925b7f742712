import Foundation
import Generation
import Ground
import TestSupport

/// The model of OpenAI that is asked unless the test is about another.
let testOpenAIModel = "gpt-image-1-mini"

/// A provider that asks the given address as OpenAI's.
func makeOpenAI(_ url: String, timeout: Duration = .seconds(20)) throws -> ServiceProvider {
    try ServiceProvider.openai(
        ServiceConfiguration(
            apiKey: APIKey(Secret(testKey)), baseURL: BaseURL("\(url)/v1"), timeout: timeout))
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
func askOpenAIForWords(
    _ body: String, by schema: WordsSchema, status: Int = 200
) async throws -> Answer {
    let answer = ScriptedServer.answer(status, Data(body.utf8), headers: ["X-Request-ID: req_1"])
    let server = try ScriptedServer([.readRequest, .write(answer)])
    return try await makeOpenAI(server.url).askForWords(by: schema)
}
