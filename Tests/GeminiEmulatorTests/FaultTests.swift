import Foundation
import TestSupport
import Testing

@Suite struct FaultTests {
    /// An answer by name, with the status and the text at one place that tell it.
    struct Case: Sendable, CustomTestStringConvertible {
        let answer: String
        let status: Int
        let path: String
        let text: String?
        var testDescription: String { answer }
    }

    static let quotaID = "error.details.0.violations.0.quotaId"

    static let cases = [
        Case(
            answer: "429-per-minute", status: 429, path: quotaID,
            text: "GenerateRequestsPerMinutePerProjectPerModel-PaidTier1"),
        Case(
            answer: "429-per-minute", status: 429, path: "error.details.1.retryDelay",
            text: "34.074824224s"),
        Case(
            answer: "429-per-day", status: 429, path: quotaID,
            text: "GenerateRequestsPerDayPerProjectPerModel-FreeTier"),
        Case(
            answer: "429-zero-limit", status: 429,
            path: "error.details.0.violations.0.quotaValue", text: "0"),
        Case(answer: "429-bare", status: 429, path: "error.status", text: "RESOURCE_EXHAUSTED"),
        Case(answer: "429-bare", status: 429, path: "error.details.0.retryDelay", text: nil),
        Case(answer: "429-hint-only", status: 429, path: "error.details.0.retryDelay", text: "34s"),
        Case(answer: "500", status: 500, path: "error.status", text: "INTERNAL"),
        Case(answer: "503", status: 503, path: "error.status", text: "UNAVAILABLE"),
        Case(answer: "504", status: 504, path: "error.status", text: "DEADLINE_EXCEEDED"),
        Case(
            answer: "400-invalid-argument", status: 400, path: "error.status",
            text: "INVALID_ARGUMENT"),
        Case(
            answer: "400-failed-precondition", status: 400, path: "error.status",
            text: "FAILED_PRECONDITION"),
        Case(
            answer: "key-invalid", status: 400, path: "error.details.0.reason",
            text: "API_KEY_INVALID"),
        Case(answer: "401", status: 401, path: "error.status", text: "UNAUTHENTICATED"),
        Case(answer: "403", status: 403, path: "error.status", text: "PERMISSION_DENIED"),
        Case(answer: "404", status: 404, path: "error.status", text: "NOT_FOUND"),
        Case(
            answer: "account-limited", status: 200, path: "candidates.0.finishReason",
            text: "PUP_LIMITED_DISABLED"),
        Case(
            answer: "blocked-prompt", status: 200, path: "promptFeedback.blockReason",
            text: "PROHIBITED_CONTENT"),
        Case(
            answer: "blocked-picture", status: 200, path: "candidates.0.finishReason",
            text: "IMAGE_SAFETY"),
        Case(
            answer: "no-image", status: 200, path: "candidates.0.finishReason", text: "NO_IMAGE"),
        Case(answer: "text-only", status: 200, path: "candidates.0.finishReason", text: "STOP"),
        Case(answer: "empty", status: 200, path: "candidates.0.finishReason", text: "STOP"),
        Case(
            answer: "bad-base64", status: 200, path: "candidates.0.content.parts.1.inlineData.data",
            text: "this is *not* base64!"),
        Case(
            answer: "not-a-picture", status: 200,
            path: "candidates.0.content.parts.1.inlineData.mimeType", text: "image/png"),
        Case(answer: "malformed-json", status: 200, path: "candidates", text: nil),
    ]

    @Test(arguments: cases)
    func `a fault has the shape that the service gives it`(_ fault: Case) async throws {
        let scenario = #"{"rules":[{"answer":"\#(fault.answer)"}]}"#
        try await EmulatorProcess.with(scenario: scenario) { emulator in
            let reply = try await GenerateCall().send(to: emulator)
            #expect(reply.status == fault.status)
            #expect(reply.text(fault.path) == fault.text)
            let entry = try #require(try await emulator.ledger().first)
            #expect(entry.answer == fault.answer)
            #expect(entry.status == fault.status)
            #expect(entry.charged == (fault.status == 200 ? .yes : .no))
        }
    }

    @Test func `a thinking model's draft comes before the result`() async throws {
        try await EmulatorProcess.with(scenario: #"{"rules":[{"answer":"thinking-drafts"}]}"#) {
            let reply = try await GenerateCall().send(to: $0)
            #expect(reply.parts.map { $0["thought"] != nil } == [true, true, false])
        }
    }

    @Test func `a JPEG answer is the photo itself`() async throws {
        try await EmulatorProcess.with(scenario: #"{"rules":[{"answer":"picture-jpeg"}]}"#) {
            let call = try GenerateCall()
            #expect(try await call.send(to: $0).picture == call.photo.base64EncodedString())
        }
    }

    @Test func `an instant picture is small and has the usual size`() async throws {
        try await EmulatorProcess.with(scenario: #"{"rules":[{"answer":"instant"}]}"#) {
            let reply = try await GenerateCall().send(to: $0)
            let data = try #require(reply.picture.flatMap { Data(base64Encoded: $0) })
            #expect(data.count < 1000)
            let picture = try PictureJudge(data)
            #expect(picture.width == 896 && picture.height == 1152)
        }
    }

    @Test func `a connection can close without a byte`() async throws {
        let answer = try await raw(answer: "drop-before-headers")
        #expect(answer.isEmpty)
    }

    @Test func `a connection can close after the head`() async throws {
        let answer = try await raw(answer: "drop-after-headers")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test func `a connection can close in the middle of the body`() async throws {
        let answer = try await raw(answer: "drop-mid-body")
        let body = try #require(answer.components(separatedBy: "\r\n\r\n").last)
        let length = try #require(
            answer.components(separatedBy: "\r\n").first { $0.hasPrefix("Content-Length: ") }
                .flatMap { Int($0.dropFirst("Content-Length: ".count)) })
        #expect(body.utf8.count == length / 2)
    }

    @Test func `a huge body goes on for longer than any picture`() async throws {
        try await EmulatorProcess.with(scenario: #"{"rules":[{"answer":"huge-body"}]}"#) {
            emulator in
            let call = try GenerateCall()
            let head = try await Program(path: "/bin/bash").run(
                [
                    "-c",
                    """
                    exec 3<>/dev/tcp/127.0.0.1/\(try emulator.port)
                    cat >&3
                    head -c 100000000 <&3 | wc -c
                    """,
                ], input: call.bytes)
            #expect(head.output.trimmingCharacters(in: .whitespacesAndNewlines) == "100000000")
        }
    }

    private func raw(answer: String) async throws -> String {
        try await EmulatorProcess.with(scenario: #"{"rules":[{"answer":"\#(answer)"}]}"#) {
            let bytes = try await exchangeRaw(GenerateCall().bytes, port: $0.port)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
