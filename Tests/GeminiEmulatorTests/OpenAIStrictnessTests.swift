import Foundation
import TestSupport
import Testing

/// What OpenAI would refuse, the emulator refuses, for free.
@Suite struct OpenAIStrictnessTests {
    /// A form with one change.
    struct Form: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var fields: [String: String?]
        var imageType = "image/jpeg"
        var status: Int
        var parameter: String?
    }

    private static let forms = [
        Form(testDescription: "well-formed", fields: [:], status: 200),
        Form(testDescription: "no size", fields: ["size": nil], status: 200),
        Form(
            testDescription: "a field of its own", fields: ["seed": "7"], status: 400,
            parameter: "seed"),
        Form(
            testDescription: "no prompt", fields: ["prompt": nil], status: 400, parameter: "prompt"),
        Form(testDescription: "no model", fields: ["model": nil], status: 400, parameter: "model"),
        Form(testDescription: "another model", fields: ["model": "gpt-image-1"], status: 404),
        Form(
            testDescription: "a model of words", fields: ["model": "gpt-5.6-luna"], status: 400,
            parameter: "model"),
        Form(
            testDescription: "a size of newer models", fields: ["size": "896x1120"], status: 400,
            parameter: "size"),
        Form(
            testDescription: "a size of this model",
            fields: ["model": "gpt-image-2", "size": "896x1120"], status: 200),
        Form(
            testDescription: "a size that 16 does not divide",
            fields: ["model": "gpt-image-2", "size": "900x1120"], status: 400, parameter: "size"),
        Form(
            testDescription: "a quality", fields: ["quality": "max"], status: 400,
            parameter: "quality"),
        Form(
            testDescription: "fidelity of a model without",
            fields: ["model": "gpt-image-2", "input_fidelity": "high"], status: 400,
            parameter: "input_fidelity"),
        Form(
            testDescription: "a HEIC", fields: [:], imageType: "image/heic", status: 400,
            parameter: "image"),
        Form(
            testDescription: "two pictures", fields: ["n": "2"], status: 400, parameter: "n"),
    ]

    @Test(arguments: forms)
    func `a form is refused as by the service`(_ form: Form) async throws {
        var fields: [String: String] = [
            "model": "gpt-image-1-mini", "prompt": "A headshot.", "n": "1", "size": "1024x1536",
            "quality": "medium", "output_format": "jpeg",
        ]
        for (name, value) in form.fields { fields[name] = value }
        var body = Data()
        for (name, value) in fields {
            body += Data(
                "--xx\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        let head =
            "--xx\r\nContent-Disposition: form-data; name=\"image\"; filename=\"me\"\r\n"
            + "Content-Type: \(form.imageType)\r\n\r\n"
        body += Data(head.utf8)
        body += try PhotoFixture.jpeg(width: 300, height: 400) + Data("\r\n--xx--\r\n".utf8)
        let type = "multipart/form-data; boundary=xx"
        try await expect("images/edits", body, type, form.status, form.parameter)
    }

    /// A body with one fault, or none.
    struct Body: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var model = "gpt-5.6-luna"
        var extra = ""
        var schema: String
        var status = 400
        var parameter: String? = "text.format.schema"
    }

    private static let fitting =
        #"{"type":"object","properties":{"a":{"type":["string","null"]}},"required":["a"],"#
        + #""additionalProperties":false}"#
    private static let bodies = [
        Body(testDescription: "well-formed", schema: fitting, status: 200, parameter: nil),
        Body(
            testDescription: "an optional property",
            schema: fitting.replacing(#"["a"]"#, with: "[]")),
        Body(
            testDescription: "other properties",
            schema: fitting.replacing(":false", with: ":true")),
        Body(testDescription: "a list", schema: #"{"type":"array","items":{"type":"string"}}"#),
        Body(
            testDescription: "a keyword of another service",
            schema: fitting.replacing(#""required""#, with: #""propertyOrdering":["a"],"required""#)
        ),
        Body(
            testDescription: "a model of pictures", model: "gpt-image-1-mini", schema: fitting,
            parameter: "model"),
        Body(
            testDescription: "a field of its own", extra: #""seed":7,"#, schema: fitting,
            parameter: "seed"),
        Body(
            testDescription: "few tokens", extra: #""max_output_tokens":5,"#, schema: fitting,
            parameter: "max_output_tokens"),
        Body(
            testDescription: "an effort", extra: #""reasoning":{"effort":"much"},"#,
            schema: fitting, parameter: "reasoning.effort"),
    ]

    @Test(arguments: bodies)
    func `a request for words is refused as by the service`(_ body: Body) async throws {
        let json =
            #"{\#(body.extra)"model":"\#(body.model)","input":"Praise me.","text":{"format":"#
            + #"{"type":"json_schema","name":"words","strict":true,"schema":\#(body.schema)}}}"#
        try await expect(
            "responses", Data(json.utf8), "application/json", body.status, body.parameter)
    }

    @Test(arguments: [(nil, 401), ("Bearer invalid", 401), ("Basic x", 401), ("Bearer any", 200)])
    func `a key is taken from one header`(_ header: String?, _ status: Int) async throws {
        try await EmulatorProcess.with { emulator in
            let answer = try await emulator.send(
                "POST", "/v1/responses", key: nil,
                headers: header.map { ["Authorization": $0] } ?? [:],
                body: Data(#"{"model":"gpt-5.6-luna","input":"Praise me."}"#.utf8))
            #expect(answer.status == status)
        }
    }

    private func expect(
        _ path: String, _ body: Data, _ type: String, _ status: Int, _ parameter: String?
    ) async throws {
        try await EmulatorProcess.with { emulator in
            let answer = try await emulator.send(
                "POST", "/v1/\(path)", key: nil,
                headers: ["Authorization": "Bearer key", "Content-Type": type], body: body)
            let reply = Reply(status: answer.status, body: answer.body)
            #expect(reply.status == status)
            #expect(reply.text("error.param") == parameter)
            #expect(try await emulator.ledger().map(\.charged) == [status == 200 ? .yes : .no])
        }
    }
}
