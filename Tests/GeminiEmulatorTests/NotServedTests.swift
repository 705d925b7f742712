import Foundation
import TestSupport
import Testing

/// Parts of the service that the emulator leaves out, and answers that a test writes itself.
@Suite struct NotServedTests {
    @Test(arguments: [
        "POST /v1beta/models/gemini-2.5-flash-image:countTokens",
        "POST /v1beta/models/gemini-2.5-flash-image:streamGenerateContent",
        "POST /v1alpha/models/gemini-2.5-flash-image:generateContent",
        "GET /v1beta/files", "POST /v1beta/openai/images/generations",
        "DELETE /v1beta/models/gemini-2.5-flash-image", "GET /",
    ])
    func `what is not served says so in the service's form`(line: String) async throws {
        try await EmulatorProcess.with { emulator in
            let answer = try await exchange(line, with: emulator)
            #expect(answer.head.hasPrefix("HTTP/1.1 501 "))
            let error = try JSONDecoder().decode(Failure.self, from: answer.body).error
            #expect(error.code == 501)
            #expect(error.status == "UNIMPLEMENTED")
            #expect(error.message == "gemini-emulator does not serve \(line).")
        }
    }

    @Test func `a rule can have any status, body and headers`() async throws {
        let scenario = #"""
            {"rules":[
              {"answer":"custom","status":418,"body":"<html>","headers":{"Retry-After":"9"},"times":1},
              {"answer":"custom","body":{"predictions":[]},"times":1},
              {"answer":"custom","status":502,"body":"Bad Gateway"}]}
            """#
        try await EmulatorProcess.with(scenario: scenario) { emulator in
            let call = try GenerateCall()
            let answers = [
                try await call.send(to: emulator), try await call.send(to: emulator),
                try await call.send(to: emulator),
            ]
            #expect(answers.map(\.status) == [418, 200, 502])
            #expect(try await emulator.ledger().map(\.charged) == [.no, .yes, .unknown])
        }
    }

    @Test(arguments: [
        #""status":99"#, #""status":"502""#, #""headers":[]"#, #""headers":{"a":1}"#,
    ])
    func `a rule with a status or headers that cannot be sent is refused`(member: String)
        async throws
    {
        try await EmulatorProcess.with { emulator in
            await #expect(throws: EmulatorProcess.Failure.self) {
                try await emulator.setScenario(
                    #"{"rules":[{"answer":"custom",\#(member)}]}"#)
            }
        }
    }

    private func exchange(
        _ line: String, with emulator: EmulatorProcess
    ) async throws -> (head: String, body: Data) {
        let request =
            "\(line) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        let answer = try await exchangeRaw(Data(request.utf8), port: emulator.port)
        let end = try #require(answer.firstRange(of: Data("\r\n\r\n".utf8)))
        return (
            String(decoding: answer[..<end.lowerBound], as: UTF8.self),
            Data(answer[end.upperBound...])
        )
    }

    private struct Failure: Decodable {
        struct Error: Decodable {
            let code: Int
            let status: String
            let message: String
        }
        let error: Error
    }
}
