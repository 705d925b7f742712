import Foundation
import TestSupport
import Testing

/// What a service sent beside, or in place of, a clear answer: a picture that was paid for can be had.
@Suite(.timeLimit(.minutes(10)))
struct KeptAnswerTests {
    enum Service: String, CaseIterable {
        case gemini, openai

        /// An answer with these pictures, in this order, and with an error as only the service writes it.
        func body(_ pictures: [Data], besideError: Bool) -> String {
            let texts = pictures.map { $0.base64EncodedString() }
            let error = besideError ? "\"error\":\(self.error)," : ""
            switch self {
            case .gemini:
                let parts = texts.map { text in
                    #"{"inlineData":{"mimeType":"image/png","data":"\#(text)"}}"#
                }.joined(separator: ",")
                return
                    #"{\#(error)"candidates":[{"content":{"parts":[\#(parts)]},"finishReason":"STOP"}]}"#
            case .openai:
                let data = texts.map { text in #"{"b64_json":"\#(text)"}"# }
                return #"{\#(error)"created":1,"data":[\#(data.joined(separator: ","))]}"#
            }
        }

        private var error: String {
            switch self {
            case .gemini: #"{"code":503,"message":"Overloaded.","status":"UNAVAILABLE"}"#
            case .openai: #"{"message":"No.","type":"server_error","param":null,"code":null}"#
            }
        }
    }

    /// Hands in a photo to a service that answers so, once, and works until nothing is due.
    private func answered(
        by service: Service, _ status: Int, _ pictures: [Data], besideError: Bool = false,
        _ body: (Sandbox, EmulatorProcess, _ job: String) async throws -> Void
    ) async throws {
        let rule: [String: Any] = [
            "answer": "custom", "status": status, "times": 1,
            "body": service.body(pictures, besideError: besideError),
            "headers": ["x-request-id": "req_1"],
        ]
        let json = try String(
            decoding: JSONSerialization.data(withJSONObject: rule), as: UTF8.self)
        try await Sandbox.withBothKeys(rule: json) { sandbox, emulator in
            let id = try await sandbox.submit(["--provider", service.rawValue, sandbox.photo()])[0]
            _ = try await sandbox.drain()
            try await body(sandbox, emulator, id)
        }
    }

    private static func headshot() throws -> Data { try PhotoFixture.png(width: 400, height: 500) }

    /// The place of the one kept answer, as `show` prints it for people and for programs.
    private func expectShown(_ id: String, _ sandbox: Sandbox) async throws {
        let folder = "\(sandbox.home)/answers"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 1)
        let path = "\(folder)/\(try #require(names.first))"
        #expect(try await sandbox.run("show", id).output.contains(path))
        let json = Data(try await sandbox.run("show", id, "--json").output.utf8)
        let shown = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(shown["kept_answer"] as? String == path)
    }

    @Test(arguments: Service.allCases, [(503, false), (503, true), (400, true)])
    func `the headshot in an answer of failure is saved by resolve --paid, and asked for once`(
        service: Service, failure: (status: Int, besideError: Bool)
    ) async throws {
        let picture = try Self.headshot()
        try await answered(
            by: service, failure.status, [picture], besideError: failure.besideError
        ) { sandbox, emulator, id in
            #expect(try await sandbox.job(id).state == "uncertain")
            try await expectShown(id, sandbox)
            // What to do is not to ask for another one.
            let advice = try await sandbox.run("show", id).output
            #expect(advice.contains("resolve \(id) --paid") && !advice.contains("retry"))
            let resolved = try await sandbox.run("resolve", id, "--paid")
            #expect(resolved.exit == .status(0), "\(resolved)")
            #expect(resolved.output.contains("waiting"))
            #expect(try await sandbox.drain() == 0)
            let job = try await sandbox.job(id)
            #expect(job.state == "succeeded")
            #expect(job.charges.map(\.state) == ["paid"])
            let saved = try #require(job.result)
            #expect(try Data(contentsOf: URL(filePath: saved)) == picture)
            #expect(try await emulator.ledger().count == 1)
        }
    }

    @Test(arguments: Service.allCases)
    func `an answer of status 503 that the user says was free is not used`(
        _ service: Service
    ) async throws {
        let picture = try Self.headshot()
        try await answered(by: service, 503, [picture]) { sandbox, emulator, id in
            let resolved = try await sandbox.run("resolve", id, "--not-paid", "--yes")
            #expect(resolved.exit == .status(0), "\(resolved)")
            #expect(try await sandbox.drain() == 0)
            #expect(try await sandbox.job(id).charges.map(\.state) == ["free", "paid"])
            #expect(try await emulator.ledger().count == 2)
        }
    }

    @Test(arguments: Service.allCases, [false, true])
    func `of two pictures the headshot is saved in either order, and show names the answer`(
        service: Service, comesLast: Bool
    ) async throws {
        let pair = [try PhotoFixture.png(width: 16, height: 16), try Self.headshot()]
        try await answered(
            by: service, 200, comesLast ? pair : pair.reversed()
        ) { sandbox, emulator, id in
            let job = try await sandbox.job(id)
            #expect(job.state == "succeeded")
            let saved = try #require(job.result)
            #expect(try Data(contentsOf: URL(filePath: saved)) == pair[1])
            try await expectShown(id, sandbox)
            #expect(try await emulator.ledger().count == 1)
        }
    }
}
