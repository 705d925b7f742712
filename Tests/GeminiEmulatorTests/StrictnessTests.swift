import Foundation
import TestSupport
import Testing

@Suite struct StrictnessTests {
    /// A body, and what the service says of it; nil for nothing against it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        let message: String?
        var testDescription: String { name }
    }

    static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    static func content(_ part: String, _ rest: String = "") -> String {
        #"{"contents":[{"parts":[\#(part)]}]\#(rest.isEmpty ? "" : "," + rest)}"#
    }

    static func config(_ config: String) -> String {
        content(#"{"text":"hello"}"#, #""generationConfig":\#(config)"#)
    }

    static let cases = [
        Case(name: "text alone", body: content(#"{"text":"hello"}"#), message: nil),
        Case(
            name: "URL-safe base64",
            body: content(
                #"{"inlineData":{"mimeType":"image/png","data":"\#(picture.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_"))"}}"#
            ), message: nil),
        Case(name: "temperature 2", body: config(#"{"temperature":2}"#), message: nil),
        Case(name: "temperature 0", body: config(#"{"temperature":0}"#), message: nil),
        Case(
            name: "temperature above 2", body: config(#"{"temperature":2.01}"#),
            message:
                "* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0].\n"
        ),
        Case(
            name: "an unknown field",
            body: config(#"{"imageConfig":{"imageSizee":"1K"}}"#),
            message:
                "Invalid JSON payload received. Unknown name \"imageSizee\" at 'generationConfig.imageConfig': Cannot find field."
        ),
        Case(
            name: "a word for a number", body: config(#"{"temperature":"hot"}"#),
            message: "Invalid value at 'generationConfig.temperature'"),
        Case(
            name: "a fraction for an integer", body: config(#"{"candidateCount":1.5}"#),
            message: "Invalid value at 'generationConfig.candidateCount'"),
        Case(
            name: "an unknown modality", body: config(#"{"responseModalities":["TEXT","SMELL"]}"#),
            message: "Invalid value at 'generationConfig.responseModalities[1]'"),
        Case(
            name: "two candidates", body: config(#"{"candidateCount":2}"#),
            message: "Multiple candidates is not enabled for models/gemini-2.5-flash-image"),
        Case(
            name: "a ratio of other models",
            body: config(#"{"imageConfig":{"aspectRatio":"1:8"}}"#),
            message: "Invalid value at 'generationConfig.imageConfig.aspectRatio'"),
        Case(
            name: "image/jpg",
            body: content(#"{"inlineData":{"mimeType":"image/jpg","data":"\#(picture)"}}"#),
            message: "Unsupported MIME type: image/jpg"),
        Case(
            name: "bad base64",
            body: content(#"{"inlineData":{"mimeType":"image/png","data":"a*b"}}"#),
            message: "Invalid value at 'contents[0].parts[0].inlineData.data'"),
        Case(
            name: "no contents", body: "{}",
            message: "* GenerateContentRequest.contents: contents is not specified\n"),
        Case(
            name: "no JSON", body: "{\"contents\":",
            message: "Invalid JSON payload received. Unexpected token."),
    ]

    @Test(arguments: cases)
    func `a body is taken or refused in the service's words`(_ body: Case) async throws {
        try await EmulatorProcess.with { emulator in
            let answer = try await emulator.send(
                "POST", "/v1beta/models/gemini-2.5-flash-image:generateContent",
                body: Data(body.body.utf8))
            let reply = Reply(status: answer.status, body: answer.body)
            #expect(reply.text("error.message") == body.message)
            #expect(reply.status == (body.message == nil ? 200 : 400))
            if body.message != nil { #expect(reply.text("error.status") == "INVALID_ARGUMENT") }
        }
    }

    @Test func `every unknown field is listed, each with its place`() async throws {
        try await EmulatorProcess.with { emulator in
            let body =
                #"{"sentinel":1,"contents":[{"parts":[{"text":"a"},{"inlinedata":{}}]}],"generationConfig":{"n":2}}"#
            let answer = try await emulator.send(
                "POST", "/v1beta/models/gemini-2.5-flash-image:generateContent",
                body: Data(body.utf8))
            let reply = Reply(status: answer.status, body: answer.body)
            let violations = reply.value("error.details.0.fieldViolations") as? [[String: String]]
            #expect(
                violations?.map { $0["field"] } == [
                    "contents[0].parts[1]", "generationConfig", nil,
                ])
        }
    }

    @Test(
        arguments: [
            (nil, 403, "PERMISSION_DENIED"), ("invalid", 400, "INVALID_ARGUMENT"),
            ("wrong", 400, "INVALID_ARGUMENT"), ("right", 200, nil),
        ] as [(String?, Int, String?)])
    func `a key is missing, wrong or right`(key: String?, status: Int, name: String?) async throws {
        try await EmulatorProcess.with(apiKey: "right") { emulator in
            let call = try GenerateCall()
            let answer = try await emulator.send("POST", call.path, key: key, body: call.body)
            let reply = Reply(status: answer.status, body: answer.body)
            #expect(reply.status == status)
            #expect(reply.text("error.status") == name)
            if name == "INVALID_ARGUMENT" {
                #expect(reply.text("error.details.0.reason") == "API_KEY_INVALID")
            }
        }
    }

    @Test func `a model that is not there is not found`() async throws {
        try await EmulatorProcess.with { emulator in
            var call = try GenerateCall()
            call.model = "gemini-2.0-flash-image"
            let reply = try await call.send(to: emulator)
            #expect(reply.status == 404)
            #expect(
                reply.text("error.message")?.hasPrefix(
                    "models/gemini-2.0-flash-image is not found for API version v1beta") == true)
        }
    }

    @Test func `a body over 20 MiB is refused`() async throws {
        try await EmulatorProcess.with { emulator in
            var call = try GenerateCall()
            call.photo = Data(count: 16 << 20)
            let reply = try await call.send(to: emulator)
            #expect(reply.status == 400)
            #expect(
                reply.text("error.message")
                    == "Request payload size exceeds the limit: 20971520 bytes.")
        }
    }
}
