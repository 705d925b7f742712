import Foundation
import Generation
import Ground
import Synchronization
import TestSupport
import Transfer

/// The key that every test asks with.
let testKey = "AIza-test-key-0123456789"

/// A photo as sent: what is in it does not matter here.
let testPhoto = Data([0xFF, 0xD8, 0xFF, 0xE0] + (0..<1000).map { UInt8(truncatingIfNeeded: $0) })

/// The model that is asked unless the test is about another.
let testModel = "gemini-2.5-flash-image"

/// A provider that asks the given address.
func makeProvider(_ url: String, timeout: Duration = .seconds(20)) throws -> ServiceProvider {
    try ServiceProvider.gemini(
        ServiceConfiguration(
            apiKey: APIKey(Secret(testKey)), baseURL: BaseURL(url), timeout: timeout))
}

extension ServiceProvider {
    /// Asks for a headshot without watching the progress.
    func ask(
        id: String = "charge-1", model: String? = nil, prompt: String = "A headshot.",
        photo: Data = testPhoto
    ) async -> Answer {
        let usual = name == ProviderName.openai ? testOpenAIModel : testModel
        return await generate(
            ModelRequest(
                id: id, model: model ?? usual, parts: [.text(prompt), .jpeg(photo)],
                wants: .picture(.portrait)),
            progress: { _ in })
    }

    /// Asks for words without watching the progress.
    func askForWords(
        by schema: WordsSchema, model: String? = nil,
        parts: [Part] = [.text("Praise this photo."), .jpeg(testPhoto)], mostTokens: Int = 500
    ) async -> Answer {
        let usual = name == ProviderName.openai ? "gpt-5.6-luna" : testModel
        return await generate(
            ModelRequest(
                id: "charge-1", model: model ?? usual, parts: parts,
                wants: .words(schema, mostTokens: mostTokens)),
            progress: { _ in })
    }
}

/// Asks a server that reads the request whole and answers with these bytes, once.
func ask(_ status: Int, _ body: String, headers: [String] = []) async throws -> Answer {
    try await ask(status, Data(body.utf8), headers: headers)
}

/// Asks a server that reads the request whole and answers with these bytes, once.
func ask(_ status: Int, _ body: Data, headers: [String] = []) async throws -> Answer {
    let answer = ScriptedServer.answer(status, body, headers: headers)
    let server = try ScriptedServer([.readRequest, .write(answer)])
    return try await makeProvider(server.url).ask()
}

/// The progress of a request, in the order of arrival.
final class ProgressLog: Sendable {
    private let entries = Mutex<[TransferProgress]>([])

    var all: [TransferProgress] { entries.withLock { $0 } }

    func add(_ entry: TransferProgress) {
        entries.withLock { $0.append(entry) }
    }
}
