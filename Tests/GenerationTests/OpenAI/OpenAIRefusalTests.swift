import Foundation
import TestSupport
import Testing
import Transfer

@testable import Generation

/// OpenAI's answers with another status than 200: nothing was made; what was paid depends on who wrote them.
@Suite(.timeLimit(.minutes(10)))
struct OpenAIRefusalTests {
    /// A status and a body, and the answer they make.
    struct Case: Sendable, CustomTestStringConvertible {
        var status: Int
        var body: String
        var requestID: String? = "req_1"
        var answer: Answer
        var testDescription: String { "\(status) \(requestID ?? "no id") \(body)" }
    }

    @Test(arguments: inputs + halts + pauses + failures)
    func `a refusal is told by its status, its code and its form`(_ refusal: Case) async throws {
        let answer = try await askOpenAI(
            refusal.status, refusal.body, requestID: refusal.requestID)
        #expect(answer == refusal.answer)
    }

    private static func body(
        _ code: String?, type: String = "invalid_request_error", param: String? = nil,
        message: String = "As you wish."
    ) -> String {
        func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
        return #"{"error":{"message":"\#(message)","type":"\#(type)","param":\#(quoted(param)),"#
            + #""code":\#(quoted(code))}}"#
    }

    private static func message(
        _ code: String?, type: String? = "invalid_request_error", _ text: String = "As you wish."
    ) -> ProviderMessage {
        ProviderMessage(text: text, status: type, reason: code)
    }

    private static let page = ProviderMessage(text: #"a page of HTML, "Sign in""#)

    private static let inputs =
        ["moderation_blocked", "invalid_image_file"].map {
            Case(status: 400, body: body($0), answer: .invalidRequest(message($0)))
        }
        + [
            Case(
                status: 400, body: body(nil, type: "image_generation_user_error"),
                answer: .invalidRequest(message(nil, type: "image_generation_user_error"))),
            Case(
                status: 400, body: body("invalid_value", param: "image[0]"),
                answer: .invalidRequest(message("invalid_value"))),
            Case(
                status: 400, body: body("invalid_value", param: "input[0].content[1]"),
                answer: .refused(message("invalid_value"))),
            Case(status: 400, body: body(nil), answer: .refused(message(nil))),
            Case(
                status: 400, body: Bodies.html,
                answer: .outcomeUnknown(
                    TransportFailure(reason: .gateway, message: "400: \(page.text)"))),
            Case(status: 413, body: Bodies.html, answer: .refused(page)),
        ]

    private static func halt(
        _ status: Int, _ reason: Halt.Reason, _ code: String?,
        type: String = "invalid_request_error", param: String? = nil
    ) -> Case {
        Case(
            status: status, body: body(code, type: type, param: param),
            answer: .halt(Halt(reason: reason, message: message(code, type: type))))
    }

    private static let halts =
        [
            halt(401, .keyInvalid, "invalid_api_key"), halt(401, .unauthenticated, nil),
            halt(403, .permissionDenied, nil),
            halt(403, .locationNotSupported, "unsupported_country_region_territory"),
            halt(403, .modelNotFound, "model_not_found"),
            halt(404, .modelNotFound, "model_not_found"), halt(404, .unexpectedStatus(404), nil),
            halt(400, .modelUnsuitable, "invalid_value", param: "model"),
            halt(400, .requestNotUnderstood, "unknown_parameter", param: "quality"),
            halt(400, .requestNotUnderstood, "invalid_json_schema", param: "text.format.schema"),
            halt(400, .outOfCredit, "billing_hard_limit_reached"),
            halt(402, .outOfCredit, nil),
            halt(429, .outOfCredit, "insufficient_quota", type: "insufficient_quota"),
            halt(410, .unexpectedStatus(410), nil),
        ]
        + [401, 403, 404].flatMap { status in
            [
                Case(
                    status: status, body: Bodies.html,
                    answer: .intercepted(status: status, message: page)),
                // Others speak the same format, but do not number their requests.
                Case(
                    status: status, body: body(nil), requestID: nil,
                    answer: .intercepted(status: status, message: message(nil))),
            ]
        }

    private static func cooldown(_ text: String, _ scope: Cooldown.Scope) -> Case {
        let code = "rate_limit_exceeded"
        return Case(
            status: 429, body: body(code, type: "requests", message: text),
            answer: .cooldown(
                Cooldown(
                    scope: scope, retryDelay: nil, message: message(code, type: "requests", text))))
    }

    private static let limitOfZero = "Rate limit reached on input-images per min. Limit 0, Used 0."

    private static let pauses = [
        Case(
            status: 429,
            body: body("rate_limit_exceeded", type: "input-images", message: limitOfZero),
            answer: .halt(
                Halt(
                    reason: .quotaIsZero,
                    message: message("rate_limit_exceeded", type: "input-images", limitOfZero)))),
        cooldown("Rate limit reached on images per min. Limit 0.5, Used 1.", .perMinute),
        cooldown("Rate limit reached on images per min. Limit 5.", .perMinute),
        cooldown("Rate limit reached on requests per day (RPD).", .unspecified),
        Case(
            status: 429, body: Bodies.html,
            answer: .cooldown(Cooldown(scope: .unspecified, retryDelay: nil, message: page))),
    ]

    /// Only the service itself can say that it did not work on a request that may have reached it.
    private static let failures = [500, 502, 503, 504, 520, 524, 408, 409].flatMap { status in
        func unknown(_ text: String) -> Answer {
            .outcomeUnknown(TransportFailure(reason: .gateway, message: "\(status): \(text)"))
        }
        return [
            Case(
                status: status, body: body(nil, type: "server_error"),
                answer: .serverError(
                    status: status, retryDelay: nil, message: message(nil, type: "server_error"))),
            Case(
                status: status, body: body(nil, type: "server_error"), requestID: nil,
                answer: unknown("As you wish.")),
            Case(
                status: status, body: #"{"error":{"message":"No.","type":"x"}}"#,
                answer: unknown("No.")),
            Case(
                status: status, body: Bodies.html, answer: unknown(page.text)),
        ]
    }

    @Test(arguments: [429, 503])
    func `a pause that a header asks for is kept`(_ status: Int) async throws {
        let answer = try await askOpenAI(
            status, Self.body(nil, type: "server_error"), headers: ["Retry-After: 3600"])
        switch answer {
        case .cooldown(let cooldown): #expect(cooldown.retryDelay == .seconds(3600))
        case .serverError(_, let delay, _): #expect(delay == .seconds(3600))
        default: Issue.record("\(answer)")
        }
    }

    @Test func `a key that the service repeats is taken out of its message`() async throws {
        let text = "Incorrect API key provided: \(testKey)."
        let answer = try await askOpenAI(401, Self.body("invalid_api_key", message: text))
        let told = Self.message("invalid_api_key", "Incorrect API key provided: [key].")
        #expect(answer == .halt(Halt(reason: .keyInvalid, message: told)))
    }

    @Test(
        arguments: [
            (401, body("invalid_api_key"), Halt.Reason.keyInvalid),
            (404, body(nil), .unexpectedStatus(404)), (400, body(nil), .unexpectedStatus(400)),
        ])
    func `a list of models that is refused says what has to change`(
        _ status: Int, _ body: String, _ reason: Halt.Reason
    ) async throws {
        let answer = ScriptedServer.answer(
            status, Data(body.utf8), headers: ["x-request-id: req_1"])
        let server = try ScriptedServer([.readRequest, .write(answer)])
        guard case .refused(let halt) = try await makeOpenAI(server.url).models() else {
            Issue.record("not refused")
            return
        }
        #expect(halt.reason == reason)
    }
}
