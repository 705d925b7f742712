import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// All routes: Gemini's under `v1beta`, OpenAI's under `v1`, and `/control` for tests.
func emulatorRouter(
    emulator: Emulator, expectedKey: String?, run: String
) -> Router<EmulatorContext> {
    let router = Router(context: EmulatorContext.self)
    let answering = Answering(emulator: emulator, expectedKey: expectedKey)
    let gemini = GenerateEndpoint(answering: answering, run: run)
    let openAI = OpenAIEndpoint(answering: answering, run: run)
    router.post("v1beta/models/{model}:generateContent") { try await gemini.respond($0, $1) }
    router.get("v1beta/models") { try await gemini.list($0, $1) }
    router.get("v1/models") { try await openAI.list($0, $1) }
    router.post("v1/images/edits") { try await openAI.edit($0, $1) }
    router.post("v1/responses") { try await openAI.respond($0, $1) }
    addControl(to: router.group("control"), emulator: emulator)
    router.add(middleware: NotServed())
    return router
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
    group.get("requests") { request, context in
        let least = request.uri.queryParameters["atLeast"].flatMap { Int($0) } ?? 0
        await emulator.waitForRequests(atLeast: least)
        let counts: JSONValue = [
            "requests": .number(Double(await emulator.requestCount)),
            "lists": .number(Double(await emulator.listCount)),
        ]
        return try await Response.sending(.json(counts), on: context.channel)
    }
}
