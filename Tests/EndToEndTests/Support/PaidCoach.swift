import Foundation
import TestSupport
import Testing

/// A coach for photos whose words a model may improve, with its server and the service.
struct PaidCoach {
    let sandbox: Sandbox
    let emulator: EmulatorProcess
    let server: ServerProcess
    let token: String

    /// Who is coached.
    static let anna = "81f3a1c2-0b5d-4e6f-8a9b-0c1d2e3f4a5b"
    private static let boundary = "a-line-between"

    /// Everything that a test works with.
    var parts: (Sandbox, EmulatorProcess, ServerProcess, String) {
        (sandbox, emulator, server, token)
    }

    /// Makes a coach for as long as `body` runs; Anna pays for it.
    static func with(
        _ options: String..., body: (PaidCoach) async throws -> Void
    ) async throws {
        try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
            let token = try await sandbox.addSpace(
                "glow",
                ["--preset", "glowup", "--provider", "gemini", "--scope", "operate"] + options)
            try await ServerProcess.with(sandbox) { server in
                let coach = PaidCoach(
                    sandbox: sandbox, emulator: emulator, server: server, token: token)
                try await coach.pay()
                try await body(coach)
            }
        }
    }

    /// Gives somebody a plan.
    func pay(_ plan: String = "pro", person: String = anna) async throws {
        let paid = try await server.send(
            "PUT", "/v1/people/\(person)/plan", token: token,
            body: Data(#"{"plan":"\#(plan)"}"#.utf8))
        #expect(paid.status == 200, "\(paid.text)")
    }

    /// Hands a photo in to be rated.
    func scan(_ photo: Data? = nil) async throws -> ServerProcess.Answer {
        try await server.send(
            "POST", "/v1/scans", token: token, person: Self.anna,
            headers: ["content-type": "image/jpeg"], body: try photo ?? DrawnFace.photo())
    }

    /// What the coach says of a scan now.
    func summary(of scan: ServerProcess.Answer) async throws -> [String: Any] {
        let id = try #require(try scan.json["id"] as? String)
        let told = try await server.send(
            "GET", "/v1/scans/\(id)", token: token, person: Self.anna)
        return try #require(try told.json["summary"] as? [String: Any], "\(told.text)")
    }

    /// Shows the coach what a camera sees.
    func show(
        _ client: String? = nil, asking question: String? = nil, frame: Data? = nil,
        person: String = anna, on other: ServerProcess? = nil
    ) async throws -> ServerProcess.Answer {
        var body = Data()
        func add(_ name: String, _ bytes: Data) {
            body += Data(
                "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n"
                    .utf8)
            body += bytes + Data("\r\n".utf8)
        }
        add("frame", try frame ?? DrawnFace.photo())
        if let client { add("client_id", Data(client.utf8)) }
        if let question { add("question", Data(question.utf8)) }
        body += Data("--\(Self.boundary)--\r\n".utf8)
        return try await (other ?? server).send(
            "POST", "/v1/live", token: token, person: person,
            headers: ["content-type": "multipart/form-data; boundary=\(Self.boundary)"], body: body)
    }

    /// The chat, the newest turn first.
    func turns(_ query: String = "") async throws -> [[String: Any]] {
        let list = try await server.send(
            "GET", "/v1/turns\(query)", token: token, person: Self.anna)
        return try #require(try list.json["turns"] as? [[String: Any]], "\(list.text)")
    }

    /// Waits until a job has ended.
    func waitForEnd(of job: String) async throws -> [String: Any] {
        try await server.send(
            "GET", "/v1/jobs/\(job)", token: token, person: Self.anna,
            headers: ["prefer": "wait=30"]
        ).json
    }

    /// The photos that are on the disk.
    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.home)/photos")
            .filter { !$0.hasPrefix(".") }
    }
}

/// Scenarios of the emulator in which a model writes words of a test's own.
enum ModelWords {
    static func scenario(_ words: String) throws -> String {
        let body: [String: Any] = [
            "candidates": [
                ["content": ["parts": [["text": words]]], "finishReason": "STOP", "index": 0]
            ],
            "usageMetadata": [
                "promptTokenCount": 9, "candidatesTokenCount": 9, "totalTokenCount": 18,
            ],
            "modelVersion": "gemini-3.5-flash-lite",
        ]
        let text = try String(
            decoding: JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        let rule: [String: Any] = ["answer": "custom", "status": 200, "body": text]
        return try String(
            decoding: JSONSerialization.data(withJSONObject: ["rules": [rule]]), as: UTF8.self)
    }

    /// What an emulator answers that is no use, and how many charges are paid then.
    static let failures: [(scenario: String, paid: Int)] = [
        (#"{"rules":[{"answer":"503"}]}"#, 0), (#"{"rules":[{"answer":"500"}]}"#, 0),
        (#"{"rules":[{"answer":"400-invalid-argument"}]}"#, 0),
        (#"{"rules":[{"answer":"key-invalid"}]}"#, 0),
        (#"{"rules":[{"answer":"blocked-words"}]}"#, 1),
        (#"{"rules":[{"answer":"malformed-words"}]}"#, 1),
        (#"{"rules":[{"answer":"other-words"}]}"#, 1),
        (#"{"rules":[{"answer":"cut-words"}]}"#, 1),
    ]

    /// Words that nobody is told.
    static let refused = [
        "You are lazy, but this is a start.", "See a doctor about your symptoms.",
        "You look so attractive when you try.", "A little botox and you are there.",
        String(repeating: "Well done. ", count: 30),
    ]
}
