import Foundation
import TestSupport
import Testing
import Transfer

@testable import Generation

/// Answers with another status than 200: nothing was made; what was paid depends on who wrote them.
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

    @Test(arguments: refusals + waits + contradictions + halts + cooldowns)
    func `a refusal is told by its status, details and form`(_ refusal: Case) async throws {
        #expect(try await ask(refusal.status, refusal.body) == refusal.answer)
    }

    private static func words(
        _ status: String? = nil, _ text: String = "As you wish.", reason: String? = nil
    ) -> ProviderMessage {
        ProviderMessage(text: text, status: status, reason: reason)
    }

    private static let page = #"a page of HTML, "Sign in""#

    private static func badRequest(_ message: String) -> String {
        Bodies.error("INVALID_ARGUMENT", message)
    }

    private static let ofThePhoto = [
        "Unable to process input image.", "Provided image is not valid.",
        "Input image is too large.",
    ].map {
        Case(
            400, $0, badRequest($0), .invalidRequest(words("INVALID_ARGUMENT", $0)))
    }

    private static let again =
        "Unable to process input image. Please retry or report in https://example.com"

    private static let refusals =
        ofThePhoto + [
            Case(
                400, "of a photo that the service wants again", badRequest(again),
                .refused(words("INVALID_ARGUMENT", again))),
            Case(
                400, "for no reason", badRequest("Request contains an invalid argument."),
                .refused(words("INVALID_ARGUMENT", "Request contains an invalid argument."))),
            Case(
                400, "wrapped in an array", "[\(Bodies.error("INVALID_ARGUMENT"))]",
                .refused(words("INVALID_ARGUMENT"))),
            Case(
                400, "of a part of the contents",
                badRequest("Invalid value at 'contents[0].parts[1]'"),
                .refused(words("INVALID_ARGUMENT", "Invalid value at 'contents[0].parts[1]'"))),
            Case(400, "without a body", "", unknown("400: an empty body")),
            Case(400, "with a page", Bodies.html, unknown("400: \(page)")),
            Case(413, "of a gateway", Bodies.html, .refused(words(nil, page))),
            Case(
                422, "of another service", #"{"detail":"no"}"#,
                unknown(#"422: JSON of another service, "{"detail":"no"}""#)),
        ]

    private static func unknown(_ message: String) -> Answer {
        .outcomeUnknown(TransportFailure(reason: .gateway, message: message))
    }

    private static let waits =
        [(500, "INTERNAL"), (502, "X"), (503, "UNAVAILABLE"), (504, "DEADLINE_EXCEEDED")].map {
            Case(
                $0, $1, Bodies.error($1),
                .serverError(status: $0, retryDelay: nil, message: words($1)))
        }
        + [408, 409, 421, 423, 424, 425, 449].map { status in
            Case(
                status, "of the service", Bodies.error("ABORTED"),
                .serverError(status: status, retryDelay: nil, message: words("ABORTED")))
        }
        // Whoever wrote these cannot know what the service did with the request.
        + [303, 408, 409, 421, 423, 424, 425, 449, 500, 502, 503, 504, 520, 522, 524, 598].flatMap {
            status in
            [
                (Bodies.html, page), ("", "an empty body"), ("upstream", #"text, "upstream""#),
                (#"{"error":"x"}"#, #"JSON of another service, "{"error":"x"}""#),
                (#"{"error":{"message":"No.","type":"x"}}"#, "No."),
            ].map { body, text in
                Case(
                    status, "of a gateway: \(body)", body,
                    .outcomeUnknown(
                        TransportFailure(reason: .gateway, message: "\(status): \(text)")))
            }
        }
        + [(Bodies.error("CANCELLED"), "As you wish."), (Bodies.html, page)].map { body, text in
            Case(
                499, "abandoned: \(body)", body,
                .outcomeUnknown(TransportFailure(reason: .abandoned, message: "499: \(text)")))
        }

    /// A picture under a status of failure may have been paid for, and is kept, whatever error is beside it.
    private static let contradictions = [
        302, 303, 400, 401, 402, 403, 404, 405, 408, 413, 429, 500, 502, 503, 504, 511, 520,
    ].flatMap { status in
        let error = Bodies.error("UNAVAILABLE").dropLast()
        return [Bodies.success, "\(error),\(Bodies.success.dropFirst())"].map { body in
            Case(
                status, "with a picture: \(body.prefix(9))", body,
                .outcomeUnknown(
                    TransportFailure(
                        reason: .gateway,
                        message: "\(status), with the picture that was requested"),
                    body: PaidBody(Data(body.utf8), receipt: Bodies.receipt)))
        }
    }

    private static func halt(
        _ status: Int, _ reason: Halt.Reason, _ name: String, info: String? = nil
    ) -> Case {
        let body = Bodies.error(name, details: info.map(Bodies.errorInfo) ?? "[]")
        let message = words(name, reason: info)
        return Case(status, "\(reason)", body, .halt(Halt(reason: reason, message: message)))
    }

    private static let halts =
        [
            halt(400, .keyInvalid, "INVALID_ARGUMENT", info: "API_KEY_INVALID"),
            halt(403, .keyInvalid, "PERMISSION_DENIED", info: "API_KEY_SERVICE_BLOCKED"),
            halt(400, .failedPrecondition, "FAILED_PRECONDITION"),
            halt(401, .unauthenticated, "UNAUTHENTICATED"),
            halt(403, .permissionDenied, "PERMISSION_DENIED", info: "SERVICE_DISABLED"),
            halt(404, .modelNotFound, "NOT_FOUND"),
            halt(405, .unexpectedStatus(405), "X"), halt(404, .unexpectedStatus(404), "X"),
        ]
        + unreadableHalts + badRequestHalts + zeroQuotas

    private static let unreadableHalts =
        [301, 302, 307, 308, 401, 403, 404, 405, 406, 410, 411, 414, 415, 426, 431, 451, 495, 496]
        .map {
            Case(
                $0, "with a page", Bodies.html,
                .intercepted(status: $0, message: words(nil, page)))
        }
        + [
            Case(
                402, "without a body", "",
                .halt(Halt(reason: .outOfCredit, message: words(nil, "an empty body")))),
            Case(
                407, "with a page", Bodies.html,
                .halt(Halt(reason: .proxyRefused, message: words(nil, page)))),
            Case(
                401, "of another service", #"{"error":{"message":"No key.","type":"auth"}}"#,
                .intercepted(status: 401, message: words(nil, "No key."))),
        ]

    private static let badRequestHalts = [
        ("API key not valid. Please pass a valid API key.", Halt.Reason.keyInvalid),
        ("API key expired. Please renew the API key.", .keyInvalid),
        ("Imagen API is only accessible to billed users at this time.", .failedPrecondition),
        ("User location is not supported for the API use.", .locationNotSupported),
        (
            "The requested combination of response modalities (TEXT, IMAGE) is not supported by the model.",
            .modelUnsuitable
        ),
        ("Multiple candidates is not enabled for models/x", .modelUnsuitable),
        ("JSON mode is not enabled for this model", .modelUnsuitable),
        (
            "Invalid JSON payload received. Unknown name 'imageConfig' at 'generation_config': Cannot find field.",
            .requestNotUnderstood
        ),
        ("Invalid value at 'generation_config.image_config.aspect_ratio'", .requestNotUnderstood),
    ].map { sentence, reason in
        Case(
            400, sentence, badRequest(sentence),
            .halt(Halt(reason: reason, message: words("INVALID_ARGUMENT", sentence))))
    }

    private static func exhausted(_ message: String = "As you wish.", _ details: String = "[]")
        -> String
    {
        Bodies.error("RESOURCE_EXHAUSTED", message, details: details)
    }

    private static func limitInfo(_ limit: String, quota: String = "XPerDay") -> String {
        #"[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","metadata":{"quota_limit":"\#(quota)","#
            + #""quota_limit_value":"\#(limit)"}}]"#
    }

    private static let zeroQuotas =
        [
            Bodies.quota(#"{"quotaId":"XPerDayPerProject","quotaValue":"0"}"#),
            Bodies.quota(#"{"quotaId":"XPerDayPerProject","quotaValue":0}"#),
            // The wire format leaves out numbers that are 0.
            Bodies.quota(#"{"quotaId":"XPerDayPerProject","quotaDimensions":{}}"#),
            exhausted("As you wish.", limitInfo("0")),
            exhausted("Quota exceeded for metric: requests, limit: 0, model: x"),
        ].map { body in
            let text =
                body.contains("limit: 0")
                ? "Quota exceeded for metric: requests, limit: 0, model: x" : "As you wish."
            return Case(
                429, "of a quota of zero: \(body)", body,
                .halt(Halt(reason: .quotaIsZero, message: words("RESOURCE_EXHAUSTED", text))))
        }
        + [
            "Your prepayment credits are depleted. Please add credits.",
            "Your project has exceeded its monthly spending cap.",
        ].map {
            Case(
                429, $0, exhausted($0),
                .halt(Halt(reason: .outOfCredit, message: words("RESOURCE_EXHAUSTED", $0))))
        }

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
        cooldown(
            "no JSON", "slow down", .unspecified, nil, words(nil, #"text, "slow down""#)),
        cooldown(
            "a limit of a day in the reason's metadata", exhausted("As you wish.", limitInfo("20")),
            .perDay),
        cooldown(
            "a limit that begins with 0",
            exhausted("x, limit: 0.5, please check your billing details"),
            .unspecified, nil,
            words("RESOURCE_EXHAUSTED", "x, limit: 0.5, please check your billing details")),
    ]

    @Test(arguments: [(429, 3600), (429, 315_576_000_000), (503, 7200), (503, 1), (408, 60)])
    func `a server may ask for a pause in a header`(_ status: Int, _ seconds: Int) async throws {
        let answer = try await ask(
            status, Bodies.error("X"), headers: ["Retry-After: \(seconds)"])
        // Nothing asks for more than a year.
        #expect(answer.retryDelay == .seconds(min(seconds, 31_536_000)))
    }

    @Test func `a pause may be asked for by a date`() async throws {
        let style = Date.VerbatimFormatStyle(
            format: """
                \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
                """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
            calendar: Calendar(identifier: .gregorian))
        let date = (Date() + 3600).formatted(style)
        let answer = try await ask(503, Bodies.error("X"), headers: ["Retry-After: \(date)"])
        let delay = try #require(answer.retryDelay)
        #expect((Duration.seconds(3500)...Duration.seconds(3600)).contains(delay))
    }

    @Test(arguments: ["soon", "-5", "", "0", "Fri, 99 Nov 2026 00:00:00 GMT"])
    func `a pause of no meaning is none`(_ header: String) async throws {
        let answer = try await ask(503, Bodies.error("X"), headers: ["Retry-After: \(header)"])
        #expect(answer.retryDelay == nil)
    }

    @Test func `of two pauses the longer one counts`() async throws {
        let body = Bodies.quota(Self.minute, retryDelay: "34s")
        #expect(try await ask(429, body, headers: ["Retry-After: 400"]).retryDelay == .seconds(400))
        #expect(try await ask(429, body, headers: ["Retry-After: 4"]).retryDelay == .seconds(34))
    }
}

extension Answer {
    /// The pause that the server asks for.
    fileprivate var retryDelay: Duration? {
        switch self {
        case .cooldown(let cooldown): cooldown.retryDelay
        case .serverError(_, let delay, _): delay
        default: nil
        }
    }
}
