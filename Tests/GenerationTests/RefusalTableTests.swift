import Foundation
import Ground
import TestSupport
import Testing

@testable import Generation
@testable import Transfer

/// What every status means, on every service, by whoever wrote the body and however much of the request had left.
struct RefusalTableTests {
    /// A service, and a body that only it writes.
    struct Service: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let service: any Generation.Service
        let body: String
        /// The header that the service's answers have.
        let requestID: String?
    }

    private static let services = {
        // An error of the test's own key.
        guard let key = try? APIKey(Secret(testKey)),
            let url = try? BaseURL("https://example.com")
        else { return [Service]() }
        let configuration = ServiceConfiguration(apiKey: key, baseURL: url)
        return [
            Service(
                testDescription: "gemini", service: GeminiService(configuration: configuration),
                body: Bodies.error("OTHER"), requestID: nil),
            Service(
                testDescription: "openai", service: OpenAIService(configuration: configuration),
                body: #"{"error":{"message":"No.","type":"other","param":null,"code":null}}"#,
                requestID: "req_1"),
        ]
    }()

    /// The bodies, by who wrote them.
    private static func bodies(_ service: Service) -> [(name: String, body: String, id: String?)] {
        [
            ("service", service.body, service.requestID), ("page", Bodies.html, nil),
            ("empty", "", nil),
            ("gateway", #"{"error":{"message":"No.","type":"x"}}"#, nil),
            ("half", String(service.body.dropLast(9)), service.requestID),
        ]
    }

    @Test(arguments: services)
    func `each status has one meaning, the same for both services`(_ service: Service) throws {
        var text = ""
        for (name, body, id) in Self.bodies(service) {
            for isWhole in [true, false] {
                text += "\(name), \(isWhole ? "whole request" : "part of the request")\n"
                var runs: [(first: Int, last: Int, meaning: String)] = []
                for status in 300...599 {
                    let exchange = HTTPExchange(
                        status: status, body: Data(body.utf8), requestMayHaveLeft: true,
                        requestMayBeWhole: isWhole, retryAfter: nil, requestID: id,
                        announcedBytes: nil, end: .complete)
                    let answer = service.service.outcome(of: exchange, to: .picture(.portrait))
                    let meaning = Self.meaning(answer)
                    if runs.last?.meaning == meaning {
                        runs[runs.count - 1].last = status
                    } else {
                        runs.append((status, status, meaning))
                    }
                }
                for (first, last, meaning) in runs {
                    text += "  \(first == last ? "\(first)" : "\(first)-\(last)") \(meaning)\n"
                }
            }
        }
        try expectGolden("refusals.txt", text)
    }

    /// What is done about the job, its charge and the gate, in a few words.
    private static func meaning(_ answer: Answer) -> String {
        switch answer {
        case .made, .nothing, .unreadable: "paid"
        case .foreign: "unknown, the gate closes"
        case .invalidRequest: "free, fails"
        case .refused: "free, tried once more"
        case .intercepted: "free, the gate closes"
        case .halt(let halt):
            if case .unexpectedStatus = halt.reason {
                "free, halted: unexpectedStatus"
            } else {
                "free, halted: \(halt.reason)"
            }
        case .cooldown: "free, cooldown"
        case .serverError: "free, sent again"
        case .notSent: "nothing sent"
        case .outcomeUnknown(let failure, _): "unknown: \(failure.reason)"
        }
    }

    @Test func `every status has exactly one row`() {
        for status in 300...999 {
            let rows = RefusalTable.rows.filter { $0.statuses.contains { $0.contains(status) } }
            #expect(rows.count == 1, "\(status)")
        }
    }
}
