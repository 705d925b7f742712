import Foundation
import Generation
import TestSupport
import Testing

/// Answers with another status than 200: nothing was made, and nothing is paid.
struct RefusalTests {
    /// A status and a body, and the answer they make.
    struct Case: Sendable, CustomTestStringConvertible {
        var status: Int
        var testDescription: String
        var body: String
        var answer: Answer

        init(_ status: Int, _ description: String, _ body: String, _ answer: Answer) {
            self.status = status
            testDescription = "\(status) \(description)"
            self.body = body
            self.answer = answer
        }
    }

    @Test(arguments: refusals + halts + cooldowns)
    func `a refusal is told by its status and details`(_ refusal: Case) async throws {
        #expect(try await ask(refusal.status, refusal.body) == refusal.answer)
    }

    private static func words(_ status: String? = nil, reason: String? = nil) -> ProviderMessage {
        ProviderMessage(text: status == nil ? "" : "As you wish.", status: status, reason: reason)
    }

    private static let refusals =
        [
            Case(
                400, "of the photo", Bodies.error("INVALID_ARGUMENT"),
                .invalidRequest(words("INVALID_ARGUMENT"))),
            Case(
                400, "wrapped in an array", "[\(Bodies.error("INVALID_ARGUMENT"))]",
                .invalidRequest(words("INVALID_ARGUMENT"))),
            Case(400, "without a body", "", .invalidRequest(words())),
            Case(413, "of a gateway", "<html>", .invalidRequest(words())),
            Case(
                499, "abandoned", Bodies.error("CANCELLED"),
                .outcomeUnknown(
                    TransportFailure(
                        reason: .abandoned, message: "499: the request was abandoned. As you wish.")
                )),
        ]
        + [(500, "INTERNAL"), (502, "X"), (503, "UNAVAILABLE"), (504, "DEADLINE_EXCEEDED")].map {
            Case($0, $1, Bodies.error($1), .serverError(status: $0, message: words($1)))
        }

    private static func halt(
        _ status: Int, _ reason: Halt.Reason, _ name: String, info: String? = nil
    ) -> Case {
        let body = Bodies.error(name, details: info.map(Bodies.errorInfo) ?? "[]")
        let message = words(name, reason: info)
        return Case(status, "\(reason)", body, .halt(Halt(reason: reason, message: message)))
    }

    private static let halts = [
        halt(400, .keyInvalid, "INVALID_ARGUMENT", info: "API_KEY_INVALID"),
        halt(403, .keyInvalid, "PERMISSION_DENIED", info: "API_KEY_SERVICE_BLOCKED"),
        halt(400, .failedPrecondition, "FAILED_PRECONDITION"),
        halt(401, .unauthenticated, "UNAUTHENTICATED"),
        halt(403, .permissionDenied, "PERMISSION_DENIED", info: "SERVICE_DISABLED"),
        halt(404, .modelNotFound, "NOT_FOUND"),
        halt(302, .unexpectedStatus(302), "X"),
        Case(
            429, "of a quota of nought",
            Bodies.quota(#"{"quotaId":"XPerDayPerProject","quotaValue":"0"}"#),
            .halt(Halt(reason: .quotaIsZero, message: words("RESOURCE_EXHAUSTED")))),
        Case(
            429, "of a quota whose value is left out, as the wire leaves out noughts",
            Bodies.quota(#"{"quotaId":"XPerDayPerProject","quotaDimensions":{}}"#),
            .halt(Halt(reason: .quotaIsZero, message: words("RESOURCE_EXHAUSTED")))),
    ]

    private static func cooldown(
        _ description: String, _ body: String, _ scope: Cooldown.Scope, _ delay: Duration? = nil,
        _ message: ProviderMessage = words("RESOURCE_EXHAUSTED")
    ) -> Case {
        let answer = Cooldown(scope: scope, retryDelay: delay, message: message)
        return Case(429, description, body, .cooldown(answer))
    }

    private static let minute = #"{"quotaId":"RequestsPerMinutePerProject","quotaValue":"10"}"#
    private static let day = #"{"quotaId":"RequestsPerDayPerProject","quotaValue":20}"#

    private static let cooldowns = [
        cooldown(
            "a minute's quota", Bodies.quota(minute, retryDelay: "34.074824224s"), .perMinute,
            .milliseconds(34_075)),
        cooldown(
            "a day's quota", Bodies.quota(day, retryDelay: "31167s"), .perDay, .seconds(31_167)),
        cooldown("both quotas", Bodies.quota("\(day),\(minute)"), .perDay),
        cooldown("another quota", Bodies.quota(#"{"quotaId":"X","quotaValue":"5"}"#), .unspecified),
        cooldown("no details", Bodies.error("RESOURCE_EXHAUSTED"), .unspecified),
        cooldown(
            "details of other types",
            Bodies.error("RESOURCE_EXHAUSTED", details: #"{"a":[null,7,"x",{"@type":7}]}"#),
            .unspecified),
        cooldown(
            "violations of other types", Bodies.quota(#"7,{"quotaId":{},"quotaValue":[]}"#),
            .unspecified),
        cooldown("a delay of no meaning", Bodies.quota(minute, retryDelay: "soon"), .perMinute),
        cooldown("a negative delay", Bodies.quota(minute, retryDelay: "-5s"), .perMinute),
        cooldown("an endless delay", Bodies.quota(minute, retryDelay: "infs"), .perMinute),
        cooldown("no JSON", "slow down", .unspecified, nil, words()),
    ]
}
